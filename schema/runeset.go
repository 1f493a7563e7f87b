package schema

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// runeSet is a set of characters: pairs of first and last, sorted and without overlap once normal has been called.
type runeSet []rune

var (
	digits       = runeSet{'0', '9'}
	wordChars    = runeSet{'0', '9', 'A', 'Z', '_', '_', 'a', 'z'}
	lineBreaks   = runeSet{'\n', '\n', '\r', '\r', 0x2028, 0x2029}
	notLineBreak = lineBreaks.negated()
	// whiteSpace is WhiteSpace and LineTerminator of ECMA-262.
	whiteSpace = runeSet{'\t', '\r', ' ', ' ', 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f, 0x205f, 0x3000, 0x3000, 0xfeff, 0xfeff}
)

// normal sorts the pairs and joins those that touch.
func (s runeSet) normal() runeSet {
	pairs := make([][2]rune, 0, len(s)/2)
	for i := 0; i+1 < len(s); i += 2 {
		pairs = append(pairs, [2]rune{s[i], s[i+1]})
	}
	slices.SortFunc(pairs, func(a, b [2]rune) int { return int(a[0] - b[0]) })
	out := runeSet{}
	for _, p := range pairs {
		if n := len(out); n > 0 && p[0] <= out[n-1]+1 {
			out[n-1] = max(out[n-1], p[1])
			continue
		}
		out = append(out, p[0], p[1])
	}
	return out
}

// negated is everything else. The set has to be normal.
func (s runeSet) negated() runeSet {
	out := runeSet{}
	next := rune(0)
	for i := 0; i+1 < len(s); i += 2 {
		if s[i] > next {
			out = append(out, next, s[i]-1)
		}
		next = s[i+1] + 1
	}
	if next <= unicode.MaxRune {
		out = append(out, next, unicode.MaxRune)
	}
	return out
}

