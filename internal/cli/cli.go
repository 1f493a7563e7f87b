// Package cli is the command line: one file for each command, flags in, exit status out. It runs in-process: everything that it reads
// or writes comes through Streams.
package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"openidea-plugin/diag"
	"openidea-plugin/report"
)

// The exit statuses of every command.
const (
	// ExitOK: nothing is wrong.
	ExitOK = 0
	// ExitFindings: there are findings, or tests failed.
	ExitFindings = 1
	// ExitFailed: the tool could not do its work.
	ExitFailed = 2
)

// Streams is the world around a run. The zero value of a field is: no input, output thrown away, the process's folder, an empty environment, no terminal.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	// Dir is the working directory; "" is that of the process.
	Dir    string
	Getenv func(string) string
	// OutTerminal and ErrTerminal say whether a person looks at the stream.
	OutTerminal, ErrTerminal bool
}

// System is the world of the process. A closed pipe becomes an error of the write instead of the end of the process.
func System() Streams {
	signal.Ignore(syscall.SIGPIPE)
	return Streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv,
		OutTerminal: isatty.IsTerminal(os.Stdout.Fd()), ErrTerminal: isatty.IsTerminal(os.Stderr.Fd()),
	}
}

// Main runs the command line args (without the program's name) and gives the exit status.
func Main(args []string, s Streams) int {
	e, err := newEnv(s)
	if err == nil {
		root := newRoot(e)
		root.SetArgs(args)
		err = root.Execute()
	}
	var status exitStatus
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, &status):
		return int(status)
	}
	e.complain("%s", err)
	return ExitFailed
}

// env is what every command works with.
type env struct {
	Streams
	// The flags of all commands.
	color string
	quiet bool
}

func newEnv(s Streams) (*env, error) {
	if s.In == nil {
		s.In = strings.NewReader("")
	}
	if s.Out == nil {
		s.Out = io.Discard
	}
	if s.Err == nil {
		s.Err = io.Discard
	}
	if s.Getenv == nil {
		s.Getenv = func(string) string { return "" }
	}
	e := &env{Streams: s}
	var err error
	if e.Dir == "" {
		if e.Dir, err = os.Getwd(); err != nil {
			return e, errors.New("the working directory is gone")
		}
	}
	if e.Dir, err = filepath.Abs(e.Dir); err != nil {
		return e, errors.New("the working directory is gone")
	}
	return e, nil
}

// complain prints one line about the tool itself.
func (e *env) complain(format string, args ...any) {
	fmt.Fprintf(e.Err, "openidea-plugin: %s\n", escapeLines(fmt.Sprintf(format, args...)))
}

// escapeLines makes text safe for a terminal but keeps its lines.
func escapeLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = report.Escape(line)
	}
	return strings.Join(lines, "\n")
}

// colored decides on colour for one stream: the flag, then NO_COLOR, then FORCE_COLOR, then whether it is a terminal.
func (e *env) colored(terminal bool) bool {
	switch force := e.Getenv("FORCE_COLOR"); {
	case e.color == "always":
		return true
	case e.color == "never", e.Getenv("NO_COLOR") != "":
		return false
	case force != "" && force != "0":
		return true
	}
	return terminal && e.Getenv("TERM") != "dumb"
}

// exitStatus ends a command with a status and without further words.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// usage is a mistake on the command line. hint says what would be right; it may be empty.
func usage(hint, format string, args ...any) error {
	s := fmt.Sprintf(format, args...)
	if hint != "" {
		s += "\n  " + hint
	}
	return errors.New(s)
}

// didYouMean is a hint at the nearest candidate, or the list of all where there are few.
func didYouMean(word string, candidates []string) string {
	if near := diag.Nearest(word, candidates); near != "" {
		return "did you mean " + near + "?"
	}
	if len(candidates) <= 8 {
		return "known are " + strings.Join(candidates, ", ")
	}
	return ""
}

// command is one command of the program. Each stands in a file of its own and registers itself there.
type command struct {
	// order is its place in lists.
	order int
	// example is a command line that works, for the screen that a newcomer sees; "" keeps it off that screen.
	example string
	make    func(*env) *cobra.Command
}

var commands []command

// register adds a command. It is called from init functions, whose order does not matter.
func register(c command) {
	commands = append(commands, c)
	slices.SortFunc(commands, func(a, b command) int { return a.order - b.order })
}
