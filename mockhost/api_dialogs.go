package mockhost

import (
	"slices"
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/mockhost/bind"
)

// DialogAnswer is what the user answers to one dialog: each answer is given once, the first that is for a dialog.
type DialogAnswer struct {
	// Kind is "message", "confirm", "input" or "pick", "" for any. Text is a part of what the dialog says, "" for any.
	Kind, Text string
	// Answer is "yes" or "no" for confirm, the text for input, the item for pick; a message has none.
	Answer string
	// Cancelled: the user closes the dialog instead; confirm takes that for "no".
	Cancelled bool
}

// A dialog that no DialogAnswer is for is answered as the question of a destructive tool: who accepts says yes, leaves a text as it is and takes the first
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
	"message": bind.Func(func(c *call, in textIn) (none, error) {
		_, err := c.dialog("message", in.Text, "closed")
		return none{}, err
	}),
	"confirm": bind.Func(func(c *call, in questionIn) (bool, error) {
		answer, err := c.dialog("confirm", in.Question, "yes")
		return answer != nil && *answer == "yes", err
	}),
	"input": bind.Func(func(c *call, in inputIn) (*string, error) {
		usual := ""
		if in.Initial != nil {
			usual = *in.Initial
		}
		return c.dialog("input", in.Prompt, usual)
	}),
	"pick": bind.Func(pick),
}

func pick(c *call, in pickIn) (*uint32, error) {
	if len(in.Items) == 0 { // nothing can be chosen
		_, err := c.dialog("pick", in.Prompt, "cancelled")
		return nil, err
	}
	answer, err := c.dialog("pick", in.Prompt, in.Items[0])
	if err != nil || answer == nil {
		return nil, err
	}
	if i := slices.Index(in.Items, *answer); i >= 0 {
		index := uint32(i)
		return &index, nil
	}
	return nil, &unscripted{function: "dialogs.pick", why: diag.Sprintf("and the scripted answer %q is none of its items: %q", *answer, strings.Join(in.Items, ", ")),
		help: "Make the answer one of the items, to the letter."}
}

// dialog asks the user: nil is a dialog that was cancelled, usual the answer of a user who accepts. Without a window there is no dialog.
func (c *call) dialog(kind, text, usual string) (*string, error) {
	if c.ide.opts.NoWindow {
		return nil, hostError("failed", "there is no project window")
	}
	answer := c.told(kind, text)
	if answer == nil {
		answer = &DialogAnswer{Answer: usual, Cancelled: c.answer != "" && c.answer != Accept}
	}
	shown := answer.Answer
	switch {
	case kind == "message":
		shown = usual
	case kind == "confirm" && answer.Cancelled:
		shown = "no"
	case answer.Cancelled:
		shown = "cancelled"
	}
	if c.effects.note(text, shown) {
		c.effects.Dialogs = append(c.effects.Dialogs, Dialog{kind, text, shown})
	}
	if answer.Cancelled {
		return nil, nil
	}
	return &answer.Answer, nil
}

// told is the next of Options.Dialogs that is for a dialog, nil where there is none.
func (c *call) told(kind, text string) *DialogAnswer {
	for i, a := range c.ide.opts.Dialogs {
		if !c.ide.told[i] && (a.Kind == "" || a.Kind == kind) && strings.Contains(text, a.Text) {
			c.ide.told[i] = true
			return &a
		}
	}
	return nil
}