func tableSet(tables ...*unicode.RangeTable) runeSet {
	var s runeSet
	add := func(low, high, stride rune) {
		if stride == 1 {
			s = append(s, low, high)
			return
		}
		for r := low; r <= high; r += stride {
			s = append(s, r, r)
		}
	}
	for _, t := range tables {
		for _, r := range t.R16 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range t.R32 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	return s.normal()
}

// derivedProperties are binary properties that are made of others.
var derivedProperties = map[string]func() runeSet{
	"Any":   func() runeSet { return runeSet{0, unicode.MaxRune} },
	"ASCII": func() runeSet { return runeSet{0, 0x7f} },
	"Assigned": func() runeSet {
		return tableSet(unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs)
	},
	"Alphabetic": func() runeSet { return tableSet(unicode.L, unicode.Nl, unicode.Other_Alphabetic) },
	"Uppercase":  func() runeSet { return tableSet(unicode.Lu, unicode.Other_Uppercase) },
	"Lowercase":  func() runeSet { return tableSet(unicode.Ll, unicode.Other_Lowercase) },
	"Math":       func() runeSet { return tableSet(unicode.Sm, unicode.Other_Math) },
	"ID_Start":   func() runeSet { return tableSet(unicode.L, unicode.Nl, unicode.Other_ID_Start) },
	"ID_Continue": func() runeSet {
		return tableSet(unicode.L, unicode.Nl, unicode.Other_ID_Start, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
	},
	"Cased": func() runeSet {
		return tableSet(unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Uppercase, unicode.Other_Lowercase)
	},
	"Cased_Letter": func() runeSet { return tableSet(unicode.Lu, unicode.Ll, unicode.Lt) },
}

// tablelessProperties are legal in ECMA-262, but their tables are not at hand: such a pattern is valid, and what it
// matches cannot be told.
var tablelessProperties = strings.Fields(`Bidi_Mirrored Bidi_M Case_Ignorable CI Changes_When_Casefolded CWCF
	Changes_When_Casemapped CWCM Changes_When_Lowercased CWL Changes_When_NFKC_Casefolded CWKCF Changes_When_Titlecased CWT
	Changes_When_Uppercased CWU Default_Ignorable_Code_Point DI Emoji Emoji_Component EComp Emoji_Modifier EMod
	Emoji_Modifier_Base EBase Emoji_Presentation EPres Extended_Pictographic ExtPict Grapheme_Base Gr_Base Grapheme_Extend
	Gr_Ext XID_Continue XIDC XID_Start XIDS`)

// propertyAliases are the short names of binary properties and scripts.
var propertyAliases = map[string]string{
	"Alpha": "Alphabetic", "Upper": "Uppercase", "Lower": "Lowercase", "IDS": "ID_Start", "IDC": "ID_Continue",
	"space": "White_Space", "AHex": "ASCII_Hex_Digit", "Hex": "Hex_Digit", "Dia": "Diacritic", "Ext": "Extender",
	"Ideo": "Ideographic", "QMark": "Quotation_Mark", "SD": "Soft_Dotted", "STerm": "Sentence_Terminal",
	"Term": "Terminal_Punctuation", "UIdeo": "Unified_Ideograph", "VS": "Variation_Selector", "RI": "Regional_Indicator",
	"NChar": "Noncharacter_Code_Point", "Pat_Syn": "Pattern_Syntax", "Pat_WS": "Pattern_White_Space", "Join_C": "Join_Control",
	"Bidi_C": "Bidi_Control", "Dep": "Deprecated", "LOE": "Logical_Order_Exception", "IDSB": "IDS_Binary_Operator", "IDST": "IDS_Trinary_Operator",
	"Latn": "Latin", "Grek": "Greek", "Cyrl": "Cyrillic", "Hani": "Han", "Hira": "Hiragana", "Kana": "Katakana", "Hang": "Hangul",
	"Arab": "Arabic", "Hebr": "Hebrew", "Deva": "Devanagari", "Armn": "Armenian", "Geor": "Georgian", "Beng": "Bengali",
	"Taml": "Tamil", "Telu": "Telugu", "Knda": "Kannada", "Mlym": "Malayalam", "Gujr": "Gujarati", "Guru": "Gurmukhi",
	"Khmr": "Khmer", "Laoo": "Lao", "Mymr": "Myanmar", "Ethi": "Ethiopic", "Mong": "Mongolian", "Tibt": "Tibetan",
	"Sinh": "Sinhala", "Cher": "Cherokee", "Copt": "Coptic", "Zyyy": "Common", "Zinh": "Inherited", "Qaai": "Inherited",
}

// propertySets are the sets that were looked up before: a pattern may name one property ten thousand times.
var propertySets sync.Map

// unicodeProperty finds the characters of a property as \p{…} names it. A known property without a table gives nil.
func unicodeProperty(name string) (set runeSet, known bool) {
	if cached, ok := propertySets.Load(name); ok {
		return cached.(runeSet), true
	}
	if set, known = lookUpProperty(name); set != nil {
		propertySets.Store(name, set)
	}
	return set, known
}

func lookUpProperty(name string) (set runeSet, known bool) {
	property, value, hasValue := strings.Cut(name, "=")
	if hasValue {
		switch property {
		case "General_Category", "gc":
			return generalCategory(value)
		case "Script", "sc", "Script_Extensions", "scx":
			return script(value)
		}
		return nil, false
	}
	if set, known := generalCategory(name); known {
		return set, true
	}
	if long, ok := propertyAliases[name]; ok && unicode.Scripts[long] == nil {
		name = long
	}
	if make, ok := derivedProperties[name]; ok {
		return make(), true
	}
	if slices.Contains(tablelessProperties, name) {
		return nil, true
	}
	if t := unicode.Properties[name]; t != nil && !strings.HasPrefix(name, "Other_") && name != "Hyphen" && name != "Prepended_Concatenation_Mark" {
		return tableSet(t), true
	}
	return nil, false
}

func generalCategory(name string) (runeSet, bool) {
	if short, ok := unicode.CategoryAliases[name]; ok {
		name = short
	}
	t := unicode.Categories[name]
	if t == nil {
		return nil, false
	}
	return tableSet(t), true
}

// script accepts names and the four-letter codes of ISO 15924; of the rarer codes no table is at hand.
func script(name string) (runeSet, bool) {
	if long, ok := propertyAliases[name]; ok {
		name = long
	}
	if t := unicode.Scripts[name]; t != nil {
		return tableSet(t), true
	}
	code := len(name) == 4 && name[0] >= 'A' && name[0] <= 'Z' && strings.ToLower(name[1:]) == name[1:]
	return nil, code
}
