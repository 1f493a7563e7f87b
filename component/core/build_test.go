package core

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"openidea-plugin/component/types"
)

// build is a module under construction: what is not set is left out of the binary.
type build struct {
	types    []FuncType
	imports  []Import
	tables   []Table
	memories []Memory
	globals  []Global
	tags     []Tag
	exports  []Export
	start    *uint32
	elems    [][]byte // whole segments
	funcs    []fn
	datas    [][]byte // whole segments
	dataN    bool     // with a data count section
	names    []funcName
	custom   [][]byte // payloads of custom sections, at the front
}

// fn is a defined function: the types of its further locals and its code in the notation of asm.
type fn struct {
	typ    uint32
	locals []byte
	code   string
}

func (b *build) bytes() []byte {
	out := append([]byte(nil), preamble...)
	for _, c := range b.custom {
		out = appendSection(out, secCustom, c)
	}
	list := func(id byte, n int, item func(p []byte, i int) []byte) {
		if n == 0 {
			return
		}
		p := appendU32(nil, uint32(n))
		for i := range n {
			p = item(p, i)
		}
		out = appendSection(out, id, p)
	}
	list(secType, len(b.types), func(p []byte, i int) []byte {
		p = append(p, 0x60)
		p = append(appendU32(p, uint32(len(b.types[i].Params))), b.types[i].Params...)
		return append(appendU32(p, uint32(len(b.types[i].Results))), b.types[i].Results...)
	})
	w := &writer{m: &Module{Imports: b.imports, Tables: b.tables, Memories: b.memories}}
	if len(b.imports) > 0 {
		out = appendSection(out, secImport, w.imports())
	}
	list(secFunc, len(b.funcs), func(p []byte, i int) []byte { return appendU32(p, b.funcs[i].typ) })
	if len(b.tables) > 0 {
		out = appendSection(out, secTable, w.tables())
	}
	if len(b.memories) > 0 {
		out = appendSection(out, secMemory, w.memories())
	}
	list(secTag, len(b.tags), func(p []byte, i int) []byte { return appendU32(append(p, 0), b.tags[i].Type) })
	list(secGlobal, len(b.globals), func(p []byte, i int) []byte {
		return append(appendGlobalType(p, b.globals[i]), b.globals[i].Init.Raw...)
	})
	list(secExport, len(b.exports), func(p []byte, i int) []byte {
		return appendU32(append(appendName(p, b.exports[i].Name), byte(b.exports[i].Kind)), b.exports[i].Index)
	})
	if b.start != nil {
		out = appendSection(out, secStart, appendU32(nil, *b.start))
	}
	list(secElem, len(b.elems), func(p []byte, i int) []byte { return append(p, b.elems[i]...) })
	if b.dataN {
		out = appendSection(out, secDataCount, appendU32(nil, uint32(len(b.datas))))
	}
	list(secCode, len(b.funcs), func(p []byte, i int) []byte {
		body := appendU32(nil, uint32(len(b.funcs[i].locals)))
		for _, t := range b.funcs[i].locals {
			body = append(body, 1, t)
		}
		body = append(append(body, asm(b.funcs[i].code)...), opEnd)
		return append(appendU32(p, uint32(len(body))), body...)
	})
	list(secData, len(b.datas), func(p []byte, i int) []byte { return append(p, b.datas[i]...) })
	if len(b.names) > 0 {
		w.m.Names.funcs = func() []funcName { return b.names }
		out = appendSection(out, secCustom, w.names())
	}
	return out
}

func sig(params, results string) FuncType {
	letters := map[rune]byte{'i': I32, 'l': I64, 'f': F32, 'd': F64, 'v': V128, 'r': FuncRef, 'e': ExternRef}
	var t FuncType
	for _, c := range params {
		t.Params = append(t.Params, letters[c])
	}
	for _, c := range results {
		t.Results = append(t.Results, letters[c])
	}
	return t
}

func exportFunc(name string, i uint32) Export {
	return Export{Name: name, Kind: types.CoreFunc, Index: i}
}

func expr(code string) ConstExpr { return ConstExpr{Raw: append(asm(code), opEnd)} }

// activeElem is an active segment of function indices for table 0.
func activeElem(offset string, funcs ...uint32) []byte {
	p := append(append([]byte{0}, asm(offset)...), opEnd)
	p = appendU32(p, uint32(len(funcs)))
	for _, f := range funcs {
		p = appendU32(p, f)
	}
	return p
}

func activeData(offset, data string) []byte {
	return appendName(append(append([]byte{0}, asm(offset)...), opEnd), data)
}

func passiveData(data string) []byte { return appendName([]byte{1}, data) }

