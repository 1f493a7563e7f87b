package report

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/mattn/go-runewidth"
)

// token is a piece of a line that is shown as one: what a terminal gets, the cells that this takes, and the bytes that it stands for.
type token struct {
	shown      string
	cells      int
	start, end int
}

// width is the same on every machine: the locale does not count.
var width = &runewidth.Condition{StrictEmojiNeutral: true}

// tabStop is how far tabs are expanded, in cells.
const tabStop = 4

// tokens parts text into what a reader sees as characters, until they fill most cells. offset is added to all positions, column is the
// cell where the text begins.
func tokens(text []byte, offset, column, most int) []token {
	list := make([]token, 0, min(len(text), longLine+1))
	most += column
	add := func(shown string, cells, start, end int) {
		list = append(list, token{shown, cells, offset + start, offset + end})
		column += cells
	}
	for i := 0; i < len(text) && column < most; {
		c := text[i]
		switch {
		case c == '\t':
			n := tabStop - column%tabStop
			add(strings.Repeat(" ", n), n, i, i+1)
			i++
		case c >= 0x20 && c < 0x7f && (i+1 == len(text) || text[i+1] < 0x80):
			add(string(text[i:i+1]), 1, i, i+1)
			i++
		default:
			cluster := text[i:]
			if len(cluster) > 256 {
				cluster = cluster[:256] // no character that is meant to be read is longer
			}
			it := graphemes.FromBytes(cluster)
			it.Next()
			cluster = it.Value()
			if readable(cluster) {
				add(string(cluster), width.StringWidth(string(cluster)), i, i+len(cluster))
				i += len(cluster)
				break
			}
			r, n := utf8.DecodeRune(text[i:])
			shown := escapeRune(r, n, text[i])
			add(shown, width.StringWidth(shown), i, i+n)
			i += n
		}
	}
	return list
}

// readable says that a cluster can be shown as it is: it is one visible character with at most a few marks on it.
func readable(cluster []byte) bool {
	const mostRunes = 12
	if !utf8.Valid(cluster) || utf8.RuneCount(cluster) > mostRunes {
		return false
	}
	for i, r := range string(cluster) {
		switch {
		case unicode.IsPrint(r), r == '\u3000':
			if i == 0 && unicode.In(r, unicode.Mn, unicode.Me) {
				return false // a mark with nothing to stand on
			}
		case r == '\u200d' && i > 0 && cluster[0] >= 0xe0:
			// The joiner of emoji and of Indic scripts.
		default:
			return false
		}
	}
	return true
}

// escapeRune makes a character visible that a terminal would obey, hide or garble.
func escapeRune(r rune, size int, b byte) string {
	switch {
	case r == utf8.RuneError && size <= 1:
		return fmt.Sprintf("<0x%02X>", b)
	case unicode.IsPrint(r) && !unicode.In(r, unicode.Mn, unicode.Me):
		return string(r)
	}
	return fmt.Sprintf("<U+%04X>", r)
}

// Escape makes text that may come from a plugin safe to print on one line of a terminal, and of a log that a runner reads for commands.
func Escape(text string) string {
	text = defuse(readableText(text))
	// "::error::" and the like are commands where a line begins with them. Three colons are none: our own lines may begin so.
	if rest := strings.TrimLeftFunc(text, unicode.IsSpace); strings.HasPrefix(rest, "::") && !strings.HasPrefix(rest, ":::") {
		text = text[:len(text)-len(rest)] + "<U+003A>" + rest[1:]
	}
	return text
}

// readableText spells out what a terminal would obey, hide or garble.
func readableText(text string) string {
	for i := 0; ; i++ {
		if i == len(text) {
			return text
		}
		if text[i] < 0x20 || text[i] >= 0x7f {
			break
		}
	}
	var b strings.Builder
	for _, t := range tokens([]byte(text), 0, 0, math.MaxInt) {
		b.WriteString(t.shown)
	}
	return b.String()
}

// workflowCommand is how a line of a log can speak to the runners of GitHub and Azure, wherever it stands: ##[group], ##vso[task.setvariable].
var workflowCommand = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`##([a-z]*)\[`) })

// defuse makes printable text no command of a runner that reads logs.
func defuse(text string) string {
	if strings.Contains(text, "##") {
		text = workflowCommand().ReplaceAllString(text, "#<U+0023>$1[")
	}
	return text
}

// Cells is how many cells printable text takes on a terminal.
func Cells(text string) int { return width.StringWidth(text) }

// Fit makes text safe to print and cuts it to so many cells.
func Fit(text string, cells int) string {
	text = Escape(text)
	if Cells(text) <= cells {
		return text
	}
	var b strings.Builder
	left := cells - 1
	for _, t := range tokens([]byte(text), 0, 0, math.MaxInt) {
		if left -= t.cells; left < 0 {
			break
		}
		b.WriteString(t.shown)
	}
	return b.String() + "…"
}
