package schema

import (
	"math"
	"strconv"
	"strings"
)

// maxExact is 2^53: up to it every whole number is a 64-bit floating point number.
var maxExact = parseDecimal("9007199254740992")

// InFloat64 says in a few words what becomes of a number where it is kept as 64-bit floating point: "" where nothing does that
// matters. Fractions are rounded by every reader, so nothing is said of them. Whole numbers that are written out count as soon as they
// are beyond 2^53, even if they happen to survive: readers that keep integers have other limits.
func (v *Value) InFloat64() string {
	const longest = 400 // digits; more cannot be the number that they say, and would take time
	n := parseDecimal(v.Text)
	magnitude := n
	magnitude.negative = false
	if n.sign() == 0 || n.exp < 0 && int64(len(n.digits))+n.exp > -300 {
		return ""
	}
	float := math.Inf(1)
	if int64(len(n.digits))+n.exp < 400 {
		text := v.Text
		if len(text) > longest {
			text = n.digits[:min(len(n.digits), longest)] + "e" + strconv.FormatInt(n.exp+int64(max(0, len(n.digits)-longest)), 10)
		}
		float, _ = strconv.ParseFloat(text, 64)
	}
	switch {
	case math.IsInf(float, 0):
		return "beyond 1.8e308, so it is infinite for many"
	case float == 0:
		return "so near to 0 that it is 0 for many"
	case !n.isInteger() || magnitude.compare(maxExact) <= 0:
		return ""
	}
	// What prints as the number that was read is it, for every reader: 1e300 is no power of ten in binary, but nobody sees that.
	if printed := strconv.FormatFloat(math.Copysign(float, float64(n.sign())), 'f', -1, 64); parseDecimal(printed).compare(n) != 0 {
		return "beyond 2^53; many read it as " + cut(printed, 30)
	}
	if !strings.ContainsAny(v.Text, ".eE") {
		return "beyond 2^53 (9007199254740992)"
	}
	return ""
}
