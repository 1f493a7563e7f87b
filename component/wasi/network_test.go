package wasi

import (
	"strings"
	"testing"

	"openidea-plugin/component"
	"openidea-plugin/component/abi"
)

func TestSocketsAreRefused(t *testing.T) {
	w := newWorld(t, Config{})
	net := w.handle("sockets/instance-network instance-network")
	w.expect("err(access-denied)", "sockets/tcp-create-socket create-tcp-socket", "ipv4")
	w.expect("err(access-denied)", "sockets/udp-create-socket create-udp-socket", "ipv6")
	w.expect("err(access-denied)", "sockets/ip-name-lookup resolve-addresses", net, "example.com")
	if err := w.drop("network", net); err != nil {
		t.Error(err)
	}
	// No socket can be had; a function that gets a handle from elsewhere does no more than refuse.
	w.expect("err(access-denied)", "sockets/tcp [method]tcp-socket.start-listen", net)
	w.expect("trap: the host gives out no handle of that resource",
		"sockets/tcp [method]tcp-socket.is-listening", net)
}

func TestRequestsAreRefused(t *testing.T) {
	const types = "http/types "
	w := newWorld(t, Config{})
	f := w.handle(types + "[constructor]fields")
	w.expect("ok", types+"[method]fields.append", f, "Accept", []byte("text/plain"))
	req := w.handle(types+"[constructor]outgoing-request", f)
	w.expect("get", types+"[method]outgoing-request.method", req)
	w.expect("ok", types+"[method]outgoing-request.set-method", req, "post")
	w.expect("post", types+"[method]outgoing-request.method", req)
	w.expect("none", types+"[method]outgoing-request.authority", req)
	w.expect("ok", types+"[method]outgoing-request.set-authority", req, abi.Option{Some: true, Value: "example.com"})
	w.expect(`some("example.com")`, types+"[method]outgoing-request.authority", req)
	headers := w.handle(types+"[method]outgoing-request.headers", req)
	w.expect("err(immutable)", types+"[method]fields.append", headers, "a", []byte("b"))
	w.expect(`[("accept", "text/plain")]`, types+"[method]fields.entries", headers)

	b := w.handle(types+"[method]outgoing-request.body", req)
	w.expect("err", types+"[method]outgoing-request.body", req)
	s := w.handle(types+"[method]outgoing-body.write", b)
	w.expect("err", types+"[method]outgoing-body.write", b)
	w.expect("ok", "io/streams [method]output-stream.blocking-write-and-flush", s, []byte("text"))
	w.expect("trap: the body was finished while its output-stream was still held: drop the stream first",
		types+"[static]outgoing-body.finish", b, abi.Option{})
	if err := w.drop("output-stream", s); err != nil {
		t.Fatal(err)
	}
	w.expect("ok", types+"[static]outgoing-body.finish", b, abi.Option{})
	opts := w.handle(types + "[constructor]request-options")
	w.expect("ok", types+"[method]request-options.set-connect-timeout", opts, abi.Option{Some: true, Value: uint64(5)})
	w.expect("some(5)", types+"[method]request-options.connect-timeout", opts)
	w.expect("none", types+"[method]request-options.first-byte-timeout", opts)
	w.expect("err(HTTP-request-denied)", "http/outgoing-handler handle", req, abi.Option{Some: true, Value: opts})
}

func TestResponses(t *testing.T) {
	const types = "http/types "
	w := newWorld(t, Config{})
	r := w.handle(types+"[constructor]outgoing-response", w.handle(types+"[constructor]fields"))
	w.expect("200", types+"[method]outgoing-response.status-code", r)
	w.expect("ok", types+"[method]outgoing-response.set-status-code", r, uint16(404))
	w.expect("err", types+"[method]outgoing-response.set-status-code", r, uint16(1000))
	w.expect("404", types+"[method]outgoing-response.status-code", r)
	w.expect("trap: the host gives out no handle of that resource",
		types+"[method]incoming-response.status", r)
}

