package wasi

import (
	"context"
	"sync"

	"openidea-plugin/component"
	"openidea-plugin/component/wasi/internal/shape"
)

// typeNames are the types that the signatures of the tables name.
var typeNames = shape.Names{
	"datetime":         "record{seconds: u64, nanoseconds: u32}",
	"timezone-display": "record{utc-offset: s32, name: string, in-daylight-saving-time: bool}",
	"stream-error":     "variant{last-operation-failed(own<error>), closed}",

	"fs-error": "enum{access, would-block, already, bad-descriptor, busy, deadlock, quota, exist, file-too-large, illegal-byte-sequence, " +
		"in-progress, interrupted, invalid, io, is-directory, loop, too-many-links, message-size, name-too-long, no-device, no-entry, no-lock, " +
		"insufficient-memory, insufficient-space, not-directory, not-empty, not-recoverable, unsupported, no-tty, no-such-device, overflow, " +
		"not-permitted, pipe, read-only, invalid-seek, text-file-busy, cross-device}",
	"descriptor-type":  "enum{unknown, block-device, character-device, directory, fifo, symbolic-link, regular-file, socket}",
	"descriptor-flags": "flags{read, write, file-integrity-sync, data-integrity-sync, requested-write-sync, mutate-directory}",
	"path-flags":       "flags{symlink-follow}",
	"open-flags":       "flags{create, directory, exclusive, truncate}",
	"descriptor-stat": "record{type: descriptor-type, link-count: u64, size: u64, data-access-timestamp: option<datetime>, " +
		"data-modification-timestamp: option<datetime>, status-change-timestamp: option<datetime>}",
	"new-timestamp":       "variant{no-change, now, timestamp(datetime)}",
	"directory-entry":     "record{type: descriptor-type, name: string}",
	"advice":              "enum{normal, sequential, random, will-need, dont-need, no-reuse}",
	"metadata-hash-value": "record{lower: u64, upper: u64}",

	"net-error": "enum{unknown, access-denied, not-supported, invalid-argument, out-of-memory, timeout, concurrency-conflict, not-in-progress, " +
		"would-block, invalid-state, new-socket-limit, address-not-bindable, address-in-use, remote-unreachable, connection-refused, connection-reset, " +
		"connection-aborted, datagram-too-large, name-unresolvable, temporary-resolver-failure, permanent-resolver-failure}",
	"ip-address-family":   "enum{ipv4, ipv6}",
	"ipv4-address":        "tuple<u8, u8, u8, u8>",
	"ipv6-address":        "tuple<u16, u16, u16, u16, u16, u16, u16, u16>",
	"ip-address":          "variant{ipv4(ipv4-address), ipv6(ipv6-address)}",
	"ipv4-socket-address": "record{port: u16, address: ipv4-address}",
	"ipv6-socket-address": "record{port: u16, flow-info: u32, address: ipv6-address, scope-id: u32}",
	"ip-socket-address":   "variant{ipv4(ipv4-socket-address), ipv6(ipv6-socket-address)}",
	"shutdown-type":       "enum{receive, send, both}",
	"incoming-datagram":   "record{data: list<u8>, remote-address: ip-socket-address}",
	"outgoing-datagram":   "record{data: list<u8>, remote-address: option<ip-socket-address>}",

	"http-method": "variant{get, head, post, put, delete, connect, options, trace, patch, other(string)}",
	"http-scheme": "variant{HTTP, HTTPS, other(string)}",
	"http-error": "variant{DNS-timeout, DNS-error(record{rcode: option<string>, info-code: option<u16>}), destination-not-found, destination-unavailable, " +
		"destination-IP-prohibited, destination-IP-unroutable, connection-refused, connection-terminated, connection-timeout, connection-read-timeout, " +
		"connection-write-timeout, connection-limit-reached, TLS-protocol-error, TLS-certificate-error, " +
		"TLS-alert-received(record{alert-id: option<u8>, alert-message: option<string>}), HTTP-request-denied, HTTP-request-length-required, " +
		"HTTP-request-body-size(option<u64>), HTTP-request-method-invalid, HTTP-request-URI-invalid, HTTP-request-URI-too-long, " +
		"HTTP-request-header-section-size(option<u32>), HTTP-request-header-size(option<field-size>), HTTP-request-trailer-section-size(option<u32>), " +
		"HTTP-request-trailer-size(field-size), HTTP-response-incomplete, HTTP-response-header-section-size(option<u32>), " +
		"HTTP-response-header-size(field-size), HTTP-response-body-size(option<u64>), HTTP-response-trailer-section-size(option<u32>), " +
		"HTTP-response-trailer-size(field-size), HTTP-response-transfer-coding(option<string>), HTTP-response-content-coding(option<string>), " +
		"HTTP-response-timeout, HTTP-upgrade-failed, HTTP-protocol-error, loop-detected, configuration-error, internal-error(option<string>)}",
	"field-size":   "record{field-name: option<string>, field-size: option<u32>}",
	"header-error": "variant{invalid-syntax, forbidden, immutable}",
}

// resource is what the host keeps behind the handle of a resource that others can be made from: it counts them, for it
// may be dropped only after them.
type resource struct {
	parent   *resource
	children int
	// dropped, where set, is called when the handle has been dropped.
	dropped func()
}

// from makes r a child.
func (r *resource) from(parent *resource) {
	r.parent = parent
	parent.children++
}

func (r *resource) base() *resource { return r }

// resourceTypes are all resources of the host by name; the names are unique in WASI 0.2, but for the aliases at the end.
var resourceTypes = sync.OnceValue(func() map[string]*component.ResourceType {
	m := map[string]*component.ResourceType{}
	for _, name := range []string{
		"error", "pollable", "input-stream", "output-stream", "terminal-input", "terminal-output", "descriptor", "directory-entry-stream",
		"network", "resolve-address-stream", "tcp-socket", "udp-socket", "incoming-datagram-stream", "outgoing-datagram-stream",
		"fields", "incoming-request", "outgoing-request", "request-options", "response-outparam", "incoming-response", "incoming-body",
		"future-trailers", "outgoing-response", "outgoing-body", "future-incoming-response",
	} {
		m[name] = &component.ResourceType{Name: name, Drop: dropOf(name)}
	}
	m["headers"], m["trailers"], m["io-error"] = m["fields"], m["fields"], m["error"]
	return m
})

// dropOf is the destructor of a resource: it refuses while children are left.
func dropOf(name string) func(context.Context, any) error {
	return func(_ context.Context, rep any) error {
		b, ok := rep.(interface{ base() *resource })
		if !ok {
			return nil
		}
		r := b.base()
		if r.children > 0 {
			return &RuleError{Interface: name, Message: "the handle was dropped while a resource that was made from it, " +
				"such as the pollable of a stream, was still held: drop that one first"}
		}
		if r.parent != nil {
			r.parent.children--
			r.parent = nil
		}
		if r.dropped != nil {
			r.dropped()
			r.dropped = nil
		}
		return nil
	}
}
