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

	"openidea-plugin/plugin"
)

// format is a way to print a report: its name on the command line and what prints it.
type format struct {
	name  string
	print func(w io.Writer, color bool) error
}

// outputFlag adds the flag --output FORMAT[=FILE] to a command.
func outputFlag(cmd *cobra.Command, value *[]string, formats ...string) {
	cmd.Flags().StringArrayVar(value, "output", []string{"text"}, "print in `FORMAT[=FILE]`: "+strings.Join(formats, " or ")+", to the terminal or a file; may be given several times")
	cmd.Flags().Lookup("output").DefValue = "text" // without the brackets of a list
	_ = cmd.RegisterFlagCompletionFunc("output", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
}

// output is one --output: a format and where it goes; an empty file is the standard output.
type output struct{ format, file string }

// parseOutputs reads the values of --output before any work is done.
func parseOutputs(values, formats []string) ([]output, error) {
	var list []output
	for _, v := range values {
		name, file, toFile := strings.Cut(v, "=")
		switch {
		case !slices.Contains(formats, name):
			return nil, usage(didYouMean(name, formats), "--output does not know the format %q", name)
		case toFile && file == "":
			return nil, usage("", "--output %s= names no file", name)
		}
		for _, o := range list {
			if o.file == file && file == "" {
				return nil, usage("send one of them to a file: --output "+name+"=FILE", "--output %s and --output %s would both go to the terminal", o.format, name)
			}
			if filepath.Clean(o.file) == filepath.Clean(file) && o.file != "" && file != "" {
				return nil, usage("", "--output %s and --output %s would both go to %s", o.format, name, file)
			}
		}
		list = append(list, output{name, file})
	}
	return list, nil
}

// write prints every output. Colour is for the terminal; a file gets it only with --color always.
func (e *env) write(outputs []output, formats []format) error {
	for _, o := range outputs {
		i := slices.IndexFunc(formats, func(f format) bool { return f.name == o.format })
		if o.file == "" {
			if err := writeError("", formats[i].print(e.Out, e.colored(e.OutTerminal))); err != nil {
				return err
			}
			continue
		}
		var b bytes.Buffer
		if err := formats[i].print(&b, e.color == "always"); err != nil {
			return err
		}
		path := o.file
		if !filepath.IsAbs(path) {
			path = filepath.Join(e.Dir, path)
		}
		if err := writeError(o.file, writeFile(path, b.Bytes())); err != nil {
			return err
		}
	}
	return nil
}

// writeFile replaces a file as a whole, so that nobody sees half a report. What is no regular file (a pipe, a device) is written to.
func writeFile(path string, data []byte) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		if info.IsDir() {
			return syscall.EISDIR
		}
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		_, err = f.Write(data)
		return errors.Join(err, f.Close())
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".openidea-plugin-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails when all went well, and the file has its name
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// writeError puts a failed write into words; file is "" for the standard output.
func writeError(file string, err error) error {
	switch {
	case err == nil:
		return nil
	case file != "":
		return fmt.Errorf("cannot write %s: %s", file, plugin.Reason(err))
	case errors.Is(err, syscall.EPIPE), errors.Is(err, io.ErrClosedPipe):
		return errors.New("the output was closed before all was written")
	}
	return fmt.Errorf("cannot write the output: %s", plugin.Reason(err))
}
