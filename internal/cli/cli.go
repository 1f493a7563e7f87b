// Package cli is the command line: one file for each command, flags in, exit status out. It runs in-process: everything that it reads
// or writes comes through Streams.
package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"openidea-plugin/diag"
	"openidea-plugin/internal/atomicfile"
	"openidea-plugin/plugin"
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

// System is the world of the process. A closed pipe ends the writing instead of the process, so that the status is that of the work.
func System() Streams {
	signal.Ignore(syscall.SIGPIPE)
	collectLess()
	return Streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv,
		OutTerminal: isatty.IsTerminal(os.Stdout.Fd()), ErrTerminal: isatty.IsTerminal(os.Stderr.Fd()),
	}
}

// The statuses of a run that was ended: by Ctrl-C, by a polite kill, or because the terminal was closed.
const (
	ExitInterrupted = 130
	ExitTerminated  = 143
	ExitHangup      = 129
)

// EndOnInterrupt ends the process with a line and a status of its own when it is interrupted. A signal that whoever started it has ignored stays ignored, and the
// others do not: interrupts are what shells have ignored in the background, hangups what nohup has. Files that are being written are removed: nothing is left half written.
func EndOnInterrupt() {
	came := make(chan os.Signal, 1)
	statuses := map[os.Signal]int{os.Interrupt: ExitInterrupted, syscall.SIGTERM: ExitTerminated, syscall.SIGHUP: ExitHangup}
	for s := range statuses {
		if !signal.Ignored(s) {
			signal.Notify(came, s)
		}
	}
	go func() {
		status := statuses[<-came]
		eraseProgress(os.Stderr)
		atomicfile.Abandon()
		fmt.Fprintln(os.Stderr, "openidea-plugin: interrupted")
		os.Exit(status)
	}()
}

// Main runs the command line args (without the program's name) and gives the exit status.
func Main(args []string, s Streams) int {
	e := newEnv(s)
	root := newRoot(e)
	root.SetArgs(append([]string{}, args...)) // where it is given nil, cobra takes the arguments of the process
	err := root.Execute()
	var status exitStatus
	switch {
	case errors.As(err, &status):
		return int(status)
	case e.out.err != nil: // not everybody who writes looks at the error: help texts, for one
		err = writeError("", e.out.err)
	case e.unknown != "":
		err = unknownCommand(e, root, e.unknown)
	case err == nil:
		return ExitOK
	}
	e.complain("%s", err)
	return ExitFailed
}

// watched is a writer that remembers what went wrong. When nobody reads any more, it takes what is written and throws it away: whoever reads only the first lines
// has them, and the exit status is that of the work.
type watched struct {
	io.Writer
	err error
	// unread: nobody reads any more.
	unread bool
}

func (w *watched) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	switch {
	case err == nil:
		return n, nil
	case errors.Is(err, syscall.EPIPE), errors.Is(err, io.ErrClosedPipe):
		w.Writer, w.unread = io.Discard, true
		return len(p), nil
	case w.err == nil:
		w.err = err
	}
	return n, err
}

// env is what every command works with.
type env struct {
	Streams
	// out is Out.
	out *watched
	// gone says why there is no working directory, so that no path is relative to it; "" where there is one. Then Dir is "".
	gone string
	// unknown is a command that does not exist and whose help was asked for.
	unknown string
	// The flags of all commands.
	color, config  string
	quiet, verbose bool
}

func newEnv(s Streams) *env {
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
	e := &env{Streams: s, out: &watched{Writer: s.Out}}
	e.Out = e.out
	if e.Dir == "" {
		dir, err := os.Getwd()
		if err != nil {
			e.gone = "the working directory is gone"
			if !errors.Is(err, fs.ErrNotExist) {
				e.gone = "the working directory cannot be read: " + plugin.Reason(err)
			}
			return e
		}
		e.Dir = dir
	}
	if dir, err := filepath.Abs(e.Dir); err == nil {
		e.Dir = dir
	}
	return e
}

// need says which of paths (none is the working directory) cannot be found because there is no working directory, or because they are empty: a variable of a script
// that is not set must not lead to another place than was meant.
func (e *env) need(paths ...string) error {
	if slices.Contains(paths, "") {
		return usage(`name the working directory with "."`, "a path is empty")
	}
	if e.gone != "" && (len(paths) == 0 || slices.ContainsFunc(paths, func(p string) bool { return !filepath.IsAbs(p) })) {
		return usage("go to another one, or name paths from the root", "%s", e.gone)
	}
	return nil
}

// path is a path of the command line as an absolute one.
func (e *env) path(p string) string {
	return plugin.Abs(e.Dir, p)
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
	case force != "" && force != "0" && force != "false":
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
