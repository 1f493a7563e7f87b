package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"openidea-plugin/diag"
	"openidea-plugin/internal/atomicfile"
	"openidea-plugin/plugin"
	"openidea-plugin/report"
)

// format is a way to print a report: its name on the command line and what prints it.
type format struct {
	name  string
	print func(w io.Writer, color bool) error
}

// outputFlag adds the flag --output FORMAT[=FILE] to a command.
func outputFlag(cmd *cobra.Command, value *[]string, formats ...string) {
	cmd.Flags().StringArrayVar(value, "output", []string{"text"}, "print in `FORMAT[=FILE]`: "+orList(formats)+", to the terminal or a file; may be given several times")
	cmd.Flags().Lookup("output").DefValue = "text" // without the brackets of a list
	_ = cmd.RegisterFlagCompletionFunc("output", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
}

// orList is "a, b or c".
func orList(words []string) string {
	last := len(words) - 1
	return strings.TrimPrefix(strings.Join(words[:last], ", ")+" or "+words[last], " or ")
}

// output is one --output: a format and where it goes; an empty file is the standard output.
type output struct {
	// file is as on the command line, target the absolute path that it leads to behind links.
	format, file, target string
}

// standard are names of the standard output where a file can be named.
var standard = []string{"-", "/dev/stdout"}

// parseOutputs reads the values of --output before any work is done.
func (e *env) parseOutputs(values, formats []string) ([]output, error) {
	var list []output
	for _, v := range values {
		name, file, toFile := strings.Cut(v, "=")
		switch {
		case !slices.Contains(formats, name):
			return nil, usage(didYouMean(name, formats), "--output does not know the format %q", name)
		case toFile && file == "":
			return nil, usage("", "--output %s= names no file", name)
		case slices.Contains(standard, file):
			file = ""
		}
		o := output{format: name, file: file}
		if file != "" {
			var err error
			if o.target, err = e.outputTarget(name, file); err != nil {
				return nil, err
			}
		}
		for _, other := range list {
			if other.target == o.target && file == "" {
				return nil, usage("send one of them to a file: --output "+name+"=FILE", "--output %s and --output %s would both go to the terminal", other.format, name)
			}
			if other.target == o.target {
				return nil, usage("", "--output %s and --output %s would both go to %s", other.format, name, file)
			}
		}
		list = append(list, o)
	}
	return list, nil
}

// write prints every output that can be printed, and then says which could not. Colour is for the terminal; a file gets it only with --color always.
func (e *env) write(outputs []output, formats []format) error {
	var failed []error
	for _, o := range outputs {
		i := slices.IndexFunc(formats, func(f format) bool { return f.name == o.format })
		if o.file == "" {
			failed = append(failed, writeError("", formats[i].print(e.Out, e.colored(e.OutTerminal))))
			continue
		}
		var b bytes.Buffer
		if err := formats[i].print(&b, e.color == "always"); err != nil {
			failed = append(failed, writeError(o.file, err))
			continue
		}
		failed = append(failed, writeError(o.file, writeFile(e.path(o.file), b.Bytes())))
	}
	return errors.Join(failed...)
}

// refusal is a file that is not written to, in words that end "cannot write FILE: ".
type refusal string

func (r refusal) Error() string { return string(r) }

// writeFile replaces a file as a whole, so that nobody sees half a report. A link is followed, not replaced. A device is written to, and so is a pipe that
// somebody reads.
func writeFile(path string, data []byte) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return writeTo(path, info.Mode(), data)
	}
	if link, linkErr := os.Lstat(path); linkErr == nil && link.Mode()&os.ModeSymlink != 0 {
		if err != nil {
			return refusal("it is a link that leads nowhere")
		}
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
	}
	mode := os.FileMode(0o644)
	if err == nil {
		mode = info.Mode() // whoever hid a report wants the next one hidden too
	}
	return atomicfile.Replace(path, data, mode, nil)
}

// writeTo writes to what is no regular file.
func writeTo(path string, mode os.FileMode, data []byte) error {
	flags := os.O_WRONLY
	switch {
	case mode.IsDir():
		return syscall.EISDIR
	case mode&os.ModeNamedPipe != 0:
		flags |= syscall.O_NONBLOCK // to wait for a reader may be to wait forever
	case mode&os.ModeDevice == 0:
		return refusal("it is neither a file nor a device")
	}
	f, err := os.OpenFile(path, flags, 0)
	switch {
	case err != nil && mode&os.ModeNamedPipe != 0 && !errors.Is(err, os.ErrPermission):
		return refusal("it is a pipe that nobody reads")
	case err != nil:
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// writeError puts a failed write into words; file is "" for the standard output.
func writeError(file string, err error) error {
	what, why := file, ""
	if file == "" {
		what = "the output"
	}
	switch refused := refusal(""); {
	case err == nil:
		return nil
	case errors.As(err, &refused):
		why = string(refused)
	default:
		why = plugin.Reason(err)
	}
	return fmt.Errorf("cannot write %s: %s", what, why)
}

// complainOf prints findings on the standard error, for a command whose output is something else.
func (e *env) complainOf(command string, findings []diag.Diagnostic) {
	_ = report.Text(e.Err, &report.Report{Command: command, Version: Version, Findings: findings}, report.TextOptions{Color: e.colored(e.ErrTerminal), Quiet: true})
}
