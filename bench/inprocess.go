package main

import (
	"os"
	"path/filepath"
	"strings"

	"openidea-plugin/bench/world"
	"openidea-plugin/component"
)

// The arguments of what is called in components in JavaScript: for "work" the number of objects that it works on.
const (
	muchWork   = "1000"
	littleWork = "10"
)

// likeForLike is said where it matters.
const likeForLike = "both count fuel"

func (b *bench) calls() error {
	l, err := b.load(b.guestPath(), component.Config{})
	if err != nil {
		return err
	}
	defer l.close(b)
	bare, err := b.bareModule()
	if err != nil {
		return err
	}
	defer bare.Close(b.ctx)
	wasmtime, err := b.serveWasmtime("", "")
	if err != nil {
		return err
	}
	defer wasmtime.stop()
	jco, err := b.serveJco()
	if err != nil {
		return err
	}
	defer jco.stop()

	bytes := make([]byte, mib)
	for i := range bytes {
		bytes[i] = byte(i)
	}
	text, other := strings.Repeat("x", mib), strings.Repeat(mixed, mib/len(mixed))
	const dynamic = likeForLike + "; wasmtime's C API makes a value of each byte"
	for _, f := range []figure{
		{what: "one call, two texts in, one out", sides: []side{
			l.call(b, "ours", "join", joinA, joinB), b.bareJoin(bare), b.joinByHand(bare), wasmtime.side("join"), jco.side("join"),
		}},
		{what: "1 MiB of ASCII text in and out", bytes: 2 * mib, note: "text validated in both directions", sides: []side{
			l.call(b, "ours", "echo-string", text), wasmtime.side("string"), jco.side("string"),
		}},
		{what: "1 MiB of other text in and out", bytes: 2 * float64(len(other)), note: "text validated in both directions", sides: []side{
			l.call(b, "ours", "echo-string", other), wasmtime.side("string-mixed"), jco.side("string-mixed"),
		}},
		{what: "1 MiB of list<u8> in and out", bytes: 2 * mib, note: dynamic, sides: []side{
			l.call(b, "ours", "echo-bytes", bytes), wasmtime.side("bytes"), jco.side("bytes"),
		}},
	} {
		if err := b.compare(f); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) instantiate() error {
	l, err := b.load(b.fixture("data-tools"), component.Config{})
	if err != nil {
		return err
	}
	defer l.close(b)
	wasmtime, err := b.serveWasmtime("", "")
	if err != nil {
		return err
	}
	defer wasmtime.stop()
	pooled, err := b.serveWasmtime("", "pooled")
	if err != nil {
		return err
	}
	defer pooled.stop()
	jco, err := b.serveJco()
	if err != nil {
		return err
	}
	defer jco.stop()
	ours := timed("ours", func() error {
		in, err := l.rt.Instantiate(b.ctx, l.c, world.Plugin(), component.Limits{})
		if err != nil {
			return err
		}
		return in.Close(b.ctx)
	})
	return b.compare(figure{what: "instance of a Rust component, made and closed", note: likeForLike, sides: []side{ours, wasmtime.side("instantiate"), named("wasmtime, out of a pool", pooled.side("instantiate")), jco.side("instantiate")}})
}

// metering compares metered code with the same code as it is, and with wasmtime that counts fuel.
func (b *bench) metering() error {
	wasmtime, err := b.serveWasmtime(b.quickjs, "")
	if err != nil {
		return err
	}
	defer wasmtime.stop()
	free, err := b.serveWasmtime(b.quickjs, "free")
	if err != nil {
		return err
	}
	defer free.stop()
	document, err := os.ReadFile(filepath.Join(b.dir, documentName))
	if err != nil {
		return err
	}
	for _, p := range []struct {
		what, path, figure string
		side               func(*loaded, string) side
	}{
		{"the tightest loop", b.guestPath(), "spin", func(l *loaded, name string) side { return l.call(b, name, "spin", uint32(spins)) }},
		{"fib", b.guestPath(), "fib", func(l *loaded, name string) side { return l.call(b, name, "fib", uint32(fibOf)) }},
		{"Rust: reading 64 KiB of JSON", b.fixture("data-tools"), "rust", func(l *loaded, name string) side {
			return l.first(b, name, "recent_searches", string(document))
		}},
		{"QuickJS", b.quickjs, "extra", func(l *loaded, name string) side { return l.first(b, name, b.tool, muchWork) }},
	} {
		if p.path == "" {
			b.table.add(row{what: "metered: " + p.what, ours: "absent", note: "give a component with -quickjs"})
			continue
		}
		metered, err := b.load(p.path, component.Config{})
		if err != nil {
			return err
		}
		plain, err := b.load(p.path, component.Config{Unmetered: true})
		if err != nil {
			return err
		}
		err = b.compare(figure{what: "metered: " + p.what, sides: []side{
			p.side(metered, "ours"), p.side(plain, "ours, unmetered"), wasmtime.side(p.figure), named("wasmtime, without fuel", free.side(p.figure)),
		}})
		metered.close(b)
		plain.close(b)
		if err != nil {
			return err
		}
	}
	return nil
}

func named(name string, s side) side {
	s.name = name
	return s
}

// documentName is the file with the JSON text that the Rust component reads.
const documentName = "document.json"

// writeDocument makes it.
func (b *bench) writeDocument() error {
	var out strings.Builder
	out.WriteString(`{"notes":[`)
	for out.Len() < 64<<10 {
		out.WriteString(`{"path":"notes/groceries.md","title":"Groceries","tags":["home","weekly"],"open":3,"share":0.25},`)
	}
	out.WriteString(`null]}`)
	return os.WriteFile(filepath.Join(b.dir, documentName), []byte(out.String()), 0o644)
}
