package binary

// unsupportedCanons names the canonical definitions that are not supported, by their byte.
var unsupportedCanons = map[byte]string{
	0x05: "task.cancel (async)", 0x06: "subtask.cancel (async)", 0x09: "task.return (async)", 0x0a: "context.get (async)",
	0x0b: "context.set (async)", 0x0c: "thread.yield (async)", 0x0d: "subtask.drop (async)",
	0x0e: "stream.new (async)", 0x0f: "stream.read (async)", 0x10: "stream.write (async)", 0x11: "stream.cancel-read (async)",
	0x12: "stream.cancel-write (async)", 0x13: "stream.drop-readable (async)", 0x14: "stream.drop-writable (async)",
	0x15: "future.new (async)", 0x16: "future.read (async)", 0x17: "future.write (async)", 0x18: "future.cancel-read (async)",
	0x19: "future.cancel-write (async)", 0x1a: "future.drop-readable (async)", 0x1b: "future.drop-writable (async)",
	0x1c: "error-context.new (error contexts)", 0x1d: "error-context.debug-message (error contexts)", 0x1e: "error-context.drop (error contexts)",
	0x1f: "waitable-set.new (async)", 0x20: "waitable-set.wait (async)", 0x21: "waitable-set.poll (async)", 0x22: "waitable-set.drop (async)",
	0x23: "waitable.join (async)", 0x24: "backpressure.inc (async)", 0x25: "backpressure.dec (async)",
	0x26: "thread.index (threads)", 0x27: "thread.new-indirect (threads)", 0x28: "thread.resume-later (threads)",
	0x29: "thread.suspend (threads)", 0x2a: "thread.suspend-then-resume (threads)", 0x2b: "thread.yield-then-resume (threads)",
	0x2c: "thread.suspend-then-promote (threads)", 0x2d: "thread.yield-then-promote (threads)",
	0x40: "thread.spawn-ref (threads)", 0x41: "thread.spawn-indirect (threads)", 0x42: "thread.available-parallelism (threads)",
}

// canon reads a canonical definition.
func (r *reader) canon() *Canon {
	at := r.pos
	c := &Canon{}
	b := r.byte()
	switch c.Kind = CanonKind(b); c.Kind {
	case CanonLift:
		r.zero("sort of a lift")
		c.Func = r.u32()
		c.Options = r.canonOpts()
		c.Type = r.u32()
	case CanonLower:
		r.zero("sort of a lower")
		c.Func = r.u32()
		c.Options = r.canonOpts()
	case CanonResourceNew, CanonResourceDrop, CanonResourceRep:
		c.Type = r.u32()
	default:
		if feature, ok := unsupportedCanons[b]; ok {
			r.unsupported(at, feature)
		} else {
			r.bad(at, b, "canonical definition")
		}
	}
	return c
}

// unsupportedOpts names the canonical options that are not supported, by their byte.
var unsupportedOpts = map[byte]string{
	0x06: "the canonical option async",
	0x07: "the canonical option callback (async)",
	0x08: "the canonical option core-type (garbage collection)",
	0x09: "the canonical option gc (garbage collection)",
}

// canonOpts reads options. Each kind may be given once; the order is free.
func (r *reader) canonOpts() (o Options) {
	r.vec(maxCanonOpts, "canonical options", func() {
		at := r.pos
		b := r.byte()
		index := func(slot **uint32, name string) {
			if *slot != nil {
				o.Repeated = name
			}
			i := r.u32()
			*slot = &i
		}
		switch b {
		case 0x00, 0x01, 0x02:
			if o.EncodingGiven {
				o.Repeated = "string-encoding"
			}
			o.Encoding, o.EncodingGiven = Encoding(b), true
		case 0x03:
			index(&o.Memory, "memory")
		case 0x04:
			index(&o.Realloc, "realloc")
		case 0x05:
			index(&o.PostReturn, "post-return")
		default:
			if feature, ok := unsupportedOpts[b]; ok {
				r.unsupported(at, feature)
			} else {
				r.bad(at, b, "canonical option")
			}
		}
	})
	return o
}
