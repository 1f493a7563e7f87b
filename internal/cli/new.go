package cli

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"openidea-plugin/check"
	"openidea-plugin/diag"
	"openidea-plugin/manifest"
	"openidea-plugin/plugin"
	"openidea-plugin/report"
	"openidea-plugin/scaffold"
	"openidea-plugin/schema"
)

func init() {
	register(command{order: 10, example: "openidea-plugin new notes --tool find_notes:read-only", make: newCommand})
}

// newFlags are the flags of the command new.
type newFlags struct {
	dir, id string
	tools   []string
	// idGiven says whether --id was there; an empty id is a mistake, no id is not.
	dirGiven, idGiven bool
}

func newCommand(e *env) *cobra.Command {
	f := &newFlags{}
	cmd := &cobra.Command{
		Use:   "new NAME",
		Short: "Write a plugin in Rust that builds, checks and tests clean",
		Long: `Writes a plugin to start from: manifest, a schema and tests for each tool, source in Rust on the SDK, which comes
with it, and a README with the commands that build and test it.

NAME begins with a letter and has a-z, 0-9 and - only. The folder, the plugin's id and the name of its one
tool, which reads only, are derived from it. Existing files are never touched: where one is in the way, nothing
is written.

Exit status: 0 the plugin was written, 2 nothing was written.`,
		Example: `  openidea-plugin new notes
  openidea-plugin new notes --id acme.notes --dir plugins/notes
  openidea-plugin new notes --tool find_notes:read-only --tool add_note:writing --tool purge_notes:destructive`,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	flags := cmd.Flags()
	flags.StringVar(&f.dir, "dir", "", "write to this `FOLDER`; by default NAME, here")
	flags.StringVar(&f.id, "id", "", "the plugin's `ID`; by default NAME")
	flags.StringArrayVar(&f.tools, "tool", nil, "a tool and what it may do, `TOOL:KIND`, where KIND is "+strings.Join(scaffold.Kinds(), ", ")+"; may be given several times")
	_ = cmd.MarkFlagDirname("dir")
	_ = cmd.RegisterFlagCompletionFunc("id", cobra.NoFileCompletions)
	_ = cmd.RegisterFlagCompletionFunc("tool", cobra.NoFileCompletions)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch len(args) {
		case 0:
			return usage("for example: openidea-plugin new notes", "new needs the name of the plugin")
		case 1:
		default:
			return usage(spelling(strings.Join(args, "-")), "new takes one name, not %d", len(args))
		}
		f.dirGiven, f.idGiven = flags.Changed("dir"), flags.Changed("id")
		return e.new(f, args[0])
	}
	return cmd
}

// new writes a plugin. All that can be wrong with the names is said before anything is written.
func (e *env) new(f *newFlags, name string) error {
	spec, err := f.spec(name)
	if err != nil {
		return err
	}
	files, err := spec.Files()
	if err != nil {
		return fmt.Errorf("the templates of this program are broken: %s", err)
	}
	if findings := judge(files); len(findings) > 0 {
		for _, d := range findings {
			e.complain("%s", nameMistake(d))
		}
		return exitStatus(ExitFailed)
	}
	dir := spec.Name
	if f.dirGiven {
		if dir = f.dir; dir == "" {
			return usage("leave it out for "+spec.Name+", or --dir . for this folder", "--dir names no folder")
		}
	}
	if err := e.need(dir); err != nil {
		return err
	}
	dir = e.path(dir)
	printed := plugin.Printed(e.Dir, dir)
	if err := writePlugin(dir, printed, files); err != nil {
		return err
	}
	if e.quiet {
		return nil
	}
	_, err = e.Out.Write([]byte(written(spec, printed, files)))
	return writeError("", err)
}

