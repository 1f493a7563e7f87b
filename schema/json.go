package schema

import (
	"bytes"
	"fmt"
	"iter"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Type is the type of a JSON value.
type Type uint8

// The six types of JSON values.
const (
	Null Type = iota
	Boolean
	Number
	String
	Array
	Object
)

// String is the name that JSON Schema uses.
func (t Type) String() string {
	return [...]string{"null", "boolean", "number", "string", "array", "object"}[t]
}

// Value is one JSON value of a parsed text. Start and End are its bytes in the text, quotes and brackets included.
type Value struct {
	Type       Type
	Start, End int
	// Text is the decoded text of a string, or a number exactly as it was written.
	Text string
	// True is the value of a boolean.
	True bool
	// Items are the elements of an array.
	Items []*Value
	// Members are the members of an object in source order, repeated names included.
	Members []Member

	index map[string]int // name → last member of that name; only where there are many
}

// Member is one name and its value.
type Member struct {
	// Key is the name, a string with its own range.
	Key   *Value
	Value *Value
}

// Name is the decoded name.
func (m Member) Name() string { return m.Key.Text }

// Span is the range to mark for a value: a string without its quotes, of an object or array the opening bracket where
// the whole would be too much to look at, anything else entirely.
func (v *Value) Span() (start, end int) {
	switch v.Type {
	case String:
		return v.Start + 1, v.End - 1
	case Object, Array:
		return v.Start, v.Start + 1
	}
	return v.Start, v.End
}

// Lookup finds a member by its exact name. Where a name is repeated the last one counts, as in every common parser.
func (v *Value) Lookup(name string) (Member, bool) {
	if v == nil || v.Type != Object {
		return Member{}, false
	}
	if v.index != nil {
		i, ok := v.index[name]
		if !ok {
			return Member{}, false
		}
		return v.Members[i], true
	}
	for i := len(v.Members) - 1; i >= 0; i-- {
		if v.Members[i].Key.Text == name {
			return v.Members[i], true
		}
	}
	return Member{}, false
}

// Get is the value of the member of that name, or nil.
func (v *Value) Get(name string) *Value {
	m, ok := v.Lookup(name)
	if !ok {
		return nil
	}
	return m.Value
}

// Effective are the members that count: of a repeated name only the last.
func (v *Value) Effective() []Member {
	if v.Type != Object || !v.hasDuplicates() {
		return v.Members
	}
	kept := make([]Member, 0, len(v.Members))
	for _, m := range v.Members {
		if last, _ := v.Lookup(m.Name()); last.Key == m.Key {
			kept = append(kept, m)
		}
	}
	return kept
}

func (v *Value) hasDuplicates() bool {
	if v.index != nil {
		return len(v.index) != len(v.Members)
	}
	for i := range v.Members {
		for j := range i {
			if v.Members[i].Key.Text == v.Members[j].Key.Text {
				return true
			}
		}
	}
	return false
}

// Duplicate is a name that an object has more than once.
type Duplicate struct {
	// First is the earlier key, Again the later one that wins.
	First, Again *Value
}

// Duplicates finds the repeated names of this one object, each repetition once, in source order.
func (v *Value) Duplicates() []Duplicate {
	if v.Type != Object || !v.hasDuplicates() {
		return nil
	}
	var out []Duplicate
	seen := make(map[string]*Value, len(v.Members))
	for _, m := range v.Members {
		if first, ok := seen[m.Name()]; ok {
			out = append(out, Duplicate{First: first, Again: m.Key})
			continue
		}
		seen[m.Name()] = m.Key
	}
	return out
}

// All goes through the value and everything in it in source order; names come as strings before their values. Repeated
// names are all visited.
func (v *Value) All() iter.Seq[*Value] {
	return func(yield func(*Value) bool) { v.visit(yield) }
}

func (v *Value) visit(yield func(*Value) bool) bool {
	if !yield(v) {
		return false
	}
	for _, item := range v.Items {
		if !item.visit(yield) {
			return false
		}
	}
	for _, m := range v.Members {
		if !yield(m.Key) || !m.Value.visit(yield) {
			return false
		}
	}
	return true
}

// indexFrom is the number of members from which looking up by a map is faster than by going through them.
const indexFrom = 9

func (v *Value) close(end int) {
	v.End = end
	if v.Type == Object && len(v.Members) >= indexFrom {
		v.index = make(map[string]int, len(v.Members))
		for i, m := range v.Members {
			v.index[m.Key.Text] = i
		}
	}
}

// Parse reads exactly one JSON value: UTF-8 without a byte order mark, no comments, nothing after the value. The
// problem, where there is one, is of KindEncoding, KindSyntax or KindTooComplex (nested deeper than MaxDepth).
func Parse(data []byte) (*Value, *Problem) {
	if p := checkEncoding(data); p != nil {
		return nil, p
	}
	p := parser{
		data: data,
		dec:  jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true)),
	}
	root, problem := p.run()
	if problem != nil {
		return nil, problem
	}
	return root, nil
}

