package plugin

import "strings"

// The limits of names (S1, S2).
const (
	MaxToolName       = 40
	MaxRegisteredName = 64
)

// RegisteredName is the name under which the IDE's server lists a tool (S2): the plugin's id with every character outside [a-z0-9_]
// replaced by "_", two underscores, the tool's name. It is one byte for each character of the id.
func RegisteredName(id, tool string) string {
	var b strings.Builder
	for _, r := range id {
		if nameCharacter(r) {
			b.WriteRune(r)
		} else {
			b.WriteByte('_')
		}
	}
	return b.String() + "__" + tool
}

// ValidToolName says whether name matches [a-z0-9_]{1,40} as a whole (S1).
func ValidToolName(name string) bool {
	return name != "" && len(name) <= MaxToolName && len(BadCharacters(name)) == 0
}

// BadCharacters are the characters of a tool's name that are not allowed, each once, in order.
func BadCharacters(name string) []rune {
	var bad []rune
	for _, r := range name {
		if !nameCharacter(r) && !strings.ContainsRune(string(bad), r) {
			bad = append(bad, r)
		}
	}
	return bad
}

func nameCharacter(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_'
}
