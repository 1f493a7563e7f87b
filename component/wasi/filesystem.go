package wasi

import (
	"math"
	"strings"
	"time"

	"openidea-plugin/component"
	"openidea-plugin/component/abi"
	"openidea-plugin/component/bylabel"
	"openidea-plugin/component/types"
)

// onDescriptor makes the function of a row from one that answers with the payload of ok, or with a case of error-code.
func onDescriptor(f func(c *call, d *descriptor) (component.Value, string)) func(*call) (component.Value, error) {
	return func(c *call) (component.Value, error) {
		d, err := self[*descriptor](c)
		if err != nil {
			return nil, err
		}
		v, code := f(c, d)
		if c.err != nil {
			return nil, c.err
		}
		if code != "" {
			return c.fail(code)
		}
		return bylabel.Ok(v), nil
	}
}

// keep gives v, and keeps the error for the end of the call.
func keep[T any](c *call) func(v T, err error) T {
	return func(v T, err error) T {
		if c.err == nil {
			c.err = err
		}
		return v
	}
}

// now is the time that files are stamped with.
func (c *call) now() time.Time { return c.host.clock.Now() }

// text is a string argument.
func (c *call) text(i int) string { return c.args[i].(string) }

// has says whether a flag of an argument is set.
func (c *call) has(i int, label string) bool {
	return keep[bool](c)(bylabel.Has(c.fn.Params[i].Type, c.args[i], label))
}

// other is a second descriptor among the arguments.
func (c *call) other(i int) *descriptor {
	return keep[*descriptor](c)(handle[*descriptor](c, c.args[i]))
}

// stamp is an option<datetime>; none for a time that is not known.
func (c *call) stamp(t *types.Type, at time.Time) component.Value {
	if at.IsZero() {
		return bylabel.None()
	}
	return bylabel.Some(keep[component.Value](c)(datetime(t.Elem, at)))
}

func (c *call) stat(n *node) component.Value {
	t := c.fn.Result.Ok
	fields := map[string]abi.Value{"link-count": uint64(n.links), "size": n.length()}
	for label, at := range map[string]time.Time{"data-access-timestamp": n.atime, "data-modification-timestamp": n.mtime, "status-change-timestamp": n.ctime} {
		fields[label] = c.stamp(keep[*types.Type](c)(bylabel.Type(t, label)), at)
	}
	fields["type"] = c.kind(keep[*types.Type](c)(bylabel.Type(t, "type")), n.kind)
	return keep[abi.Record](c)(bylabel.Record(t, fields))
}

// kind is a descriptor-type.
func (c *call) kind(t *types.Type, k nodeKind) abi.Enum {
	return keep[abi.Enum](c)(bylabel.Enum(t, descriptorTypes[k]))
}

func (c *call) hash(d *descriptor, n *node) component.Value {
	lower, upper := d.metadataHash(n)
	return keep[abi.Record](c)(bylabel.Record(c.fn.Result.Ok, map[string]abi.Value{"lower": lower, "upper": upper}))
}

// setTimes stamps a node with the two new-timestamps from argument i on.
func (c *call) setTimes(d *descriptor, n *node, i int) string {
	if !d.dir.writable {
		return "not-permitted"
	}
	atime, code := c.newTime(i, n.atime)
	if code != "" {
		return code
	}
	mtime, code := c.newTime(i+1, n.mtime)
	if code != "" {
		return code
	}
	n.atime, n.mtime, n.ctime = atime, mtime, c.now()
	return ""
}

// newTime is the time that a new-timestamp means, where it was old before.
func (c *call) newTime(i int, old time.Time) (time.Time, string) {
	t := c.fn.Params[i].Type
	label, payload, err := bylabel.Case(t, c.args[i])
	switch {
	case err != nil:
		c.err = err
	case label == "no-change":
		return old, ""
	case label == "now":
		return c.now(), ""
	}
	dt := keep[*types.Type](c)(bylabel.Type(t, label))
	seconds, _ := keep[abi.Value](c)(bylabel.Field(dt, payload, "seconds")).(uint64)
	nanos, _ := keep[abi.Value](c)(bylabel.Field(dt, payload, "nanoseconds")).(uint32)
	// Beyond this the time of Go would overflow; the year is 9999 long before.
	if seconds > math.MaxInt64/4 {
		return old, "overflow"
	}
	return time.Unix(int64(seconds), int64(nanos)).UTC(), ""
}

