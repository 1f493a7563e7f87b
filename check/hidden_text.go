package check

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"openidea-plugin/diag"
)

// plain says that a text is nothing but letters, digits and signs of ASCII, spaces and line ends, as most are: neither controls nor unseen finds anything in it.
func plain(s string) bool {
	for i := range len(s) {
		if (s[i] < ' ' || s[i] > '~') && s[i] != '\n' && s[i] != '\t' {
			return false
		}
	}
	return true
}

// controls are the control characters of a text that no line end or tab explains, escape sequences of terminals as one part each: bytes
// [start, end).
func controls(s string) [][2]int {
	var out [][2]int
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		end := i + n
		if unicode.IsControl(r) && r != '\t' && r != '\n' && !(r == '\r' && end < len(s) && s[end] == '\n') {
			if r == 0x1b || r == 0x9b || r == 0x9d {
				end += sequence(s[end:], r)
			}
			out = append(out, [2]int{i, end})
		}
		i = end
	}
	return out
}

// sequence is how many bytes behind an introducer belong to the same escape sequence: a CSI up to its last byte, an OSC up to BEL or ST. One that does not end
// in its line, or soon, is none.
func sequence(s string, introducer rune) int {
	kind, skip := introducer, 0
	if introducer == 0x1b {
		switch {
		case strings.HasPrefix(s, "["):
			kind, skip = 0x9b, 1
		case strings.HasPrefix(s, "]"):
			kind, skip = 0x9d, 1
		case s != "" && s[0] >= 0x30 && s[0] < 0x7f:
			return 1
		default:
			return 0
		}
	}
	const longest = 2048
	for i := skip; i < min(len(s), longest) && s[i] != '\n'; i++ {
		switch {
		case kind == 0x9b && s[i] >= 0x40 && s[i] < 0x7f:
			return i + 1
		case kind == 0x9b && (s[i] < 0x20 || s[i] >= 0x7f):
			return i // no sequence after all
		case kind == 0x9d && s[i] == '\a':
			return i + 1
		case kind == 0x9d && strings.HasPrefix(s[i:], "\x1b\\"):
			return i + 2
		}
	}
	return skip
}

// unseen are the characters of a text that people do not see and that nothing around them explains: zero-width characters, controls of direction, tag
// characters, variation selectors without a base. What emoji and the scripts that need them are written with is no such character.
func unseen(s string) [][2]int {
	rs := []rune(s)
	rtl := slices.ContainsFunc(rs, rightToLeft)
	var out [][2]int
	at, flag := 0, 0
	for i, r := range rs {
		end := at + len(string(r))
		if r == blackFlag {
			flag = subdivision(rs[i+1:])
		}
		var before, after rune
		if i > 0 {
			before = rs[i-1]
		}
		if i+1 < len(rs) {
			after = rs[i+1]
		}
		switch {
		case isTag(r) && flag > 0:
			flag--
		case !invisible(r), explained(r, before, after, rtl):
		default:
			out = append(out, [2]int{at, end})
		}
		at = end
	}
	return out
}

// blackFlag begins the flag of a part of a country: letters and digits as tag characters, then the cancelling one, follow it.
const blackFlag = 0x1F3F4

func isTag(r rune) bool { return r >= 0xE0000 && r <= 0xE007F }

// subdivision is the number of tag characters of a flag at the start of rs, 0 where there is no whole one.
func subdivision(rs []rune) int {
	for i, r := range rs {
		switch {
		case r == 0xE007F && i >= 3:
			return i + 1
		case r >= 0xE0030 && r <= 0xE0039, r >= 0xE0061 && r <= 0xE007A:
			if i >= 6 {
				return 0
			}
		default:
			return 0
		}
	}
	return 0
}

// blanks are characters of other categories that show nothing: the Hangul and Khmer fillers, the grapheme joiner.
var blanks = []rune{0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2065, 0x3164, 0xFFA0}

// shown are the format characters that are seen: signs of Arabic, Syriac and Kaithi that stand around digits, and the controls of hieroglyphs.
func shown(r rune) bool {
	switch {
	case r >= 0x0600 && r <= 0x0605, r == 0x06DD, r == 0x070F, r == 0x0890, r == 0x0891, r == 0x08E2, r == 0x110BD, r == 0x110CD, r >= 0x13430 && r <= 0x1343F:
		return true
	}
	return false
}

func invisible(r rune) bool {
	return unicode.Is(unicode.Cf, r) && !shown(r) || isTag(r) || unicode.Is(unicode.Variation_Selector, r) || slices.Contains(blanks, r)
}

// joining are the scripts whose letters zero-width joiners and non-joiners shape; spaceless those that are written without spaces, so that a zero-width one parts
// their words.
var (
	joining = []*unicode.RangeTable{unicode.Arabic, unicode.Bengali, unicode.Devanagari, unicode.Gujarati, unicode.Gurmukhi, unicode.Kannada, unicode.Khmer,
		unicode.Malayalam, unicode.Mongolian, unicode.Myanmar, unicode.Nko, unicode.Oriya, unicode.Sinhala, unicode.Syriac, unicode.Tamil, unicode.Telugu, unicode.Tibetan}
	spaceless = []*unicode.RangeTable{unicode.Khmer, unicode.Lao, unicode.Myanmar, unicode.Thai, unicode.Tibetan}
)

