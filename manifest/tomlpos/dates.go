package tomlpos

import (
	"strings"
	"time"
)

// checkDate says what is wrong with a date or time; "" if nothing is. go-toml's parser only finds where it ends.
func checkDate(kind Kind, s string) string {
	switch kind {
	case LocalTime:
		rest, label := clock(s)
		return trailing(rest, label)
	case LocalDate:
		rest, label := date(s)
		return trailing(rest, label)
	}
	rest, label := date(s)
	if label != "" {
		return label
	}
	if rest == "" || !strings.ContainsRune("Tt ", rune(rest[0])) {
		return "a T stands between date and time"
	}
	rest, label = clock(rest[1:])
	if label == "" && kind == OffsetDateTime {
		rest, label = zone(rest)
	}
	return trailing(rest, label)
}

func trailing(rest, label string) string {
	if label == "" && rest != "" {
		return "\"" + rest + "\" is too much"
	}
	return label
}

// digits reads n digits followed by the byte after (0: anything).
func digits(s string, n int, after byte) (value int, rest string, ok bool) {
	if len(s) < n {
		return 0, s, false
	}
	for i := range n {
		if s[i] < '0' || s[i] > '9' {
			return 0, s, false
		}
		value = value*10 + int(s[i]-'0')
	}
	if after == 0 {
		return value, s[n:], true
	}
	if len(s) == n || s[n] != after {
		return 0, s, false
	}
	return value, s[n+1:], true
}

func date(s string) (rest, label string) {
	year, s, ok1 := digits(s, 4, '-')
	month, s, ok2 := digits(s, 2, '-')
	day, s, ok3 := digits(s, 2, 0)
	if !ok1 || !ok2 || !ok3 {
		return s, "a date is written like 2026-01-31"
	}
	d := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if month < 1 || month > 12 || d.Day() != day || d.Month() != time.Month(month) {
		return s, "the calendar has no such day"
	}
	return s, ""
}

func clock(s string) (rest, label string) {
	hour, s, ok1 := digits(s, 2, ':')
	minute, s, ok2 := digits(s, 2, ':')
	second, s, ok3 := digits(s, 2, 0)
	if !ok1 || !ok2 || !ok3 {
		return s, "a time is written like 07:32:00, with its seconds"
	}
	if hour > 23 || minute > 59 || second > 59 {
		return s, "the clock has no such time"
	}
	if strings.HasPrefix(s, ".") {
		n := 1
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		if n == 1 {
			return s, "a digit must follow the point"
		}
		s = s[n:]
	}
	return s, ""
}

func zone(s string) (rest, label string) {
	if s == "Z" || s == "z" {
		return "", ""
	}
	const form = "the offset is Z, or written like +02:00"
	if s == "" || s[0] != '+' && s[0] != '-' {
		return s, form
	}
	hour, s, ok1 := digits(s[1:], 2, ':')
	minute, s, ok2 := digits(s, 2, 0)
	if !ok1 || !ok2 || hour > 23 || minute > 59 {
		return s, form
	}
	return s, ""
}
