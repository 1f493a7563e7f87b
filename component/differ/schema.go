package main

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"openidea-plugin/component/types"
)

// schema makes random types and writes them in the text format. Types that a component must give a name before a function may use
// them (records, variants, flags, enums) are declared once and imported by every component of the batch.
type schema struct {
	r     *rand.Rand
	names map[*types.Type]string
	decls []string      // the body of the type "t0", "t1", …
	pool  []*types.Type // compound types made so far, to use again
	// handles: the types may hold resources.
	handles bool
}

func newSchema(r *rand.Rand, handles bool) *schema {
	return &schema{r: r, names: map[*types.Type]string{}, handles: handles}
}

var scalarKinds = []types.Kind{types.Bool, types.S8, types.U8, types.S16, types.U16, types.S32, types.U32, types.S64, types.U64, types.F32,
	types.F64, types.Char, types.Char, types.Char}

// makeType makes a type of at most depth levels.
func (s *schema) makeType(depth int) *types.Type {
	n := s.r.IntN(100)
	switch {
	case depth <= 0 || n < 22:
		if s.r.IntN(4) == 0 {
			return types.Prim(types.String)
		}
		return types.Prim(scalarKinds[s.r.IntN(len(scalarKinds))])
	case n < 32:
		return types.Prim(types.String)
	case n < 35 && s.handles:
		return types.NewOwn(handleTypes[[]string{"x", "y"}[s.r.IntN(2)]])
	case n < 43 && len(s.pool) > 0:
		return s.pool[s.r.IntN(len(s.pool))]
	}
	t := s.makeCompound(depth - 1)
	s.pool = append(s.pool, t)
	return t
}

func (s *schema) makeCompound(depth int) *types.Type {
	switch s.r.IntN(9) {
	case 0:
		fields := make([]types.Field, 1+s.r.IntN(6))
		for i := range fields {
			fields[i] = types.Field{Name: fmt.Sprintf("f%d", i), Type: s.makeType(depth)}
		}
		return s.declare(types.NewRecord(fields))
	case 1, 2:
		cases := make([]types.Case, s.caseCount())
		// Of a large variant only a few cases have payloads, or the flattening would take too long to write.
		for i := range cases {
			cases[i].Name = fmt.Sprintf("c%d", i)
			if i < 8 && s.r.IntN(3) > 0 {
				cases[i].Type = s.makeType(depth)
			}
		}
		return s.declare(types.NewVariant(cases))
	case 3:
		return types.NewList(s.makeType(depth))
	case 4:
		elems := make([]*types.Type, 1+s.r.IntN(5))
		for i := range elems {
			elems[i] = s.makeType(depth)
		}
		return types.NewTuple(elems...)
	case 5:
		return s.declare(types.NewFlags(s.labels(1 + s.r.IntN(32))))
	case 6:
		return s.declare(types.NewEnum(s.labels(s.caseCount())))
	case 7:
		return types.NewOption(s.makeType(depth))
	}
	var ok, err *types.Type
	if s.r.IntN(4) > 0 {
		ok = s.makeType(depth)
	}
	if s.r.IntN(4) > 0 {
		err = s.makeType(depth)
	}
	return types.NewResult(ok, err)
}

// caseCount is mostly small, and now and then around where the discriminant takes a second byte.
func (s *schema) caseCount() int {
	if s.r.IntN(25) == 0 {
		return 255 + s.r.IntN(4)
	}
	return 1 + s.r.IntN(7)
}

func (s *schema) labels(n int) []string {
	labels := make([]string, n)
	for i := range labels {
		labels[i] = fmt.Sprintf("l%d", i)
	}
	return labels
}

func (s *schema) declare(t *types.Type) *types.Type {
	var b strings.Builder
	switch t.Kind {
	case types.Record:
		b.WriteString("(record")
		for _, f := range t.Fields {
			fmt.Fprintf(&b, " (field %q %s)", f.Name, s.text(f.Type))
		}
	case types.Variant:
		b.WriteString("(variant")
		for _, c := range t.Cases {
			fmt.Fprintf(&b, " (case %q", c.Name)
			if c.Type != nil {
				b.WriteString(" " + s.text(c.Type))
			}
			b.WriteString(")")
		}
	case types.Flags, types.Enum:
		b.WriteString(map[types.Kind]string{types.Flags: "(flags", types.Enum: "(enum"}[t.Kind])
		for _, l := range t.Labels {
			fmt.Fprintf(&b, " %q", l)
		}
	}
	b.WriteString(")")
	s.names[t] = fmt.Sprintf("$t%d", len(s.decls))
	s.decls = append(s.decls, b.String())
	return t
}

// text is t as the text format writes it inside another type.
func (s *schema) text(t *types.Type) string {
	if name, ok := s.names[t]; ok {
		return name
	}
	switch t.Kind {
	case types.Own:
		return "(own $" + t.Resource.Name + ")"
	case types.Borrow:
		return "(borrow $" + t.Resource.Name + ")"
	case types.List:
		return "(list " + s.text(t.Elem) + ")"
	case types.Option:
		return "(option " + s.text(t.Elem) + ")"
	case types.Tuple:
		parts := make([]string, len(t.Fields))
		for i, f := range t.Fields {
			parts[i] = s.text(f.Type)
		}
		return "(tuple " + strings.Join(parts, " ") + ")"
	case types.Result:
		text := "(result"
		if t.Ok != nil {
			text += " " + s.text(t.Ok)
		}
		if t.Err != nil {
			text += " (error " + s.text(t.Err) + ")"
		}
		return text + ")"
	}
	return t.String()
}

// makeFunc makes the type of a function.
func (s *schema) makeFunc() *types.Func {
	params := make([]types.Field, s.r.IntN(5))
	if s.r.IntN(8) == 0 {
		params = make([]types.Field, 14+s.r.IntN(6))
	}
	for i := range params {
		depth := 3
		if len(params) > 5 {
			depth = s.r.IntN(2)
		}
		params[i] = types.Field{Name: fmt.Sprintf("p%d", i), Type: s.makeType(depth)}
		switch n := s.r.IntN(60); {
		case !s.handles:
		case n < 3:
			params[i].Type = types.NewBorrow(handleTypes["x"])
		case n == 3:
			params[i].Type = types.NewOption(types.NewBorrow(handleTypes["y"]))
		}
	}
	f := &types.Func{Params: params}
	if s.r.IntN(8) > 0 {
		f.Result = s.makeType(3)
	}
	return f
}

// signature is f as the text format writes it.
func (s *schema) signature(f *types.Func) string {
	var b strings.Builder
	for _, p := range f.Params {
		fmt.Fprintf(&b, " (param %q %s)", p.Name, s.text(p.Type))
	}
	if f.Result != nil {
		fmt.Fprintf(&b, " (result %s)", s.text(f.Result))
	}
	return b.String()
}

// imports declares and imports the named types and the resource types of the host.
func (s *schema) imports() string {
	var b strings.Builder
	b.WriteString("(import \"x\" (type $x (sub resource)))\n(import \"y\" (type $y (sub resource)))\n")
	for i, d := range s.decls {
		fmt.Fprintf(&b, "(type $d%d %s)\n(import \"t%d\" (type $t%d (eq $d%d)))\n", i, d, i, i, i)
	}
	return b.String()
}

// with passes the types on to a nested component.
func (s *schema) with() string {
	var b strings.Builder
	b.WriteString(" (with \"x\" (type $x)) (with \"y\" (type $y))")
	for i := range s.decls {
		fmt.Fprintf(&b, " (with \"t%d\" (type $t%d))", i, i)
	}
	return b.String()
}