// otherEncoding names the encoding of a text that is not UTF-8, and how many bytes at its beginning show it: a byte order mark, or zeros where a JSON text, which begins
// with ASCII, has none.
func otherEncoding(data []byte) (name string, n int) {
	zero := func(i int) bool { return i < len(data) && data[i] == 0 }
	text := func(i int) bool { return i < len(data) && data[i] != 0 }
	begins := func(mark string) bool { return bytes.HasPrefix(data, []byte(mark)) }
	switch {
	case begins("\xff\xfe\x00\x00"), begins("\x00\x00\xfe\xff"), zero(0) && zero(1) && zero(2) && text(3), text(0) && zero(1) && zero(2) && zero(3):
		return "UTF-32", 4
	case begins("\xff\xfe"), begins("\xfe\xff"), zero(0) && text(1) && zero(2) && text(3), text(0) && zero(1) && text(2) && zero(3):
		return "UTF-16", 2
	}
	return "", 0
}

func checkEncoding(data []byte) *Problem {
	if name, n := otherEncoding(data); name != "" {
		return &Problem{Kind: KindEncoding, End: n, Message: "the text is " + name + ", JSON is UTF-8", Help: []string{"save the file as UTF-8 without a byte order mark"}}
	}
	if bom := "\xef\xbb\xbf"; bytes.HasPrefix(data, []byte(bom)) {
		return &Problem{Kind: KindEncoding, End: len(bom),
			Message: "the text begins with a byte order mark (BOM)", Label: "JSON has none: RFC 8259, section 8.1",
			Fix:  &Fix{Title: "remove the byte order mark", Edits: []Edit{{Start: 0, End: len(bom)}}},
			Help: []string{"save the file as UTF-8 without a byte order mark"}}
	}
	if utf8.Valid(data) {
		return nil
	}
	at := 0
	for at < len(data) {
		r, n := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && n <= 1 {
			break
		}
		at += n
	}
	return &Problem{Kind: KindEncoding, Start: at, End: at + 1,
		Message: fmt.Sprintf("byte 0x%02X is not UTF-8", data[at]), Label: "JSON is UTF-8",
		Help: []string{"save the file as UTF-8"}}
}

// parser builds the tree from jsontext's tokens. Its own stack knows what may come next, which is what the words of a
// syntax error are made of.
type parser struct {
	data  []byte
	dec   *jsontext.Decoder
	stack []*Value
	key   *Value // read, its value is still to come
	root  *Value
}

func (p *parser) run() (*Value, *Problem) {
	for p.root == nil || len(p.stack) > 0 {
		if problem := p.step(); problem != nil {
			return nil, problem
		}
	}
	if rest := skipSpace(p.data, int(p.dec.InputOffset())); rest < len(p.data) {
		return nil, trailing(p.data, rest)
	}
	return p.root, nil
}

func (p *parser) step() *Problem {
	kind := p.dec.PeekKind()
	switch kind {
	case '{', '[', '}', ']':
		if (kind == '{' || kind == '[') && len(p.stack) == MaxDepth {
			at := skipSpace(p.data, int(p.dec.InputOffset()))
			for at < len(p.data) && (p.data[at] == ',' || p.data[at] == ':') {
				at = skipSpace(p.data, at+1)
			}
			return &Problem{Kind: KindTooComplex, Start: at, End: min(at+1, len(p.data)),
				Message: fmt.Sprintf("nested deeper than %d levels", MaxDepth), Label: "too deep to be checked"}
		}
		if _, err := p.dec.ReadToken(); err != nil {
			return p.explain()
		}
		end := int(p.dec.InputOffset())
		if kind == '}' || kind == ']' {
			top := p.stack[len(p.stack)-1]
			top.close(end)
			p.stack = p.stack[:len(p.stack)-1]
			return nil
		}
		v := &Value{Type: Object, Start: end - 1}
		if kind == '[' {
			v.Type = Array
		}
		p.add(v)
		p.stack = append(p.stack, v)
		return nil
	}
	raw, err := p.dec.ReadValue()
	if err != nil {
		return p.explain()
	}
	end := int(p.dec.InputOffset())
	v := &Value{Start: end - len(raw), End: end}
	switch kind {
	case 't', 'f':
		v.Type, v.True = Boolean, kind == 't'
	case '"':
		v.Type = String
		text, err := jsontext.AppendUnquote(nil, raw)
		if err != nil {
			return p.explain()
		}
		v.Text = string(text)
	case '0':
		v.Type, v.Text = Number, string(raw)
	}
	if p.wantsKey() {
		p.key = v
		return nil
	}
	p.add(v)
	return nil
}

func (p *parser) wantsKey() bool {
	return len(p.stack) > 0 && p.stack[len(p.stack)-1].Type == Object && p.key == nil
}

func (p *parser) add(v *Value) {
	if len(p.stack) == 0 {
		p.root = v
		return
	}
	top := p.stack[len(p.stack)-1]
	if top.Type == Array {
		top.Items = append(top.Items, v)
		return
	}
	top.Members = append(top.Members, Member{Key: p.key, Value: v})
	p.key = nil
}

func (p *parser) explain() *Problem {
	d := diagnosis{data: p.data, at: skipSpace(p.data, int(p.dec.InputOffset())), key: p.key}
	if len(p.stack) > 0 {
		d.in = p.stack[len(p.stack)-1]
	}
	return d.problem()
}

func skipSpace(data []byte, at int) int {
	for at < len(data) && (data[at] == ' ' || data[at] == '\t' || data[at] == '\n' || data[at] == '\r') {
		at++
	}
	return at
}
