package wasi

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"openidea-plugin/component"
	"openidea-plugin/component/abi"
	"openidea-plugin/component/bylabel"
)

const (
	// maxFields is how many bytes the names and values of one fields resource may take: 128 KiB, as in wasmtime.
	maxFields = 128 << 10
	// maxMessages is how many bytes all fields and messages of a host may take together: 8 MiB.
	maxMessages = 8 << 20
	// entryCost is what a field counts beside its name and value.
	entryCost = 64
)

// kept is what a resource takes of maxMessages until it is dropped or consumed.
type kept struct {
	resource
	host *Host
	size int
}

// grow takes n bytes more, or gives them back where n is negative.
func (k *kept) grow(n int) {
	k.size += n
	k.host.messages += n
}

// keep makes the bytes of k free when its handle is dropped.
func (k *kept) keep(h *Host) {
	k.host = h
	k.dropped = k.release
}

func (k *kept) release() { k.grow(-k.size) }

// full ends the call of a guest that keeps too much.
func (c *call) full() error {
	if c.host.messages <= maxMessages {
		return nil
	}
	return c.broken("the headers, requests and responses that are held take %d bytes; they may take %d: drop those that are not needed", c.host.messages, maxMessages)
}

// fields are headers or trailers; names are kept in lower case.
type fields struct {
	kept
	entries []field
	fixed   bool
}

func newFields(h *Host) *fields {
	f := &fields{}
	f.keep(h)
	return f
}

type field struct {
	name  string
	value []byte
}

var (
	fieldName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$") })
	// connectionFields belong to a connection or its host, and are not a guest's to set.
	connectionFields = []string{"connection", "host", "http2-settings", "keep-alive", "proxy-authenticate", "proxy-authorization",
		"proxy-connection", "transfer-encoding", "upgrade"}
)

// change checks what is to be set under a name; the result is a case of header-error.
func (f *fields) change(name string, values ...[]byte) string {
	switch {
	case f.fixed:
		return "immutable"
	case !fieldName().MatchString(name):
		return "invalid-syntax"
	case slices.Contains(connectionFields, strings.ToLower(name)):
		return "forbidden"
	}
	for _, v := range values {
		if slices.ContainsFunc(v, func(b byte) bool { return b < ' ' && b != '\t' || b == 0x7f }) {
			return "invalid-syntax"
		}
	}
	return ""
}

func (f *fields) add(name string, value []byte) {
	f.entries = append(f.entries, field{strings.ToLower(name), value})
	f.grow(entryCost + len(name) + len(value))
}

func (f *fields) remove(name string) {
	f.entries = slices.DeleteFunc(f.entries, func(e field) bool {
		if e.name != strings.ToLower(name) {
			return false
		}
		f.grow(-entryCost - len(e.name) - len(e.value))
		return true
	})
}

// copy makes fields of the same contents, which take their bytes once more.
func (f *fields) copy(fixed bool) *fields {
	out := newFields(f.host)
	out.entries, out.fixed = slices.Clone(f.entries), fixed
	out.grow(f.size)
	return out
}

// attributes are values that a guest sets and reads, under the name of the method that reads them.
type attributes struct {
	kept
	values map[string]component.Value
}

func newAttributes(h *Host) *attributes {
	a := &attributes{values: map[string]component.Value{}}
	a.keep(h)
	return a
}

func (a *attributes) all() *attributes { return a }

func (a *attributes) set(name string, v component.Value) {
	a.grow(textSize(v) - textSize(a.values[name]))
	a.values[name] = v
}

// textSize is the length of the string in an option or variant.
func textSize(v component.Value) int {
	switch v := v.(type) {
	case string:
		return len(v)
	case abi.Option:
		return textSize(v.Value)
	case abi.Variant:
		return textSize(v.Value)
	}
	return 0
}

// message is a request or response that a guest puts together; it is never sent.
type message struct {
	attributes
	headers *fields
	hasBody bool
}

// body is the body of a message; what is written to it goes nowhere.
type body struct {
	resource
	written bool
}

// attribute is a value that one method reads and another, with "set-" before the name, writes.
func attribute[T interface{ all() *attributes }](resource, name, of string) []row {
	return []row{
		{"[method]" + resource + "." + name, "func(self: borrow<" + resource + ">) -> " + of, func(c *call) (component.Value, error) {
			s, err := self[T](c)
			if err != nil {
				return nil, err
			}
			if v, ok := s.all().values[name]; ok {
				return v, nil
			}
			return bylabel.Zero(c.fn.Result)
		}},
		{"[method]" + resource + ".set-" + name, "func(self: borrow<" + resource + ">, value: " + of + ") -> result", func(c *call) (component.Value, error) {
			s, err := self[T](c)
			if err != nil {
				return nil, err
			}
			if code, ok := c.args[1].(uint16); ok && (code < 100 || code > 999) {
				return bylabel.Err(nil), nil
			}
			s.all().set(name, c.args[1])
			return bylabel.Ok(nil), c.full()
		}},
	}
}

