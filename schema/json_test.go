package schema

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
)

func TestParseKeepsPlacesAndOrder(t *testing.T) {
	const text = "{ \"b\\u00e9\" : [1.50, null] ,\n\"a\":{},\"b\\u00e9\":\"\\ud83d\\ude00\" }"
	v, p := Parse([]byte(text))
	if p != nil {
		t.Fatalf("%+v", p)
	}
	var got []string
	for v := range v.All() {
		got = append(got, v.Type.String()+" "+text[v.Start:v.End]+" "+v.Text)
	}
	want := []string{
		"object " + text + " ",
		`string "b\u00e9" bé`, "array [1.50, null] ", "number 1.50 1.50", "null null ",
		`string "a" a`, "object {} ",
		`string "b\u00e9" bé`, `string "\ud83d\ude00" 😀`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := v.Get("bé"); got == nil || got.Text != "😀" {
		t.Errorf("of a repeated name the last value counts, got %+v", got)
	}
	d := v.Duplicates()
	if len(d) != 1 || d[0].First != v.Members[0].Key || d[0].Again != v.Members[2].Key {
		t.Errorf("duplicates: %+v", d)
	}
	if e := v.Effective(); len(e) != 2 || e[0].Name() != "a" || e[1].Value.Text != "😀" {
		t.Errorf("effective members: %+v", e)
	}
}

func TestObjectsWithManyMembers(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"x": 0`)
	for range 20 {
		b.WriteString(`, "y": 1`)
	}
	b.WriteString(`, "x": 2}`)
	v, p := Parse([]byte(b.String()))
	if p != nil {
		t.Fatal(p)
	}
	if v.Get("x").Text != "2" || v.Get("z") != nil || len(v.Effective()) != 2 || len(v.Duplicates()) != 20 {
		t.Errorf("x %v, effective %d, duplicates %d", v.Get("x").Text, len(v.Effective()), len(v.Duplicates()))
	}
}

func TestSyntax(t *testing.T) {
	const smallest = `the smallest input schema is {"type": "object"}`
	const noComments = `in a schema, "$comment": "…" or "description": "…" can hold the text`
	checkProblems(t, []problemCase{
		{`«»`, KindSyntax, "the text is empty", "a JSON value has to stand here", smallest, ""},
		{"«» \n", KindSyntax, "the text is white space only", "a JSON value has to stand here", smallest, ""},
		{`{«»`, KindSyntax, "the text ends too early", `a name in double quotes or "}" has to follow`, "", "{: this object is not closed"},
		{`{"type"«»`, KindSyntax, "the text ends too early", "a colon has to follow", "", "{: this object is not closed"},
		{`{"type":«»`, KindSyntax, "the text ends too early", "a value has to follow", "", "{: this object is not closed"},
		{`{"a": [1«»`, KindSyntax, "the text ends too early", `"," or "]" has to follow`, "", "[: this array is not closed"},
		{`{"a": 1, «// why»` + "\n\"b\": 2}", KindSyntax, "JSON has no comments", "not allowed here", noComments, ""},
		{`{"a": «/* why */» 1}`, KindSyntax, "JSON has no comments", "not allowed here", noComments, ""},
		{`{"a": 1} «# why»`, KindSyntax, "JSON has no comments", "not allowed here", noComments, ""},
		{`{"a": 1«,» }`, KindSyntax, `a comma stands before the closing "}"`, "JSON allows no trailing comma", "remove the comma", ""},
		{`["a"«,»]`, KindSyntax, `a comma stands before the closing "]"`, "JSON allows no trailing comma", "remove the comma", ""},
		{`[1,«,»2]`, KindSyntax, "a value is missing before this comma", "a value has to stand here", "", ""},
		{`{«,» "a": 1}`, KindSyntax, "a comma without anything before it", `a name in double quotes or "}"`, "", ""},
		{`{"a": «NaN»}`, KindSyntax, "NaN is not JSON", "JSON has no NaN", "", ""},
		{`{"a": «-Infinity»}`, KindSyntax, "-Infinity is not JSON", "JSON has no Infinity", "", ""},
		{`{"a": «None»}`, KindSyntax, "None is not JSON", "write null", "", ""},
		{`{"a": «True»}`, KindSyntax, "True is not JSON", "write true", "", ""},
		{`{"a": «undefined»}`, KindSyntax, "undefined is not JSON", "write null, or leave the name out", "", ""},
		{`{"a": «text»}`, KindSyntax, "text is not JSON", "a string needs double quotes", "", ""},
		{`{"a": «01»}`, KindSyntax, "01 is no JSON number", "a JSON number has no leading zero", "", ""},
		{`{"a": «0x1F»}`, KindSyntax, "0x1F is no JSON number", "JSON numbers are decimal", "", ""},
		{`{"a": «+1»}`, KindSyntax, "+1 is no JSON number", "a JSON number begins without +", "", ""},
		{`{"a": «.5»}`, KindSyntax, ".5 is no JSON number", "a digit has to stand before the point", "", ""},
		{`{"a": «1.»}`, KindSyntax, "1. is no JSON number", "a digit has to follow the point", "", ""},
		{`{"a": «1e»}`, KindSyntax, "1e is no JSON number", "a JSON number looks like -12, 0.5 or 1e9", "", ""},
		{`{"a": 1 «"b"»: 2}`, KindSyntax, "a comma is missing before this", `"," or "}"`, "", ": it belongs here"},
		{`[1 «2»]`, KindSyntax, "a comma is missing before this", `"," or "]"`, "", ": it belongs here"},
		{`{"a": 1«;» "b": 2}`, KindSyntax, `";" stands between two values`, `"," or "}"`, "", ""},
		{`{"a" «1»}`, KindSyntax, `a colon is missing after "a"`, `"name": value`, "", ""},
		{`{"a": «}»`, KindSyntax, `"a" has no value`, "a value has to stand here", "", ""},
		{`{«'a'»: 1}`, KindSyntax, "a name in single quotes", "JSON uses double quotes", "", ""},
		{`{"a": «'b'»}`, KindSyntax, "a string in single quotes", "JSON uses double quotes", "", ""},
		{`{«a»: 1}`, KindSyntax, "the name a has no quotes", `write "a"`, "", ""},
		{`{"a": «"b»`, KindSyntax, "the string is not closed", "the text ends inside it", "", ""},
		{"{\"a\": «`»b`}", KindSyntax, "a string in backquotes", "JSON uses double quotes", "", ""},
		{`«]»`, KindSyntax, `"]" closes nothing`, "a JSON value has to stand here", "", ""},
		{`{"a": 1}«,»`, KindSyntax, "a comma follows the JSON value", "only one value is allowed", "", ""},
		{`{"a": 1} «x»`, KindSyntax, `"x" follows the JSON value`, "only one value is allowed", "", ""},
		{`{"a": 1«:» 2}`, KindSyntax, "a colon stands where a comma is needed", `"," or "}"`, "", ""},
		{`{"a": 1, «2»: 3}`, KindSyntax, `"2" stands where a name is needed`, "a name in double quotes", "", ""},
		{`{«]»`, KindSyntax, `"]" does not close what is open`, `"{" is open`, "", `{: opened here, to be closed by "}"`},
		{`{"a": «;»}`, KindSyntax, `";" stands where a value is needed`, "a JSON value has to stand here", "", ""},
		{`{"a": [«}»`, KindSyntax, `"}" does not close what is open`, `"[" is open`, "", `[: opened here, to be closed by "]"`},
		{`{"a": 1 «"b \" c"» }`, KindSyntax, "a comma is missing before this", `"," or "}"`, "", ": it belongs here"},
		{"{\"a\": \"«\x01»\"}", KindSyntax, "a control character (U+0001) inside a string", `write \u0001`, "", ""},
		{`{"a": [1«}»`, KindSyntax, `"}" does not close what is open`, `"[" is open`, "", `[: opened here, to be closed by "]"`},
		{`{"a": 1}«}»`, KindSyntax, `"}" closes nothing`, "everything is closed already", "", ""},
		{"{\"type\":\"object\"}\n«{»\"type\":\"object\"}", KindSyntax, "a second JSON value follows the first", "only one value is allowed", "", ""},
		{"{\"a\": «\"b»\n\"}", KindSyntax, "the string is not closed on its line", `a line break inside a string is written \n`, "", ""},
		{"{\"a\": \"b«\t»\"}", KindSyntax, "a control character (U+0009) inside a string", `write \t`, "", ""},
		{`{"a": "«\d»+"}`, KindSyntax, `\d is no escape of JSON`, `JSON knows \" \\ \/ \b \f \n \r \t and \u with four hexadecimal digits`, "", ""},
		{`{"a": "«\u12»xy"}`, KindSyntax, `\u12 is no escape of JSON`, `four hexadecimal digits have to follow \u`, "", ""},
		{`{"a": "«\ud83d»"}`, KindSyntax, `\ud83d is no escape of JSON`, "the first half of a surrogate pair, without the second", "", ""},
		{`{"a": "«\ude00»"}`, KindSyntax, `\ude00 is no escape of JSON`, "the second half of a surrogate pair, without the first", "", ""},
	})
}

func TestEncoding(t *testing.T) {
	for _, c := range []struct {
		file       string
		start, end int
		message    string
	}{
		{"\xef\xbb\xbf{}", 0, 3, "the text begins with a byte order mark (BOM)"},
		{"\xff\xfe{\x00}\x00", 0, 2, "the text is UTF-16, JSON is UTF-8"},
		{"\xfe\xff\x00{\x00}", 0, 2, "the text is UTF-16, JSON is UTF-8"},
		{"{\x00}\x00", 0, 2, "the text is UTF-16, JSON is UTF-8"},
		{"\x00{\x00}", 0, 2, "the text is UTF-16, JSON is UTF-8"},
		{"\xff\xfe\x00\x00{\x00\x00\x00", 0, 4, "the text is UTF-32, JSON is UTF-8"},
		{"\x00\x00\x00{\x00\x00\x00}", 0, 4, "the text is UTF-32, JSON is UTF-8"},
		{"{\"title\":\"n\xf6te\"}", 11, 12, "byte 0xF6 is not UTF-8"},
		{"{\"title\":\"\xed\xa0\x80\"}", 10, 11, "byte 0xED is not UTF-8"},
	} {
		_, p := Parse([]byte(c.file))
		if p == nil || p.Kind != KindEncoding || p.Start != c.start || p.End != c.end || p.Message != c.message {
			t.Errorf("%q: %+v", c.file, p)
		}
	}
}

func TestDepth(t *testing.T) {
	nested := func(n int) []byte { return []byte(strings.Repeat("[", n) + strings.Repeat("]", n)) }
	if _, p := Parse(nested(MaxDepth)); p != nil {
		t.Errorf("%d levels: %+v", MaxDepth, p)
	}
	_, p := Parse(nested(MaxDepth + 1))
	if p == nil || p.Kind != KindTooComplex || p.Start != MaxDepth || p.Message != "nested deeper than 10000 levels" {
		t.Errorf("%d levels: %+v", MaxDepth+1, p)
	}
	objects := strings.Repeat(`{"a": `, MaxDepth+1) + "1" + strings.Repeat("}", MaxDepth+1)
	_, p = Parse([]byte(objects))
	if p == nil || p.Kind != KindTooComplex || p.Start != MaxDepth*6 {
		t.Errorf("objects: %+v", p)
	}
}

// FuzzParse compares with the decoders that others use, and checks that every range is one of the text.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{`{"a":[1,-2.5e3,"x\u00e9\n",null,true,{}]}`, `{"a":1,"a":2}`, `[1,]`, `{"a" 1}`, `"\ud83d\ude00"`, "{\"a\"://\n1}", `[01]`, `{"x": 'y'}`, "\ufeff1", `[-]`, "[\"\x01\"]", `{"a":1 b`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, p := Parse(bytes.Clone(data))
		valid := jsontext.Value(bytes.Clone(data)).IsValid(jsontext.AllowDuplicateNames(true))
		if p != nil {
			if p.Start < 0 || p.End < p.Start || p.End > len(data) || p.Message == "" {
				t.Fatalf("%q: %+v", data, p)
			}
			if valid {
				t.Fatalf("%q is JSON, but: %+v", data, p)
			}
			return
		}
		if !valid {
			t.Fatalf("%q is no JSON", data)
		}
		for v := range v.All() {
			raw := data[v.Start:v.End]
			switch v.Type {
			case String:
				var want string
				if err := json.Unmarshal(raw, &want); err != nil || want != v.Text {
					t.Fatalf("%s: %q", raw, v.Text)
				}
			case Number:
				if string(raw) != v.Text || parseDecimal(v.Text).compare(parseDecimal(v.Text)) != 0 {
					t.Fatalf("%s: %q", raw, v.Text)
				}
			default:
				if !json.Valid(raw) {
					t.Fatalf("%s is marked as a value", raw)
				}
			}
		}
	})
}