// mnemonics are the operators that tests use: their bytes, and the letters of their immediates: u and s integers of any width
// (unsigned, signed), f and d floats, t a block type or value type ("-": none), * a list of unsigned integers to the end.
var mnemonics = map[string]struct{ op, imm string }{
	"unreachable": {"\x00", ""}, "nop": {"\x01", ""}, "block": {"\x02", "t"}, "loop": {"\x03", "t"}, "if": {"\x04", "t"},
	"else": {"\x05", ""}, "throw": {"\x08", "u"}, "throw_ref": {"\x0a", ""}, "end": {"\x0b", ""}, "br": {"\x0c", "u"},
	"br_if": {"\x0d", "u"}, "br_table": {"\x0e", "*"}, "return": {"\x0f", ""}, "call": {"\x10", "u"}, "call_indirect": {"\x11", "uu"},
	"return_call": {"\x12", "u"}, "return_call_indirect": {"\x13", "uu"}, "drop": {"\x1a", ""}, "select": {"\x1b", ""},
	"select_t": {"\x1c\x01", "t"}, "try_table_all": {"\x1f\x40\x01\x02", "u"}, "local.get": {"\x20", "u"}, "local.set": {"\x21", "u"},
	"local.tee": {"\x22", "u"}, "global.get": {"\x23", "u"}, "global.set": {"\x24", "u"}, "table.get": {"\x25", "u"}, "table.set": {"\x26", "u"},
	"i32.load": {"\x28", "uu"}, "i64.load": {"\x29", "uu"}, "f64.load": {"\x2b", "uu"}, "i32.load8_u": {"\x2d", "uu"}, "i32.store": {"\x36", "uu"},
	"i64.store": {"\x37", "uu"}, "i32.store8": {"\x3a", "uu"}, "memory.size": {"\x3f\x00", ""}, "memory.grow": {"\x40\x00", ""},
	"i32.const": {"\x41", "s"}, "i64.const": {"\x42", "s"}, "f32.const": {"\x43", "f"}, "f64.const": {"\x44", "d"},
	"i32.eqz": {"\x45", ""}, "i32.eq": {"\x46", ""}, "i32.ne": {"\x47", ""}, "i32.lt_s": {"\x48", ""}, "i32.lt_u": {"\x49", ""}, "i32.gt_s": {"\x4a", ""},
	"i32.ge_u": {"\x4f", ""}, "i64.eqz": {"\x50", ""}, "i64.lt_s": {"\x53", ""}, "i32.add": {"\x6a", ""}, "i32.sub": {"\x6b", ""},
	"i32.mul": {"\x6c", ""}, "i32.div_u": {"\x6e", ""}, "i32.rem_u": {"\x70", ""}, "i32.and": {"\x71", ""}, "i32.or": {"\x72", ""}, "i32.xor": {"\x73", ""}, "i32.shl": {"\x74", ""},
	"i32.shr_u": {"\x76", ""}, "i64.add": {"\x7c", ""}, "i64.sub": {"\x7d", ""}, "i64.mul": {"\x7e", ""}, "f64.add": {"\xa0", ""}, "f64.mul": {"\xa2", ""},
	"f64.div": {"\xa3", ""}, "f64.sqrt": {"\x9f", ""}, "f64.lt": {"\x63", ""}, "i32.wrap_i64": {"\xa7", ""}, "i64.extend_i32_u": {"\xad", ""}, "f64.convert_i32_u": {"\xb8", ""},
	"i32.extend8_s": {"\xc0", ""}, "ref.null": {"\xd0", "t"}, "ref.is_null": {"\xd1", ""}, "ref.func": {"\xd2", "u"},
	"i32.trunc_sat_f64_u": {"\xfc\x03", ""}, "memory.init": {"\xfc\x08", "uu"}, "data.drop": {"\xfc\x09", "u"}, "memory.copy": {"\xfc\x0a\x00\x00", ""},
	"memory.fill": {"\xfc\x0b\x00", ""}, "table.init": {"\xfc\x0c", "uu"}, "elem.drop": {"\xfc\x0d", "u"}, "table.copy": {"\xfc\x0e", "uu"},
	"table.grow": {"\xfc\x0f", "u"}, "table.size": {"\xfc\x10", "u"}, "table.fill": {"\xfc\x11", "u"}, "i32x4.splat": {"\xfd\x11", ""}, "i32x4.add": {"\xfd\xae\x01", ""},
	"i32x4.extract_lane": {"\xfd\x1b", "u"}, "v128.load": {"\xfd\x00", "uu"}, "i32.atomic.rmw.add": {"\xfe\x1e", "uu"}, "atomic.fence": {"\xfe\x03\x00", ""},
}

// asm assembles code: operators with their immediates, separated by semicolons or line ends.
func asm(code string) []byte {
	var out []byte
	for _, line := range strings.FieldsFunc(code, func(r rune) bool { return r == ';' || r == '\n' }) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		m, ok := mnemonics[words[0]]
		if !ok {
			panic("no operator " + words[0])
		}
		out = append(out, m.op...)
		args := words[1:]
		if m.imm == "*" {
			out = appendU32(out, uint32(len(args)-1))
			for _, a := range args {
				out = appendU32(out, uint32(number(a)))
			}
			continue
		}
		if len(args) != len(m.imm) {
			panic(fmt.Sprintf("%q takes %d immediates", line, len(m.imm)))
		}
		for i, a := range args {
			out = appendImmediate(out, m.imm[i], a)
		}
	}
	return out
}

func appendImmediate(out []byte, kind byte, a string) []byte {
	switch kind {
	case 'u':
		return appendU64(out, uint64(number(a)))
	case 's':
		return appendS64(out, number(a))
	case 't':
		if n, err := strconv.Atoi(a); err == nil {
			return appendS64(out, int64(n))
		}
		t := map[string]byte{"-": 0x40, "i32": I32, "i64": I64, "f64": F64, "func": FuncRef, "extern": ExternRef}[a]
		return append(out, t)
	}
	f, err := strconv.ParseFloat(a, 64)
	if err != nil {
		panic(err)
	}
	n, v := 8, math.Float64bits(f)
	if kind == 'f' {
		n, v = 4, uint64(math.Float32bits(float32(f)))
	}
	for range n {
		out = append(out, byte(v))
		v >>= 8
	}
	return out
}

func number(s string) int64 {
	n, err := strconv.ParseInt(s, 0, 64)
	if err != nil {
		panic(err)
	}
	return n
}