// onFields makes the function of a row that works on fields and answers with a case of header-error.
func onFields(f func(c *call, s *fields) string) func(*call) (component.Value, error) {
	return func(c *call) (component.Value, error) {
		s, err := self[*fields](c)
		if err != nil {
			return nil, err
		}
		code := f(c, s)
		switch {
		case s.size > maxFields:
			return nil, c.broken("the names and values take %d bytes; fields may hold %d", s.size, maxFields)
		case code != "":
			return c.fail(code)
		}
		return bylabel.Ok(nil), c.full()
	}
}

func fromList(c *call) (component.Value, error) {
	f := newFields(c.host)
	for _, e := range c.args[0].(abi.List) {
		name, value := e.(abi.Tuple)[0].(string), e.(abi.Tuple)[1].([]byte)
		if code := f.change(name, value); code != "" {
			f.release()
			return c.fail(code)
		}
		if f.add(name, value); f.size > maxFields {
			return nil, c.broken("the names and values take more than the %d bytes that fields may hold", maxFields)
		}
	}
	return bylabel.Ok(own(f)), c.full()
}

// list gives the values under a name.
func (f *fields) list(name string) abi.List {
	out := abi.List{}
	for _, e := range f.entries {
		if e.name == strings.ToLower(name) {
			out = append(out, e.value)
		}
	}
	return out
}

// newMessage is the constructor of a request or response; its headers cannot be changed any more.
func newMessage(c *call) (component.Value, error) {
	f, err := self[*fields](c)
	if err != nil {
		return nil, err
	}
	f.fixed = true
	m := &message{headers: f}
	m.values = map[string]component.Value{"status-code": uint16(200)}
	m.host, m.dropped = c.host, m.consume
	return own(m), nil
}

// consume frees what a message holds.
func (m *message) consume() {
	m.release()
	m.headers.release()
}

func messageHeaders(c *call) (component.Value, error) {
	m, err := self[*message](c)
	if err != nil {
		return nil, err
	}
	return own(m.headers.copy(true)), c.full()
}

func messageBody(c *call) (component.Value, error) {
	m, err := self[*message](c)
	if err != nil || m.hasBody {
		return bylabel.Err(nil), err
	}
	m.hasBody = true
	return bylabel.Ok(own(&body{})), nil
}

func bodyWrite(c *call) (component.Value, error) {
	b, err := self[*body](c)
	if err != nil || b.written {
		return bylabel.Err(nil), err
	}
	b.written = true
	s := &outputStream{}
	s.from(&b.resource)
	return bylabel.Ok(own(s)), nil
}

func bodyFinish(c *call) (component.Value, error) {
	b, err := self[*body](c)
	if err != nil {
		return nil, err
	}
	if b.children > 0 {
		return nil, c.broken("the body was finished while its output-stream was still held: drop the stream first")
	}
	if trailers := c.args[1].(abi.Option); trailers.Some {
		f, err := handle[*fields](c, trailers.Value)
		if err != nil {
			return nil, err
		}
		f.release()
	}
	return bylabel.Ok(nil), nil
}

// refuseRequest answers that the host lets no request out.
func refuseRequest(c *call) (component.Value, error) {
	m, err := self[*message](c)
	if err != nil {
		return nil, err
	}
	m.consume()
	return c.fail("HTTP-request-denied")
}

// incoming are the functions of what comes in from outside, of which no handle can be had.
func incoming(resource string, methods ...method) []row {
	var out []row
	for _, m := range methods {
		out = append(out, row{"[method]" + resource + "." + m.name, "func(self: borrow<" + resource + ">" + m.params + ") -> " + m.result, absent})
	}
	return out
}

const pairs = "list<tuple<string, list<u8>>>"