var pluginName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\A[a-z][a-z0-9-]*\z`) })

// spec reads the name and the flags.
func (f *newFlags) spec(name string) (scaffold.Spec, error) {
	s := scaffold.Spec{Name: name, ID: name}
	if !pluginName().MatchString(name) {
		return s, usage("a name begins with a letter and has a-z, 0-9 and - only"+alternative(name), "%s is no name for a plugin", diag.ShortQuote(name))
	}
	if f.idGiven {
		s.ID = f.id
	}
	if !utf8.ValidString(s.ID) || strings.ContainsFunc(s.ID, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return s, usage(`for example --id acme.`+name, "the id %s has a character that cannot be seen", diag.ShortQuote(s.ID))
	}
	if len(f.tools) == 0 {
		tool := scaffold.DefaultTool(name, s.ID)
		if tool == "" {
			tool = name[:1] // even this does not fit: check says so
		}
		s.Tools = []scaffold.Tool{{Name: tool, Kind: scaffold.ReadOnly}}
	}
	for _, word := range f.tools {
		i := strings.LastIndexByte(word, ':')
		if i < 0 {
			return s, usage("for example --tool "+toolExample(word)+":read-only; known are "+strings.Join(scaffold.Kinds(), ", "),
				"--tool %s does not say what the tool may do", diag.ShortQuote(word))
		}
		kind := word[i+1:]
		if !slices.Contains(scaffold.Kinds(), kind) {
			return s, usage(didYouMean(kind, scaffold.Kinds()), "--tool %s: a tool cannot be %s", diag.ShortQuote(word), diag.ShortQuote(kind))
		}
		s.Tools = append(s.Tools, scaffold.Tool{Name: word[:i], Kind: scaffold.Kind(kind)})
	}
	return s, nil
}

// alternative is what was likely meant, as the end of a hint.
func alternative(name string) string {
	if base := path.Base(name); strings.Contains(name, "/") && pluginName().MatchString(base) {
		return "\n  did you mean openidea-plugin new " + base + " --dir " + name + "?"
	}
	if near := spelling(name); near != "" {
		return "\n  " + near
	}
	return ""
}

// spelling turns words into a legal name: "did you mean my-notes?", or "" where nothing is left of them.
func spelling(words string) string {
	const longest = 60
	parts := strings.FieldsFunc(strings.ToLower(words), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	name := strings.Join(parts, "-")
	if !pluginName().MatchString(name) || len(name) > longest {
		return ""
	}
	return "did you mean " + name + "?"
}

func toolExample(word string) string {
	if plugin.ValidToolName(word) {
		return word
	}
	return "find_notes"
}

// judge applies the rules of check to a plugin that is not on disk yet, as with --strict. A component is not asked for.
func judge(files []scaffold.File) []diag.Diagnostic {
	texts := map[string]*diag.SourceFile{}
	for _, f := range files {
		texts[f.Path] = &diag.SourceFile{Path: f.Path, Data: []byte(f.Text)}
	}
	p := &plugin.Plugin{Path: ".", Manifest: manifest.Parse(texts[manifest.FileName])}
	p.WasmAt = &plugin.Location{State: plugin.Missing, Clean: p.Manifest.Wasm.Value}
	for _, t := range p.Manifest.Tools {
		s := &plugin.SchemaFile{Location: plugin.Location{Clean: t.InputSchema.Value}, File: texts[t.InputSchema.Value]}
		if s.File == nil {
			s.State, s.File = plugin.Missing, &diag.SourceFile{Path: s.Clean}
		} else {
			s.Document, s.Problems = schema.Load(s.File.Data)
			p.Schemas = append(p.Schemas, s)
		}
		p.Tools = append(p.Tools, &plugin.Tool{Tool: t, Schema: s})
	}
	findings := check.Plugin(p, check.Options{NoWasm: true})
	return slices.DeleteFunc(findings, func(d diag.Diagnostic) bool { return d.Severity == diag.Note })
}

// nameMistake puts a finding of check into the words of the command line: the places of a manifest that nobody has seen say nothing.
func nameMistake(d diag.Diagnostic) string {
	says := []string{d.Message}
	if d.Label != "" {
		says = append(says, d.Label)
	}
	for _, r := range d.Related {
		says = append(says, r.Message)
	}
	says = append(says, d.Help...)
	if d.Fix != nil {
		says = append(says, "did you mean "+d.Fix.Title+"?")
	}
	switch d.Rule {
	case "registered-name-too-long":
		says = append(says, "give a shorter id with --id ID, or a shorter tool with --tool TOOL:read-only")
	case "duplicate-tool-name":
		says = says[:1] // the rest points at places
	}
	return strings.Join(says, "\n  ")
}

// folderName is a printed folder in a sentence.
func folderName(printed string) string {
	if printed == "." {
		return "this folder"
	}
	return printed
}

// written says what was written, and what to do next.
func written(spec scaffold.Spec, printed string, files []scaffold.File) string {
	var b strings.Builder
	var listed, about []string
	crate := 0
	for _, f := range files {
		if f.About == "" {
			crate++
			continue
		}
		listed, about = append(listed, f.Path), append(about, f.About)
	}
	listed = append(listed, scaffold.SDK+"/")
	about = append(about, fmt.Sprintf("the crate openidea_plugin, %d files", crate))
	width := 0
	for _, file := range listed {
		width = max(width, len(file))
	}
	fmt.Fprintf(&b, "new plugin %s in %s:\n", spec.Name, report.Escape(folderName(printed)))
	for i, file := range listed {
		fmt.Fprintf(&b, "  %-*s  %s\n", width, file, about[i])
	}
	fmt.Fprintf(&b, "\nNext, in %s:\n", report.Escape(folderName(printed)))
	fmt.Fprintf(&b, "  cargo build --release --target wasm32-unknown-unknown\n")
	fmt.Fprintf(&b, "  wasm-tools component new target/wasm32-unknown-unknown/release/%s -o dist/plugin.wasm\n", spec.Module())
	fmt.Fprintf(&b, "  openidea-plugin test\n")
	fmt.Fprintf(&b, "README.md says how to get what these need, and where to begin.\n")
	return b.String()
}
