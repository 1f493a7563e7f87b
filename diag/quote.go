package diag

import (
	"fmt"
	"io"
	"strings"
	"unicode"
)

// Quote puts text of a plugin in double quotes for a message, the way TOML and JSON write it: quotes and backslashes are escaped, and
// so is every character that cannot be seen. The result is one line and holds nothing that a terminal obeys.
func Quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r > 0xFFFF:
			fmt.Fprintf(&b, `\U%08X`, r)
		default:
			fmt.Fprintf(&b, `\u%04X`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// ShortQuote is Quote for a message that is to stay one line: of more than 60 characters only the first 60 are shown, and "…" behind the quotes.
func ShortQuote(s string) string { return quoteFirst(s, 60) }

func quoteFirst(s string, most int) string {
	if rs := []rune(s); len(rs) > most {
		return Quote(string(rs[:most])) + "…"
	}
	return Quote(s)
}

// Shorten cuts a text to at most most characters, of which the last is then "…".
func Shorten(s string, most int) string {
	if rs := []rune(s); len(rs) > most {
		return string(rs[:most-1]) + "…"
	}
	return s
}

// quoted is how many characters of a text a message shows in quotes.
const quoted = 100

// Sprintf is fmt.Sprintf for messages about what a user wrote: %q writes a string as Quote does, and cuts it where it is long.
func Sprintf(format string, args ...any) string {
	safe := make([]any, len(args))
	for i, arg := range args {
		if s, ok := arg.(string); ok {
			arg = text(s)
		}
		safe[i] = arg
	}
	return fmt.Sprintf(format, safe...)
}

// text is a string in a message.
type text string

// Format writes the text.
func (t text) Format(f fmt.State, verb rune) {
	if verb != 'q' {
		fmt.Fprintf(f, fmt.FormatString(f, verb), string(t))
		return
	}
	io.WriteString(f, quoteFirst(string(t), quoted))
}
