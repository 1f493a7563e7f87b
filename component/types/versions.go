package types

import "strings"

// isSemver says whether s is a semantic version, 2.0.0.
func isSemver(s string) bool {
	s, build, hasBuild := strings.Cut(s, "+")
	core, pre, hasPre := strings.Cut(s, "-")
	parts := strings.Split(core, ".")
	if len(parts) != 3 {
		return false
	}
	for _, p := range parts {
		if !isNumber(p) {
			return false
		}
	}
	return (!hasPre || identifiers(pre, true)) && (!hasBuild || identifiers(build, false))
}

// isNumber says whether s is a decimal number of 64 bits without a leading zero.
func isNumber(s string) bool {
	if s == "" || len(s) > 1 && s[0] == '0' || strings.Trim(s, "0123456789") != "" {
		return false
	}
	const largest = "18446744073709551615"
	return len(s) < len(largest) || len(s) == len(largest) && s <= largest
}

// identifiers checks the parts of a pre-release (numeric: numbers have no leading zeros) or of build metadata.
func identifiers(s string, numeric bool) bool {
	for _, id := range strings.Split(s, ".") {
		if id == "" {
			return false
		}
		digits := true
		for _, c := range []byte(id) {
			switch {
			case c >= '0' && c <= '9':
			case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '-':
				digits = false
			default:
				return false
			}
		}
		if numeric && digits && len(id) > 1 && id[0] == '0' {
			return false
		}
	}
	return true
}