var httpInterfaces = []iface{
	{"wasi:http/outgoing-handler", []string{"outgoing-request", "request-options", "future-incoming-response"}, []row{
		{"handle", "func(request: own<outgoing-request>, options: option<own<request-options>>) -> result<own<future-incoming-response>, http-error>", refuseRequest},
	}},
	{"wasi:http/types", []string{"input-stream", "output-stream", "error", "io-error", "pollable", "fields", "headers", "trailers", "incoming-request",
		"outgoing-request", "request-options", "response-outparam", "incoming-response", "incoming-body", "future-trailers", "outgoing-response", "outgoing-body",
		"future-incoming-response"}, slices.Concat([]row{
		{"http-error-code", "func(err: borrow<error>) -> option<http-error>", none},
		{"[constructor]fields", "func() -> own<fields>", func(c *call) (component.Value, error) { return own(newFields(c.host)), nil }},
		{"[static]fields.from-list", "func(entries: " + pairs + ") -> result<own<fields>, header-error>", fromList},
		{"[method]fields.get", "func(self: borrow<fields>, name: string) -> list<list<u8>>", func(c *call) (component.Value, error) {
			f, err := self[*fields](c)
			if err != nil {
				return nil, err
			}
			return f.list(c.text(1)), nil
		}},
		{"[method]fields.has", "func(self: borrow<fields>, name: string) -> bool", func(c *call) (component.Value, error) {
			f, err := self[*fields](c)
			if err != nil {
				return nil, err
			}
			return len(f.list(c.text(1))) > 0, nil
		}},
		{"[method]fields.set", "func(self: borrow<fields>, name: string, value: list<list<u8>>) -> result<_, header-error>", onFields(func(c *call, f *fields) string {
			var values [][]byte
			for _, v := range c.args[2].(abi.List) {
				values = append(values, v.([]byte))
			}
			code := f.change(c.text(1), values...)
			if code != "" {
				return code
			}
			f.remove(c.text(1))
			for _, v := range values {
				f.add(c.text(1), v)
			}
			return ""
		})},
		{"[method]fields.delete", "func(self: borrow<fields>, name: string) -> result<_, header-error>", onFields(func(c *call, f *fields) string {
			code := f.change(c.text(1))
			if code == "" {
				f.remove(c.text(1))
			}
			return code
		})},
		{"[method]fields.append", "func(self: borrow<fields>, name: string, value: list<u8>) -> result<_, header-error>", onFields(func(c *call, f *fields) string {
			value := c.args[2].([]byte)
			code := f.change(c.text(1), value)
			if code == "" {
				f.add(c.text(1), value)
			}
			return code
		})},
		{"[method]fields.entries", "func(self: borrow<fields>) -> " + pairs, func(c *call) (component.Value, error) {
			f, err := self[*fields](c)
			if err != nil {
				return nil, err
			}
			out := abi.List{}
			for _, e := range f.entries {
				out = append(out, abi.Tuple{e.name, e.value})
			}
			return out, nil
		}},
		{"[method]fields.clone", "func(self: borrow<fields>) -> own<fields>", func(c *call) (component.Value, error) {
			f, err := self[*fields](c)
			if err != nil {
				return nil, err
			}
			return own(f.copy(false)), c.full()
		}},
		{"[constructor]outgoing-request", "func(headers: own<fields>) -> own<outgoing-request>", newMessage},
		{"[method]outgoing-request.headers", "func(self: borrow<outgoing-request>) -> own<fields>", messageHeaders},
		{"[method]outgoing-request.body", "func(self: borrow<outgoing-request>) -> result<own<outgoing-body>>", messageBody},
		{"[constructor]outgoing-response", "func(headers: own<fields>) -> own<outgoing-response>", newMessage},
		{"[method]outgoing-response.headers", "func(self: borrow<outgoing-response>) -> own<fields>", messageHeaders},
		{"[method]outgoing-response.body", "func(self: borrow<outgoing-response>) -> result<own<outgoing-body>>", messageBody},
		{"[method]outgoing-body.write", "func(self: borrow<outgoing-body>) -> result<own<output-stream>>", bodyWrite},
		{"[static]outgoing-body.finish", "func(this: own<outgoing-body>, trailers: option<own<fields>>) -> result<_, http-error>", bodyFinish},
		{"[constructor]request-options", "func() -> own<request-options>", func(c *call) (component.Value, error) {
			return own(newAttributes(c.host)), nil
		}},
		{"[static]response-outparam.set", "func(param: own<response-outparam>, response: result<own<outgoing-response>, http-error>)", absent},
		{"[static]incoming-body.finish", "func(this: own<incoming-body>) -> own<future-trailers>", absent},
	},
		attribute[*message]("outgoing-request", "method", "http-method"),
		attribute[*message]("outgoing-request", "path-with-query", "option<string>"),
		attribute[*message]("outgoing-request", "scheme", "option<http-scheme>"),
		attribute[*message]("outgoing-request", "authority", "option<string>"),
		attribute[*message]("outgoing-response", "status-code", "u16"),
		attribute[*attributes]("request-options", "connect-timeout", "option<u64>"),
		attribute[*attributes]("request-options", "first-byte-timeout", "option<u64>"),
		attribute[*attributes]("request-options", "between-bytes-timeout", "option<u64>"),
		incoming("incoming-request", method{"method", "", "http-method"}, method{"path-with-query", "", "option<string>"},
			method{"scheme", "", "option<http-scheme>"}, method{"authority", "", "option<string>"}, method{"headers", "", "own<fields>"},
			method{"consume", "", "result<own<incoming-body>>"}),
		incoming("incoming-response", method{"status", "", "u16"}, method{"headers", "", "own<fields>"}, method{"consume", "", "result<own<incoming-body>>"}),
		incoming("incoming-body", method{"stream", "", "result<own<input-stream>>"}),
		incoming("response-outparam", method{"send-informational", ", status: u16, headers: own<fields>", "result<_, http-error>"}),
		incoming("future-trailers", method{"subscribe", "", "own<pollable>"},
			method{"get", "", "option<result<result<option<own<fields>>, http-error>>>"}),
		incoming("future-incoming-response", method{"subscribe", "", "own<pollable>"},
			method{"get", "", "option<result<result<own<incoming-response>, http-error>>>"}),
	)},
}
