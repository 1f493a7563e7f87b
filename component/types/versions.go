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

// isCanonVersion says whether s is a version up to its first part that is not 0.
func isCanonVersion(s string) bool {
	parts := strings.Split(s, ".")
	for i, p := range parts {
		if !isNumber(p) || i < len(parts)-1 && p != "0" || i == len(parts)-1 && i < 2 && p == "0" {
			return false
		}
	}
	return len(parts) <= 3
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

// otherNames are the forms of names that the specification had once and producers may still write, for imports only; check says what is wrong with what follows the prefix.
var otherNames = []struct {
	prefix string
	check  func(rest string) string
}{
	{"unlocked-dep=", checkUnlocked},
	{"locked-dep=", checkLocked},
	{"url=", checkURL},
	{"integrity=", func(rest string) string {
		hash, rest, ok := bracketed(rest)
		if !ok || rest != "" {
			return "a hash must stand between < and >"
		}
		return checkHash(hash)
	}},
}

// bracketed takes "<text>" off the front.
func bracketed(s string) (text, rest string, ok bool) {
	s, ok = strings.CutPrefix(s, "<")
	if !ok {
		return "", "", false
	}
	return strings.Cut(s, ">")
}

func checkUnlocked(rest string) string {
	// The version range may contain ">" itself, so that the bracket is the last one.
	s, ok := strings.CutPrefix(rest, "<")
	s, ok2 := strings.CutSuffix(s, ">")
	if !ok || !ok2 {
		return "a dependency must stand between < and >"
	}
	path, query, has := strings.Cut(s, "@")
	if why := checkPath(path, false); why != "" {
		return why
	}
	if !has || query == "*" {
		return ""
	}
	rng, ok := strings.CutPrefix(query, "{")
	rng, ok2 = strings.CutSuffix(rng, "}")
	if !ok || !ok2 || !isRange(rng) {
		return "the version of a dependency must be * or a range between { and }"
	}
	return ""
}

// isRange says whether s is "*", ">=version", "<version" or ">=version <version".
func isRange(s string) bool {
	if s == "*" {
		return true
	}
	if upper, ok := strings.CutPrefix(s, "<"); ok {
		return isSemver(upper)
	}
	s, ok := strings.CutPrefix(s, ">=")
	if !ok {
		return false
	}
	lower, upper, has := strings.Cut(s, " ")
	if has {
		if upper, ok = strings.CutPrefix(upper, "<"); !ok || !isSemver(upper) {
			return false
		}
	}
	return isSemver(lower)
}

func checkLocked(rest string) string {
	s, rest, ok := bracketed(rest)
	if !ok {
		return "a dependency must stand between < and >"
	}
	path, version, has := strings.Cut(s, "@")
	if why := checkPath(path, false); why != "" {
		return why
	}
	if has && !isSemver(version) {
		return "the version of a locked dependency must be a semantic version"
	}
	return checkOptionalHash(rest)
}

func checkURL(rest string) string {
	url, rest, ok := bracketed(rest)
	if !ok || strings.Contains(url, "<") {
		return "a URL must stand between < and >"
	}
	return checkOptionalHash(rest)
}

// checkOptionalHash checks what may follow a dependency or URL.
func checkOptionalHash(s string) string {
	if s == "" {
		return ""
	}
	s, ok := strings.CutPrefix(s, ",integrity=")
	if !ok {
		return "only a hash can follow"
	}
	hash, rest, ok := bracketed(s)
	if !ok || rest != "" {
		return "a hash must stand between < and >"
	}
	return checkHash(hash)
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// checkHash checks hashes as in subresource integrity.
func checkHash(s string) string {
	fields := strings.Fields(s)
	if len(fields) == 0 {
		return "the hash is empty"
	}
	for _, f := range fields {
		algorithm, sum, ok := strings.Cut(f, "-")
		if !ok || algorithm != "sha256" && algorithm != "sha384" && algorithm != "sha512" {
			return "a hash must start with sha256-, sha384- or sha512-"
		}
		sum, _, _ = strings.Cut(sum, "?")
		digits := strings.TrimRight(sum, "=")
		if digits == "" || len(sum)-len(digits) > 2 || strings.Trim(digits, base64Digits) != "" {
			return "a hash must be in base64"
		}
	}
	return ""
}
