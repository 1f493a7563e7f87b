package tomlpos

import "openidea-plugin/diag"

// Rewriter says how a value is rewritten. Both functions may be nil.
type Rewriter struct {
	// Value gives what stands in the place of a value that is neither an array nor a table; the value itself where nothing does.
	Value func(*Value) *Value
	// Key gives the name and the place of a key.
	Key func(*Entry) (string, diag.Span)
}

// Rewrite gives v with its values and keys replaced, at whatever depth. v itself stays as it is; parts without a change are shared with it. Of two keys of
// a table that come to have one name the first counts, and again hears of the other.
func (v *Value) Rewrite(w Rewriter, again func(first, second *Entry)) *Value {
	switch v.Kind {
	case Array:
		items, changed := make([]*Value, len(v.Items)), false
		for i, item := range v.Items {
			items[i] = item.Rewrite(w, again)
			changed = changed || items[i] != item
		}
		if !changed {
			return v
		}
		out := *v
		out.Items = items
		return &out
	case Table:
		return v.rewriteTable(w, again)
	}
	if w.Value == nil {
		return v
	}
	return w.Value(v)
}

func (v *Value) rewriteTable(w Rewriter, again func(first, second *Entry)) *Value {
	entries, changed := make([]*Entry, len(v.Entries)), false
	for i, e := range v.Entries {
		out := Entry{Name: e.Name, Key: e.Key, Value: e.Value.Rewrite(w, again)}
		if w.Key != nil {
			out.Name, out.Key = w.Key(e)
		}
		if entries[i] = e; out != *e {
			entries[i], changed = &out, true
		}
	}
	if !changed {
		return v
	}
	return v.With(entries, again)
}

// With gives a table like v with other keys.
func (v *Value) With(entries []*Entry, again func(first, second *Entry)) *Value {
	out := *v
	out.Entries, out.index = nil, nil
	for _, e := range entries {
		if first := out.find(e.Name); first != nil {
			again(first, e)
			continue
		}
		out.put(e)
	}
	return &out
}
