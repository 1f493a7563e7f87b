package mockhost

import (
	"fmt"
	"strings"
)

// Shorten leaves of an outcome what fits into about limit bytes, for those who keep many outcomes. Texts are cut and end with "… (N bytes)"; of the host calls and
// of what the plugin showed and logged the first are kept, and the others are counted as dropped. What was cut so makes the outcome Shortened. Files, unsaved texts
// and stored values that changed are left out without a word: ask for them before.
func (o *Outcome) Shorten(limit int) {
	s := shortener{left: limit}
	s.text(&o.Message, limit/2)
	s.text(&o.Text, limit/2)
	s.text(&o.Stderr, limit/4)
	e := &o.Effects
	e.Files, e.Unsaved, e.Storage = nil, nil, nil
	o.Trace.Calls = fitting(&s, o.Trace.Calls, &o.Trace.Dropped, func(h HostCall) int { return len(h.Args) + len(h.Result) })
	e.Notifications = fitting(&s, e.Notifications, &e.Dropped, func(n Notification) int { return len(n.Text) })
	e.Status = fitting(&s, e.Status, &e.Dropped, func(t string) int { return len(t) })
	e.Dialogs = fitting(&s, e.Dialogs, &e.Dropped, func(d Dialog) int { return len(d.Text) + len(d.Answer) })
	e.Log = fitting(&s, e.Log, &e.Dropped, func(l LogLine) int { return len(l.Text) })
	e.Tabs = fitting(&s, e.Tabs, &e.Dropped, func(t Tab) int { return len(t.Path) })
	e.Runs = fitting(&s, e.Runs, &e.Dropped, func(r Run) int { return len(r.Configuration) })
	e.Fetches = fitting(&s, e.Fetches, &e.Dropped, func(f string) int { return len(f) })
	o.Shortened = o.Shortened || s.cut
}

// shortener spends a number of bytes.
type shortener struct {
	left int
	cut  bool
}

// text cuts a text to at most limit bytes. What is kept is a copy, so that the whole text can go.
func (s *shortener) text(text *string, limit int) {
	if n := len(*text); n > limit {
		*text = fmt.Sprintf("%s… (%d bytes)", strings.ToValidUTF8((*text)[:limit], ""), n)
		s.cut = true
	}
	s.left -= len(*text)
}

// perElement is about what an element of a list takes beside its texts, in bytes.
const perElement = 100

// fitting are the first elements of a list for which there is room.
func fitting[T any](s *shortener, list []T, dropped *int, texts func(T) int) []T {
	for i, x := range list {
		size := perElement + texts(x)
		if size > s.left {
			s.cut = true
			*dropped += len(list) - i
			return append([]T(nil), list[:i]...) // the array behind the rest must not stay
		}
		s.left -= size
	}
	return list
}
