package mockhost

import "openidea-plugin/mockhost/bind"

type notificationKind string

// Labels are the cases of the enum.
func (notificationKind) Labels() []string { return []string{"info", "warning", "error"} }

type notifyIn struct {
	Kind *notificationKind
	Text string
}

type textIn struct{ Text string }

type openTabIn struct {
	Path     string
	Position *position
}

var workbenchAPI = functions{
	"notify": bind.Func(func(c *call, in notifyIn) (none, error) {
		n := Notification{Kind: "info", Text: in.Text}
		if in.Kind != nil {
			n.Kind = string(*in.Kind)
		}
		if c.effects.note(in.Text) {
			c.effects.Notifications = append(c.effects.Notifications, n)
		}
		return none{}, nil
	}),
	"set-status": bind.Func(func(c *call, in textIn) (none, error) {
		if c.effects.note(in.Text) {
			c.effects.Status = append(c.effects.Status, in.Text)
		}
		return none{}, nil
	}),
	"open-tab": bind.Func(openTab),
}

func openTab(c *call, in openTabIn) (none, error) {
	if c.ide.opts.NoWindow {
		return none{}, hostError("failed", "there is no project window")
	}
	d, err := c.ide.editor.show(c.ide.tree, in.Path)
	if err != nil {
		return none{}, err
	}
	tab := Tab{Path: d.path}
	if in.Position != nil {
		caret := nearestPlace(d.text, *in.Position)
		tab.Line, tab.Character = caret.Line, caret.Character
		d.selections = []span{{caret, caret}}
	}
	if c.effects.note(tab.Path) {
		c.effects.Tabs = append(c.effects.Tabs, tab)
	}
	return none{}, nil
}
