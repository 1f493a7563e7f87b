package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// What is known of those who read JUnit reports:
//
//   - There is no standard. The schema of Jenkins' xUnit plugin (junit-10.xsd) is the widest of those in use, and this is valid by it but for file and line of
//     cases. Jenkins' own junit step, GitLab and GitHub's popular actions validate nothing, and the latter two link to the place with these.
//   - Jenkins names a test by classname and name, and takes what stands before the last dot of classname for a package. Two cases with the same names are shown as one.
//   - GitLab shows one failure of a case, its text and its system-out.
//   - The time of a case may be left out. It varies from run to run, so it is left out unless it is asked for.
//   - XML 1.0 has no way to write most control characters, U+FFFE and U+FFFF, nor bytes that are no UTF-8: one of them makes the whole report unreadable.

// junitReport is a report in the order in which it is written.
type junitReport struct {
	Name   string
	Suites []*junitSuite
}

type junitSuite struct {
	Name, File string
	// Properties are written in order.
	Properties [][2]string
	Cases      []*junitCase
}

type junitCase struct {
	Name, Class, File string
	Line              int
	// Time in seconds is written where it is not nil.
	Time *float64
	// At most one of these is set.
	Failure, Error, Skipped *junitFailure
	Out                     string
}

type junitFailure struct{ Type, Message, Text string }

// counts are the cases of suites: all, those that failed, with an error, skipped.
func junitCounts(suites ...*junitSuite) string {
	var tests, failures, errors, skipped int
	for _, s := range suites {
		tests += len(s.Cases)
		for _, c := range s.Cases {
			switch {
			case c.Failure != nil:
				failures++
			case c.Error != nil:
				errors++
			case c.Skipped != nil:
				skipped++
			}
		}
	}
	return fmt.Sprintf(` tests="%d" failures="%d" errors="%d" skipped="%d"`, tests, failures, errors, skipped)
}

func (x *junitReport) write(w io.Writer) error {
	out := bufio.NewWriter(w)
	// The root has no count of skipped cases by the schemas in use.
	counts, _, _ := strings.Cut(junitCounts(x.Suites...), " skipped=")
	fmt.Fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"%s\"%s>\n", xmlAttribute(x.Name), counts)
	for _, s := range x.Suites {
		s.write(out)
	}
	out.WriteString("</testsuites>\n")
	return out.Flush()
}

func (s *junitSuite) write(out *bufio.Writer) {
	fmt.Fprintf(out, "  <testsuite name=\"%s\"%s", xmlAttribute(s.Name), junitCounts(s))
	if s.File != "" {
		fmt.Fprintf(out, " file=\"%s\"", xmlAttribute(s.File))
	}
	out.WriteString(">\n")
	if len(s.Properties) > 0 {
		out.WriteString("    <properties>\n")
		for _, p := range s.Properties {
			fmt.Fprintf(out, "      <property name=\"%s\" value=\"%s\"/>\n", xmlAttribute(p[0]), xmlAttribute(p[1]))
		}
		out.WriteString("    </properties>\n")
	}
	for _, c := range s.Cases {
		c.write(out)
	}
	out.WriteString("  </testsuite>\n")
}

func (c *junitCase) write(out *bufio.Writer) {
	fmt.Fprintf(out, "    <testcase name=\"%s\" classname=\"%s\"", xmlAttribute(c.Name), xmlAttribute(c.Class))
	if c.File != "" {
		fmt.Fprintf(out, " file=\"%s\"", xmlAttribute(c.File))
	}
	if c.Line > 0 {
		fmt.Fprintf(out, " line=\"%d\"", c.Line)
	}
	if c.Time != nil {
		fmt.Fprintf(out, " time=\"%.3f\"", *c.Time)
	}
	if c.Failure == nil && c.Error == nil && c.Skipped == nil && c.Out == "" {
		out.WriteString("/>\n")
		return
	}
	out.WriteString(">\n")
	for _, f := range []struct {
		name string
		*junitFailure
	}{{"failure", c.Failure}, {"error", c.Error}, {"skipped", c.Skipped}} {
		if f.junitFailure == nil {
			continue
		}
		fmt.Fprintf(out, "      <%s", f.name)
		if f.Type != "" {
			fmt.Fprintf(out, " type=\"%s\"", xmlAttribute(f.Type))
		}
		fmt.Fprintf(out, " message=\"%s\"", xmlAttribute(f.Message))
		if f.Text == "" {
			out.WriteString("/>\n")
		} else {
			fmt.Fprintf(out, ">%s</%s>\n", xmlText(f.Text), f.name)
		}
	}
	if c.Out != "" {
		fmt.Fprintf(out, "      <system-out>%s</system-out>\n", xmlText(c.Out))
	}
	out.WriteString("    </testcase>\n")
}

var (
	xmlTexts      = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#xD;")
	xmlAttributes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\n", "&#xA;", "\t", "&#x9;", "\r", "&#xD;")
)

func xmlText(s string) string      { return xmlTexts.Replace(legalXML(s)) }
func xmlAttribute(s string) string { return xmlAttributes.Replace(legalXML(s)) }

// legalXML spells out what XML 1.0 cannot hold.
func legalXML(s string) string {
	legal := func(r rune) bool {
		return r == '\t' || r == '\n' || r == '\r' || r >= 0x20 && r <= 0xD7FF || r >= 0xE000 && r <= 0xFFFD || r >= 0x10000
	}
	if utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool { return !legal(r) }) < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, "<0x%02X>", s[i])
		case !legal(r):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
		i += n
	}
	return b.String()
}