func TestFields(t *testing.T) {
	const types = "http/types "
	w := newWorld(t, Config{})
	f := w.handle(types+"[static]fields.from-list", abi.List{abi.Tuple{"A", []byte("1")}, abi.Tuple{"b", []byte("2")}, abi.Tuple{"a", []byte("3")}})
	w.expect(`["1", "3"]`, types+"[method]fields.get", f, "a")
	w.expect("true", types+"[method]fields.has", f, "B")
	w.expect("false", types+"[method]fields.has", f, "c")
	w.expect("ok", types+"[method]fields.set", f, "A", abi.List{[]byte("x"), []byte("y")})
	w.expect(`[("b", "2"), ("a", "x"), ("a", "y")]`, types+"[method]fields.entries", f)
	c := w.handle(types+"[method]fields.clone", f)
	w.expect("ok", types+"[method]fields.delete", f, "a")
	w.expect(`[("b", "2")]`, types+"[method]fields.entries", f)
	w.expect(`[("b", "2"), ("a", "x"), ("a", "y")]`, types+"[method]fields.entries", c)
	for _, bad := range []struct{ name, value, want string }{
		{"a b", "x", "invalid-syntax"}, {"", "x", "invalid-syntax"}, {"a", "x\ny", "invalid-syntax"}, {"a", "\x7f", "invalid-syntax"},
		{"Host", "x", "forbidden"}, {"transfer-encoding", "x", "forbidden"},
	} {
		w.expect("err("+bad.want+")", types+"[method]fields.append", f, bad.name, []byte(bad.value))
		w.expect("err("+bad.want+")", types+"[static]fields.from-list", abi.List{abi.Tuple{bad.name, []byte(bad.value)}})
	}
	w.expect("ok", types+"[method]fields.append", f, "tab", []byte("a\tb\xff"))
	w.expect("trap: the names and values take 131276 bytes; fields may hold 131072",
		types+"[method]fields.append", f, "big", []byte(strings.Repeat("x", maxFields)))
	var v component.Value = abi.List{abi.Tuple{"big", []byte(strings.Repeat("x", maxFields))}}
	w.expect("trap: the names and values take more than the 131072 bytes that fields may hold",
		types+"[static]fields.from-list", v)
}

func TestMessagesAreBounded(t *testing.T) {
	const types = "http/types "
	w := newWorld(t, Config{})
	big := abi.List{abi.Tuple{"a", []byte(strings.Repeat("x", 100_000))}}
	for range 200 {
		// Whatever ends a resource makes its bytes free: a drop, or a function that takes it.
		f := w.handle(types+"[static]fields.from-list", big)
		req := w.handle(types+"[constructor]outgoing-request", f)
		w.expect("ok", types+"[method]outgoing-request.set-path-with-query", req, abi.Option{Some: true, Value: strings.Repeat("/", 50_000)})
		w.expect("err(HTTP-request-denied)", "http/outgoing-handler handle", req, abi.Option{})
		resp := w.handle(types+"[constructor]outgoing-response", w.handle(types+"[static]fields.from-list", big))
		if err := w.drop("outgoing-response", resp); err != nil {
			t.Fatal(err)
		}
		b := w.handle(types+"[method]outgoing-response.body", w.handle(types+"[constructor]outgoing-response", w.handle(types+"[constructor]fields")))
		w.expect("ok", types+"[static]outgoing-body.finish", b, abi.Option{Some: true, Value: w.handle(types+"[static]fields.from-list", big)})
	}
	f := w.handle(types+"[static]fields.from-list", big)
	for range 82 {
		w.handle(types+"[method]fields.clone", f)
	}
	w.expect("trap: the headers, requests and responses that are held take 8405460 bytes; they may take 8388608: drop those that are not needed",
		types+"[method]fields.clone", f)

	w = newWorld(t, Config{})
	req := w.handle(types+"[constructor]outgoing-request", w.handle(types+"[constructor]fields"))
	w.expect("trap: the headers, requests and responses that are held take 8388609 bytes; they may take 8388608: drop those that are not needed",
		types+"[method]outgoing-request.set-authority", req, abi.Option{Some: true, Value: strings.Repeat("a", maxMessages+1)})
}
