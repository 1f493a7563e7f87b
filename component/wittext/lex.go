package wittext

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Error is a mistake in a file.
type Error struct {
	Pos
	Message string
}

// Error is one line: the place and the reason.
func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message) }

type kind uint8

const (
	end kind = iota
	word
	number
	symbol
)

// token is a word (an identifier without its %, or a keyword), a number, or a symbol.
type token struct {
	kind    kind
	text    string
	escaped bool // written with %, so no keyword
	docs    string
	pos     Pos
	at      int // byte offset
}

func (t token) String() string {
	if t.kind == end {
		return "the end of the file"
	}
	return `"` + t.text + `"`
}

// lexer cuts a file into tokens. Comments before a token that begin with /// or /** are its docs.
type lexer struct {
	src  string
	at   int
	line int
	// begin is where the line begins.
	begin int
	docs  []string
}

func (l *lexer) pos() Pos {
	return Pos{l.line, utf8.RuneCountInString(l.src[l.begin:l.at]) + 1}
}

func (l *lexer) fail(format string, args ...any) {
	panic(&Error{l.pos(), fmt.Sprintf(format, args...)})
}

func isWordStart(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func (l *lexer) next() token {
	l.docs = nil
	l.blanks()
	t := token{pos: l.pos(), at: l.at, docs: strings.Join(l.docs, "\n")}
	if l.at >= len(l.src) {
		return t
	}
	start := l.at
	switch c := l.src[l.at]; {
	case c == '%' || isWordStart(c):
		if c == '%' {
			t.escaped = true
			l.at++
			start++
			if l.at >= len(l.src) || !isWordStart(l.src[l.at]) {
				l.fail("a name must follow %%")
			}
		}
		for l.at < len(l.src) && (isWordStart(l.src[l.at]) || isDigit(l.src[l.at]) || l.dash()) {
			l.at++
		}
		t.kind = word
	case isDigit(c):
		for l.at < len(l.src) && isDigit(l.src[l.at]) {
			l.at++
		}
		t.kind = number
	case strings.HasPrefix(l.src[l.at:], "->"):
		l.at += 2
		t.kind = symbol
	case strings.IndexByte("=,:;(){}<>*./@_-+", c) >= 0:
		l.at++
		t.kind = symbol
	default:
		r, _ := utf8.DecodeRuneInString(l.src[l.at:])
		l.fail("the character %q may not stand here", r)
	}
	t.text = l.src[start:l.at]
	return t
}

// dash says whether a hyphen inside of a name is next: a letter or digit follows.
func (l *lexer) dash() bool {
	return l.src[l.at] == '-' && l.at+1 < len(l.src) && (isWordStart(l.src[l.at+1]) || isDigit(l.src[l.at+1]))
}

func (l *lexer) newline() {
	l.line++
	l.begin = l.at
}

func (l *lexer) blanks() {
	for l.at < len(l.src) {
		rest := l.src[l.at:]
		switch {
		case rest[0] == '\n':
			l.at++
			l.newline()
		case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r':
			l.at++
		case strings.HasPrefix(rest, "//"):
			text, _, _ := strings.Cut(rest, "\n")
			l.at += len(text)
			if doc, ok := strings.CutPrefix(text, "///"); ok {
				l.docs = append(l.docs, strings.TrimRight(strings.TrimPrefix(doc, " "), "\r"))
			}
		case strings.HasPrefix(rest, "/*"):
			l.block()
		default:
			return
		}
	}
}

// block skips a block comment; they nest.
func (l *lexer) block() {
	start, open := l.at, l.pos()
	depth := 0
	for {
		rest := l.src[l.at:]
		switch {
		case rest == "":
			panic(&Error{open, "the comment is never closed"})
		case strings.HasPrefix(rest, "/*"):
			depth++
			l.at += 2
		case strings.HasPrefix(rest, "*/"):
			depth--
			l.at += 2
		case rest[0] == '\n':
			l.at++
			l.newline()
		default:
			l.at++
		}
		if depth == 0 {
			break
		}
	}
	if text := l.src[start:l.at]; strings.HasPrefix(text, "/**") && len(text) > 4 {
		l.docs = append(l.docs, strings.TrimSpace(text[3:len(text)-2]))
	}
}
