package wasi

import (
	"openidea-plugin/component"
	"openidea-plugin/component/abi"
	"openidea-plugin/component/bylabel"
)

var cliInterfaces = []iface{
	{"wasi:cli/environment", nil, []row{
		{"get-environment", "func() -> list<tuple<string, string>>", func(c *call) (component.Value, error) {
			out := abi.List{}
			for _, v := range c.host.cfg.Env {
				out = append(out, abi.Tuple{v.Name, v.Value})
			}
			return out, nil
		}},
		{"get-arguments", "func() -> list<string>", func(c *call) (component.Value, error) {
			out := abi.List{}
			for _, a := range c.host.cfg.Args {
				out = append(out, a)
			}
			return out, nil
		}},
		{"initial-cwd", "func() -> option<string>", func(c *call) (component.Value, error) {
			if c.host.cfg.InitialCwd == nil {
				return bylabel.None(), nil
			}
			return bylabel.Some(*c.host.cfg.InitialCwd), nil
		}},
	}},
	{"wasi:cli/exit", nil, []row{
		{"exit", "func(status: result)", func(c *call) (component.Value, error) {
			if c.args[0].(abi.Result).Err {
				return nil, &ExitError{Code: 1}
			}
			return nil, &ExitError{}
		}},
		{"exit-with-code", "func(status-code: u8)", func(c *call) (component.Value, error) { return nil, &ExitError{Code: c.args[0].(uint8)} }},
	}},
	{"wasi:cli/stdin", []string{"input-stream"}, []row{
		{"get-stdin", "func() -> own<input-stream>", func(c *call) (component.Value, error) { return own(&inputStream{from: c.host.cfg.Stdin}), nil }},
	}},
	{"wasi:cli/stdout", []string{"output-stream"}, []row{
		{"get-stdout", "func() -> own<output-stream>", func(c *call) (component.Value, error) { return own(&outputStream{to: c.host.cfg.Stdout}), nil }},
	}},
	{"wasi:cli/stderr", []string{"output-stream"}, []row{
		{"get-stderr", "func() -> own<output-stream>", func(c *call) (component.Value, error) { return own(&outputStream{to: c.host.cfg.Stderr}), nil }},
	}},
	// No stream of a sandbox is a terminal.
	{"wasi:cli/terminal-input", []string{"terminal-input"}, nil},
	{"wasi:cli/terminal-output", []string{"terminal-output"}, nil},
	{"wasi:cli/terminal-stdin", []string{"terminal-input"}, []row{{"get-terminal-stdin", "func() -> option<own<terminal-input>>", none}}},
	{"wasi:cli/terminal-stdout", []string{"terminal-output"}, []row{{"get-terminal-stdout", "func() -> option<own<terminal-output>>", none}}},
	{"wasi:cli/terminal-stderr", []string{"terminal-output"}, []row{{"get-terminal-stderr", "func() -> option<own<terminal-output>>", none}}},
}

// none answers with the empty option.
func none(*call) (component.Value, error) { return bylabel.None(), nil }
