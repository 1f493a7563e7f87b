package wasi

import (
	"slices"
	"strings"

	"openidea-plugin/component"
	"openidea-plugin/component/bylabel"
)

// method is a method of a resource of wasi:sockets: its parameters without self, and its result.
type method struct {
	name, params, result string
}

// setting is a value that one method reads and another, with "set-" before the name, writes.
func setting(name, of string) []method {
	return []method{{name, "", "result<" + of + ", net-error>"}, {"set-" + name, "value: " + of, "result<_, net-error>"}}
}

// denied are the rows of a resource: methods that can fail refuse, the others cannot be reached.
func denied(resource string, lists ...[]method) []row {
	var out []row
	for _, list := range lists {
		for _, m := range list {
			sig, run := "func(self: borrow<"+resource+">", absent
			if m.params != "" {
				sig += ", " + m.params
			}
			if strings.HasPrefix(m.result, "result<") {
				run = refuse
			}
			out = append(out, row{"[method]" + resource + "." + m.name, sig + ") -> " + m.result, run})
		}
	}
	return out
}

// refuse answers with the access-denied of wasi:sockets.
func refuse(c *call) (component.Value, error) { return c.fail("access-denied") }

// absent is the function of a resource that no guest can have, since everything that makes one is refused.
func absent(c *call) (component.Value, error) {
	return nil, c.broken("the host gives out no handle of that resource")
}

// network is the resource network, which leads nowhere.
type network struct{ resource }

var (
	subscribeMethod = []method{{"subscribe", "", "own<pollable>"}}
	addressMethods  = []method{
		{"start-bind", "network: borrow<network>, local-address: ip-socket-address", "result<_, net-error>"},
		{"finish-bind", "", "result<_, net-error>"},
		{"local-address", "", "result<ip-socket-address, net-error>"},
		{"remote-address", "", "result<ip-socket-address, net-error>"},
		{"address-family", "", "ip-address-family"},
	}
	bufferSettings = slices.Concat(setting("receive-buffer-size", "u64"), setting("send-buffer-size", "u64"))
)

var socketInterfaces = []iface{
	{"wasi:sockets/network", []string{"network", "error"}, []row{
		{"network-error-code", "func(err: borrow<error>) -> option<net-error>", func(c *call) (component.Value, error) {
			_, err := self[*ioError](c)
			return bylabel.None(), err
		}},
	}},
	{"wasi:sockets/instance-network", []string{"network"}, []row{
		{"instance-network", "func() -> own<network>", func(*call) (component.Value, error) { return own(&network{}), nil }},
	}},
	{"wasi:sockets/ip-name-lookup", []string{"pollable", "network", "resolve-address-stream"}, append(
		[]row{{"resolve-addresses", "func(network: borrow<network>, name: string) -> result<own<resolve-address-stream>, net-error>", refuse}},
		denied("resolve-address-stream", []method{{"resolve-next-address", "", "result<option<ip-address>, net-error>"}}, subscribeMethod)...)},
	{"wasi:sockets/tcp-create-socket", []string{"network", "tcp-socket"}, []row{
		{"create-tcp-socket", "func(address-family: ip-address-family) -> result<own<tcp-socket>, net-error>", refuse},
	}},
	{"wasi:sockets/udp-create-socket", []string{"network", "udp-socket"}, []row{
		{"create-udp-socket", "func(address-family: ip-address-family) -> result<own<udp-socket>, net-error>", refuse},
	}},
	{"wasi:sockets/tcp", []string{"input-stream", "output-stream", "pollable", "network", "tcp-socket"}, denied("tcp-socket", addressMethods,
		subscribeMethod, bufferSettings, setting("keep-alive-enabled", "bool"), setting("keep-alive-idle-time", "u64"),
		setting("keep-alive-interval", "u64"), setting("keep-alive-count", "u32"), setting("hop-limit", "u8"), []method{
			{"start-connect", "network: borrow<network>, remote-address: ip-socket-address", "result<_, net-error>"},
			{"finish-connect", "", "result<tuple<own<input-stream>, own<output-stream>>, net-error>"},
			{"start-listen", "", "result<_, net-error>"},
			{"finish-listen", "", "result<_, net-error>"},
			{"accept", "", "result<tuple<own<tcp-socket>, own<input-stream>, own<output-stream>>, net-error>"},
			{"is-listening", "", "bool"},
			{"set-listen-backlog-size", "value: u64", "result<_, net-error>"},
			{"shutdown", "shutdown-type: shutdown-type", "result<_, net-error>"},
		})},
	{"wasi:sockets/udp", []string{"pollable", "network", "udp-socket", "incoming-datagram-stream", "outgoing-datagram-stream"}, slices.Concat(
		denied("udp-socket", addressMethods, subscribeMethod, bufferSettings, setting("unicast-hop-limit", "u8"), []method{
			{"stream", "remote-address: option<ip-socket-address>",
				"result<tuple<own<incoming-datagram-stream>, own<outgoing-datagram-stream>>, net-error>"},
		}),
		denied("incoming-datagram-stream", []method{{"receive", "max-results: u64", "result<list<incoming-datagram>, net-error>"}}, subscribeMethod),
		denied("outgoing-datagram-stream", []method{
			{"check-send", "", "result<u64, net-error>"},
			{"send", "datagrams: list<outgoing-datagram>", "result<u64, net-error>"},
		}, subscribeMethod))},
}
