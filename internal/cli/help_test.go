package cli

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// TestWelcome: the program alone names five things that one does with it, each with a command line that works as it stands: `new` where nothing is, the
// others beside the plugin that it wrote, once that is built.
func TestWelcome(t *testing.T) {
	var screen, errors bytes.Buffer
	if status := Main(nil, Streams{Out: &screen, Err: &errors, Dir: t.TempDir()}); status != ExitOK || errors.Len() > 0 {
		t.Fatalf("status %d: %s", status, &errors)
	}
	var examples []string
	for line := range strings.Lines(screen.String()) {
		if example, ok := strings.CutPrefix(line, "      openidea-plugin "); ok {
			examples = append(examples, strings.TrimSpace(example))
		}
	}
	if len(examples) != 5 {
		t.Errorf("%d examples:\n%s", len(examples), &screen)
	}
	built := &script{T: t, dir: t.TempDir(), env: map[string]string{}}
	scriptCommands["fixture"](built, []string{"reference-example", "notes"})
	for _, example := range examples {
		s := built
		if strings.HasPrefix(example, "new ") {
			s = &script{T: t, dir: t.TempDir(), env: map[string]string{}}
		}
		if s.main(splitWords(example)); s.status != ExitOK {
			t.Errorf("%s ends with %d:\n%s%s", example, s.status, s.stdout, s.stderr)
		}
	}
}

// TestHelp: the help of every command says how it ends, shows a command line of its own, and names the value of each flag that takes one.
func TestHelp(t *testing.T) {
	value := regexp.MustCompile(`^[A-Z/\[\]=:,.]+$`)
	root := newRoot(newEnv(Streams{}))
	for _, c := range root.Commands() {
		if !strings.Contains(c.Long, "\n\nExit status: 0 ") {
			t.Errorf("%s does not say how it ends", c.Name())
		}
		if c.Example == "" {
			t.Errorf("%s has no example", c.Name())
		}
		for line := range strings.Lines(c.Example) {
			if !strings.HasPrefix(line, "  openidea-plugin "+c.Name()) {
				t.Errorf("an example of %s is %q", c.Name(), line)
			}
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if name, usage := pflag.UnquoteUsage(f); name != "" && !value.MatchString(name) {
				t.Errorf("%s --%s %s: the value should be in capitals (%s)", c.Name(), f.Name, name, usage)
			}
		})
	}
}
