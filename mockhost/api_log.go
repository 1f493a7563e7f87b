package mockhost

import "openidea-plugin/mockhost/bind"

type logLevel string

// Labels are the cases of the enum.
func (logLevel) Labels() []string { return []string{"debug", "info", "warning", "error"} }

type logIn struct {
	Level *logLevel
	Text  string
}

var logAPI = functions{
	"write": bind.Func(func(c *call, in logIn) (none, error) {
		line := LogLine{Level: "info", Text: in.Text}
		if in.Level != nil {
			line.Level = string(*in.Level)
		}
		if c.effects.note(line.Text) {
			c.effects.Log = append(c.effects.Log, line)
		}
		return none{}, nil
	}),
}