// explained says that an invisible character has a use between its neighbours.
func explained(r, before, after rune, rtl bool) bool {
	switch {
	case r == 0x200D && pictograph(before) && pictograph(after):
		return true
	case r == 0x200C || r == 0x200D:
		return unicode.In(before, joining...)
	case r == 0x200B:
		return unicode.In(before, spaceless...) && unicode.In(after, spaceless...)
	case r == 0x200E || r == 0x200F || r == 0x061C:
		return rtl
	case r >= 0x180B && r <= 0x180F:
		return unicode.Is(unicode.Mongolian, before)
	case r >= 0xE0100 && r <= 0xE01EF:
		return unicode.Is(unicode.Han, before)
	case unicode.Is(unicode.Variation_Selector, r):
		return !invisible(before) && (before > unicode.MaxASCII && unicode.IsGraphic(before) && !unicode.IsSpace(before) || strings.ContainsRune("0123456789#*", before) && r == 0xFE0F)
	}
	return false
}

// pictograph says that a character can stand beside the joiner of an emoji: a symbol, its presentation, its skin colour.
func pictograph(r rune) bool {
	return r == 0xFE0F || r >= 0x1F3FB && r <= 0x1F3FF || unicode.Is(unicode.So, r) && r > unicode.MaxLatin1 || r == 0xE007F
}

func rightToLeft(r rune) bool {
	return unicode.IsLetter(r) && unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam)
}

// smuggled is the text that the tag characters among parts of s spell for a model.
func smuggled(s string, parts [][2]int) string {
	var b strings.Builder
	for _, p := range parts {
		if r, _ := utf8.DecodeRuneInString(s[p[0]:]); r >= 0xE0020 && r <= 0xE007E {
			b.WriteRune(r - 0xE0000)
		}
	}
	return b.String()
}

// characterNames are those that authors most likely meet.
var characterNames = map[rune]string{
	0x00: "NUL", 0x07: "bell", 0x08: "backspace", 0x0B: "vertical tab", 0x0C: "form feed", 0x0D: "carriage return", 0x1B: "escape", 0x7F: "delete", 0x85: "next line", 0x9B: "CSI",
	0xAD: "soft hyphen", 0x061C: "Arabic letter mark", 0x180E: "Mongolian vowel separator", 0x200B: "zero width space", 0x200C: "zero width non-joiner",
	0x200D: "zero width joiner", 0x200E: "left-to-right mark", 0x200F: "right-to-left mark", 0x202A: "left-to-right embedding", 0x202B: "right-to-left embedding",
	0x202C: "pop directional formatting", 0x202D: "left-to-right override", 0x202E: "right-to-left override", 0x2060: "word joiner", 0x2066: "left-to-right isolate",
	0x2067: "right-to-left isolate", 0x2068: "first strong isolate", 0x2069: "pop directional isolate", 0xFEFF: "byte order mark",
}

// named lists the characters that parts begin with, each once, in the order of their code points: "U+200B (zero width space)".
func named(s string, parts [][2]int) string {
	var rs []rune
	for _, p := range parts {
		r, _ := utf8.DecodeRuneInString(s[p[0]:])
		rs = append(rs, r)
	}
	slices.Sort(rs)
	rs = slices.Compact(rs)
	const most = 5
	var out []string
	for i, r := range rs {
		if i == most {
			return strings.Join(out, ", ") + fmt.Sprintf(" and %d more", len(rs)-most)
		}
		name := characterNames[r]
		switch {
		case isTag(r):
			name = "tag character"
		case name == "" && unicode.Is(unicode.Variation_Selector, r):
			name = "variation selector"
		}
		if name != "" {
			name = " (" + name + ")"
		}
		out = append(out, fmt.Sprintf("U+%04X%s", r, name))
	}
	return strings.Join(out, ", ")
}

// without is a fix that removes parts of a text; nil where nothing that is seen would be left. origins say where parts stand in the file.
func without(s string, parts [][2]int, title string, unsafe bool, origins func([][2]int) []diag.Span) *diag.Fix {
	fix := &diag.Fix{Title: title, Unsafe: unsafe}
	var left strings.Builder
	last := 0
	var joined [][2]int
	for _, p := range parts {
		left.WriteString(s[last:p[0]])
		if n := len(joined); n > 0 && joined[n-1][1] == p[0] {
			joined[n-1][1] = p[1]
		} else {
			joined = append(joined, p)
		}
		last = p[1]
	}
	left.WriteString(s[last:])
	if isBlank(left.String()) {
		return nil
	}
	for _, span := range origins(joined) {
		fix.Edits = append(fix.Edits, diag.Edit{Span: span})
	}
	return fix
}

// isBlank says that a text shows nothing: white space and zero-width characters only.
func isBlank(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsSpace(r) && r != 0x2800 && !(invisible(r) && !isTag(r) && !unicode.Is(unicode.Bidi_Control, r) && !unicode.Is(unicode.Variation_Selector, r))
	})
}