func (c *call) readVia(d *descriptor) (component.Value, string) {
	if d.node.kind == dirNode {
		return nil, "is-directory"
	}
	if code := d.readable(); code != "" {
		return nil, code
	}
	s := &inputStream{from: &fileReader{d: d, offset: c.u64(1)}}
	d.hold(&s.resource)
	return own(s), ""
}

func (c *call) writeVia(d *descriptor, w *fileWriter) (component.Value, string) {
	if code := d.writable(); code != "" {
		return nil, code
	}
	w.d, w.now = d, c.host.clock.Now
	s := &outputStream{to: w}
	d.hold(&s.resource)
	return own(s), ""
}

func (c *call) openAt(d *descriptor) (component.Value, string) {
	f := openFlags{follow: c.has(1, "symlink-follow"), create: c.has(3, "create"), directory: c.has(3, "directory"), exclusive: c.has(3, "exclusive"),
		truncate: c.has(3, "truncate"), read: c.has(4, "read"), write: c.has(4, "write"),
		sync: c.has(4, "file-integrity-sync") || c.has(4, "data-integrity-sync") || c.has(4, "requested-write-sync")}
	if c.err != nil {
		return nil, ""
	}
	o, code := d.openAt(c.text(2), f, c.now())
	if code != "" {
		return nil, code
	}
	o.hold(&o.resource)
	return own(o), ""
}

func nextEntry(c *call) (component.Value, error) {
	s, err := self[*dirStream](c)
	if err != nil {
		return nil, err
	}
	if len(s.entries) == 0 {
		return bylabel.Ok(bylabel.None()), nil
	}
	e := s.entries[0]
	s.entries = s.entries[1:]
	t := c.fn.Result.Ok.Elem
	r := keep[abi.Record](c)(bylabel.Record(t, map[string]abi.Value{
		"type": c.kind(keep[*types.Type](c)(bylabel.Type(t, "type")), e.kind), "name": e.name}))
	return bylabel.Ok(bylabel.Some(r)), c.err
}

func filesystemErrorCode(c *call) (component.Value, error) {
	e, err := self[*ioError](c)
	if err != nil {
		return nil, err
	}
	if e.code == "" {
		return bylabel.None(), nil
	}
	code, err := bylabel.Enum(c.fn.Result.Elem, e.code)
	return bylabel.Some(code), err
}

func getDirectories(c *call) (component.Value, error) {
	out := abi.List{}
	for i, p := range c.host.cfg.Preopens {
		d := p.open(i)
		d.hold(&d.resource)
		out = append(out, abi.Tuple{own(d), p.Path})
	}
	return out, nil
}

// nothing is the answer of functions that have no effect on files in memory.
func nothing(*call, *descriptor) (component.Value, string) { return nil, "" }

