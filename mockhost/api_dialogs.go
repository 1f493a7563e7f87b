package mockhost

import "openidea-plugin/mockhost/bind"

// The user of the mock host answers dialogs as he answers the question of a destructive tool: who accepts says yes, leaves a text as it is and takes the first
// item; who rejects says no, and cancels a dialog that has no "no".

type questionIn struct{ Question string }

type inputIn struct {
	Prompt  string
	Initial *string
}

type pickIn struct {
	Prompt string
	Items  []string
}

var dialogsAPI = functions{
	"message": bind.Func(func(c *call, in textIn) (none, error) { return none{}, c.dialog("message", in.Text, "closed") }),
	"confirm": bind.Func(func(c *call, in questionIn) (bool, error) {
		if c.accepts() {
			return true, c.dialog("confirm", in.Question, "yes")
		}
		return false, c.dialog("confirm", in.Question, "no")
	}),
	"input": bind.Func(func(c *call, in inputIn) (*string, error) {
		if !c.accepts() {
			return nil, c.dialog("input", in.Prompt, "cancelled")
		}
		var text string
		if in.Initial != nil {
			text = *in.Initial
		}
		return &text, c.dialog("input", in.Prompt, text)
	}),
	"pick": bind.Func(func(c *call, in pickIn) (*uint32, error) {
		if !c.accepts() || len(in.Items) == 0 {
			return nil, c.dialog("pick", in.Prompt, "cancelled")
		}
		return new(uint32), c.dialog("pick", in.Prompt, in.Items[0])
	}),
}

func (c *call) accepts() bool { return c.answer == "" || c.answer == Accept }

// dialog records a dialog; without a window there is none.
func (c *call) dialog(kind, text, answer string) error {
	if c.ide.opts.NoWindow {
		return hostError("failed", "there is no project window")
	}
	if c.effects.note(text, answer) {
		c.effects.Dialogs = append(c.effects.Dialogs, Dialog{kind, text, answer})
	}
	return nil
}
