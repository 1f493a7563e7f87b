package schema

import (
	"cmp"
	"math"
	"math/big"
	"strings"
)

// decimal is a JSON number, exactly: ±digits × 10^exp, where digits has neither leading nor trailing zeros and is
// empty for zero. An exponent beyond ±maxExponent/16 counts as
// ±maxExponent; no number that means anything has one.
type decimal struct {
	negative bool
	digits   string
	exp      int64
}

const maxExponent = int64(1) << 60

// MaxMultipleDigits is the number of digits up to which divisibility is calculated: a "multipleOf" with more is KindTooComplex.
const MaxMultipleDigits = 5000

// parseDecimal reads a number in JSON's spelling.
func parseDecimal(text string) decimal {
	var n decimal
	text, n.negative = strings.CutPrefix(text, "-")
	mantissa, exponent := text, ""
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent = text[:i], text[i+1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	n.exp = parseExponent(exponent) - int64(len(fraction))
	digits := strings.TrimLeft(whole+fraction, "0")
	n.digits = strings.TrimRight(digits, "0")
	n.exp += int64(len(digits) - len(n.digits))
	if n.digits == "" {
		return decimal{}
	}
	return n
}

func parseExponent(s string) int64 {
	s = strings.TrimPrefix(s, "+")
	s, negative := strings.CutPrefix(s, "-")
	var e int64
	for i := range len(s) {
		if e = e*10 + int64(s[i]-'0'); e > maxExponent/16 {
			e = maxExponent
			break
		}
	}
	if negative {
		return -e
	}
	return e
}

func (n decimal) sign() int {
	switch {
	case n.digits == "":
		return 0
	case n.negative:
		return -1
	}
	return 1
}

// isInteger is mathematical: 1.0 and 1e2 are integers.
func (n decimal) isInteger() bool { return n.digits == "" || n.exp >= 0 }

// compare orders two numbers exactly.
func (n decimal) compare(m decimal) int {
	if c := cmp.Compare(n.sign(), m.sign()); c != 0 || n.sign() == 0 {
		return c
	}
	c := cmp.Compare(int64(len(n.digits))+n.exp, int64(len(m.digits))+m.exp)
	if c == 0 {
		// Both begin at the same power of ten: the digits decide, and where one runs out the other is larger.
		c = strings.Compare(n.digits, m.digits)
	}
	if n.negative {
		return -c
	}
	return c
}

// key is the same for numbers that are equal and for no others.
func (n decimal) key() string {
	if n.digits == "" {
		return "0"
	}
	sign := ""
	if n.negative {
		sign = "-"
	}
	return sign + n.digits + "e" + big.NewInt(n.exp).String()
}

// count is a number that limits a length: whole, at least zero, and at most what fits.
func (n decimal) count() int {
	switch {
	case n.sign() <= 0:
		return 0
	case int64(len(n.digits))+n.exp > 18:
		return math.MaxInt
	}
	v, _ := new(big.Int).SetString(n.digits+strings.Repeat("0", int(n.exp)), 10)
	return int(v.Int64())
}

// isMultipleOf reports whether n / m is an integer, m being greater than zero. known is false where the numbers have
// more digits than MaxMultipleDigits.
func (n decimal) isMultipleOf(m decimal) (multiple, known bool) {
	switch {
	case n.digits == "":
		return true, true
	case m.digits == "":
		return false, true
	case n.exp < m.exp:
		// n's last digit is not zero, so n is no multiple of anything that ends further left.
		return false, true
	case len(n.digits) > MaxMultipleDigits || len(m.digits) > MaxMultipleDigits:
		return false, false
	}
	divisor, _ := new(big.Int).SetString(m.digits, 10)
	value, _ := new(big.Int).SetString(n.digits, 10)
	// The exponent may be astronomical: the power is taken modulo the divisor.
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(n.exp-m.exp), divisor)
	rest := value.Mul(value, power).Mod(value, divisor)
	return rest.Sign() == 0, true
}