var filesystemInterfaces = []iface{
	{"wasi:filesystem/preopens", []string{"descriptor"}, []row{
		{"get-directories", "func() -> list<tuple<own<descriptor>, string>>", getDirectories},
	}},
	{"wasi:filesystem/types", []string{"descriptor", "directory-entry-stream", "input-stream", "output-stream", "error"}, []row{
		{"filesystem-error-code", "func(err: borrow<error>) -> option<fs-error>", filesystemErrorCode},
		{"[method]directory-entry-stream.read-directory-entry",
			"func(self: borrow<directory-entry-stream>) -> result<option<directory-entry>, fs-error>", nextEntry},
		{"[method]descriptor.read-via-stream", "func(self: borrow<descriptor>, offset: u64) -> result<own<input-stream>, fs-error>",
			onDescriptor((*call).readVia)},
		{"[method]descriptor.write-via-stream", "func(self: borrow<descriptor>, offset: u64) -> result<own<output-stream>, fs-error>",
			onDescriptor(func(c *call, d *descriptor) (component.Value, string) {
				return c.writeVia(d, &fileWriter{offset: c.u64(1)})
			})},
		{"[method]descriptor.append-via-stream", "func(self: borrow<descriptor>) -> result<own<output-stream>, fs-error>",
			onDescriptor(func(c *call, d *descriptor) (component.Value, string) {
				return c.writeVia(d, &fileWriter{append: true})
			})},
		{"[method]descriptor.advise", "func(self: borrow<descriptor>, offset: u64, length: u64, advice: advice) -> result<_, fs-error>",
			onDescriptor(func(_ *call, d *descriptor) (component.Value, string) {
				if d.node.kind != fileNode {
					return nil, "bad-descriptor"
				}
				return nil, ""
			})},
		{"[method]descriptor.sync-data", "func(self: borrow<descriptor>) -> result<_, fs-error>", onDescriptor(nothing)},
		{"[method]descriptor.sync", "func(self: borrow<descriptor>) -> result<_, fs-error>", onDescriptor(nothing)},
		{"[method]descriptor.get-flags", "func(self: borrow<descriptor>) -> result<descriptor-flags, fs-error>",
			onDescriptor(func(c *call, d *descriptor) (component.Value, string) {
				var labels []string
				for _, f := range []struct {
					set   bool
					label string
				}{{d.reads, "read"}, {d.writes, "write"}, {d.mutate, "mutate-directory"}} {
					if f.set {
						labels = append(labels, f.label)
					}
				}
				return keep[abi.Flags](c)(bylabel.Flags(c.fn.Result.Ok, labels...)), ""
			})},
		{"[method]descriptor.get-type", "func(self: borrow<descriptor>) -> result<descriptor-type, fs-error>",
			onDescriptor(func(c *call, d *descriptor) (component.Value, string) { return c.kind(c.fn.Result.Ok, d.node.kind), "" })},
		{"[method]descriptor.set-size", "func(self: borrow<descriptor>, size: u64) -> result<_, fs-error>",
			onDescriptor(func(c *call, d *descriptor) (component.Value, string) {
				code := d.writable()
				switch {
				case code == "bad-descriptor" && d.node.kind == fileNode:
					return nil, "invalid" // as ftruncate of POSIX for a file that is open for reading
				case code != "":
					return nil, code
				}
				return nil, d.setSize(c.u64(1), c.now())
			})},
		{"[method]descriptor.set-times",
			"func(self: borrow<descriptor>, data-access-timestamp: new-timestamp, data-modification-timestamp: new-timestamp) -> result<_, fs-error>",
			onDescriptor(func(c *call, d *descriptor) (component.Value, string) { return nil, c.setTimes(d, d.node, 1) })},
		{"[method]descriptor.read", "func(self: borrow<descriptor>, length: u64, offset: u64) -> result<tuple<list<u8>, bool>, fs-error>",
			onDescriptor(func(c *call, d *descriptor) (component.Value, string) {
				if code := d.readable(); code != "" {
					return nil, code
				}
				b, code := d.readAt(c.u64(1), c.u64(2))
				return abi.Tuple{b, len(b) == 0}, code
			})},
		{"[method]descriptor.write", "func(self: borrow<descriptor>, buffer: list<u8>, offset: u64) -> result<u64, fs-error>",
			onDescriptor(func(c *call, d *descriptor) (component.Value, string) {
				if code := d.writable(); code != "" {
					return nil, code
				}
				b := c.args[1].([]byte)
				return uint64(len(b)), d.writeAt(b, c.u64(2), c.now())
			})},
		{"[method]descriptor.read-directory", "func(self: borrow<descriptor>) -> result<own<directory-entry-stream>, fs-error>",
			onDescriptor(func(_ *call, d *descriptor) (component.Value, string) {
				s, code := d.readDirectory()
				return own(s), code
			})},
		{"[method]descriptor.create-directory-at", "func(self: borrow<descriptor>, path: string) -> result<_, fs-error>",
			onDescriptor(func(c *call, d *descriptor) (component.Value, string) {
				return nil, d.createDirectoryAt(c.text(1), c.now())
			})},
		{"[method]descriptor.stat", "func(self: borrow<descriptor>) -> result<descriptor-stat, fs-error>",
			onDescriptor(func(c *call, d *descriptor) (component.Value, string) { return c.stat(d.node), "" })},
		{"[method]descriptor.stat-at", "func(self: borrow<descriptor>, path-flags: path-flags, path: string) -> result<descriptor-stat, fs-error>",
			onDescriptor(func(c *call, d *descriptor) (component.Value, string) {
				n, code := d.stand(c.text(2), c.has(1, "symlink-follow"))
				if code != "" {
					return nil, code
				}
				return c.stat(n), ""
			})},
		{"[method]descriptor.set-times-at", "func(self: borrow<descriptor>, path-flags: path-flags, path: string, " +
			"data-access-timestamp: new-timestamp, data-modification-timestamp: new-timestamp) -> result<_, fs-error>",
			onDescriptor(func(c *call, d *descriptor) (component.Value, string) {
				n, code := d.stand(c.text(2), c.has(1, "symlink-follow"))
				if code != "" {
					return nil, code
				}
				return nil, c.setTimes(d, n, 3)
			})},
		{"[method]descriptor.link-at", "func(self: borrow<descriptor>, old-path-flags: path-flags, old-path: string, " +
			"new-descriptor: borrow<descriptor>, new-path: string) -> result<_, fs-error>",
			onDescriptor(func(c *call, d *descriptor) (component.Value, string) {
				to := c.other(3)
				switch {
				case c.err != nil:
					return nil, ""
				case c.has(1, "symlink-follow"):
					return nil, "invalid"
				}
				return nil, d.linkAt(c.text(2), to, c.text(4), c.now())
			})},
		{"[method]descriptor.open-at", "func(self: borrow<descriptor>, path-flags: path-flags, path: string, open-flags: open-flags, " +
			"flags: descriptor-flags) -> result<own<descriptor>, fs-error>", onDescriptor((*call).openAt)},
		{"[method]descriptor.readlink-at", "func(self: borrow<descriptor>, path: string) -> result<string, fs-error>",
			onDescriptor(func(c *call, d *descriptor) (component.Value, string) {
				n, code := d.stand(c.text(1), false)
				switch {
				case code != "":
					return nil, code
				case n.kind != linkNode:
					return nil, "invalid"
				case strings.HasPrefix(n.target, "/"):
					return nil, "not-permitted"
				}
				return n.target, ""
			})},
		{"[method]descriptor.remove-directory-at", "func(self: borrow<descriptor>, path: string) -> result<_, fs-error>",
			onDescriptor(func(c *call, d *descriptor) (component.Value, string) {
				return nil, d.removeDirectoryAt(c.text(1), c.now())
			})},
		{"[method]descriptor.rename-at",
			"func(self: borrow<descriptor>, old-path: string, new-descriptor: borrow<descriptor>, new-path: string) -> result<_, fs-error>",
			onDescriptor(func(c *call, d *descriptor) (component.Value, string) {
				to := c.other(2)
				if c.err != nil {
					return nil, ""
				}
				return nil, d.renameAt(c.text(1), to, c.text(3), c.now())
			})},
		{"[method]descriptor.symlink-at", "func(self: borrow<descriptor>, old-path: string, new-path: string) -> result<_, fs-error>",
			onDescriptor(func(c *call, d *descriptor) (component.Value, string) {
				return nil, d.symlinkAt(c.text(1), c.text(2), c.now())
			})},
		{"[method]descriptor.unlink-file-at", "func(self: borrow<descriptor>, path: string) -> result<_, fs-error>",
			onDescriptor(func(c *call, d *descriptor) (component.Value, string) { return nil, d.unlinkFileAt(c.text(1), c.now()) })},
		{"[method]descriptor.is-same-object", "func(self: borrow<descriptor>, other: borrow<descriptor>) -> bool",
			func(c *call) (component.Value, error) {
				d, err := self[*descriptor](c)
				if err != nil {
					return nil, err
				}
				o := c.other(1)
				return c.err == nil && d.node == o.node, c.err
			}},
		{"[method]descriptor.metadata-hash", "func(self: borrow<descriptor>) -> result<metadata-hash-value, fs-error>",
			onDescriptor(func(c *call, d *descriptor) (component.Value, string) { return c.hash(d, d.node), "" })},
		{"[method]descriptor.metadata-hash-at", "func(self: borrow<descriptor>, path-flags: path-flags, path: string) -> result<metadata-hash-value, fs-error>",
			onDescriptor(func(c *call, d *descriptor) (component.Value, string) {
				n, code := d.stand(c.text(2), c.has(1, "symlink-follow"))
				if code != "" {
					return nil, code
				}
				return c.hash(d, n), ""
			})},
	}},
}
