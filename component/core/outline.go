package core

import "fmt"

// RewriteVersion names what Rewrite writes: compiled code is kept under it, so it is raised whenever Rewrite writes other code for the same module.
const RewriteVersion = 4

// Bytes is what the module was parsed from.
func (m *Module) Bytes() []byte { return m.raw }

// Outline gives a module that has everything of a valid module, as Rewrite writes it, but what its functions do: each ends at once with a trap. It
// stands for the module where its compiled code is at hand already and only the rest has to be read. mark is put into a custom section, so that the
// outlines of two modules differ that differ in code alone.
func Outline(module []byte, mark string) ([]byte, error) {
	r := &reader{b: module, pos: len(preamble), end: len(module)}
	out := append(make([]byte, 0, len(module)/2), preamble...)
	for r.more() {
		id, size := r.u8(), r.u32()
		payload := r.bytes(size)
		if r.err != nil {
			break
		}
		if id == secCode {
			sub := &reader{b: payload, end: len(payload)}
			n := sub.u32()
			payload = appendU32(nil, n)
			for range n {
				payload = append(payload, 3, 0, byte(opUnreachable), byte(opEnd))
			}
			r.err = sub.err
		}
		out = appendSection(out, id, payload)
	}
	if r.err != nil {
		return nil, fmt.Errorf("core: a rewritten module cannot be read: %w", r.err)
	}
	return appendSection(out, secCustom, append(appendName(nil, "outline"), mark...)), nil
}
