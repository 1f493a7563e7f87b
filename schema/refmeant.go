package schema

import "strings"

// What the author of a reference that leads nowhere probably meant.

// maxGuesses bounds how often a file gets a guess: guessing looks at all names.
const maxGuesses = 50

func (d *Document) mayGuess() bool {
	d.guesses++
	return d.guesses <= maxGuesses
}

// meant guesses the reference that the author wanted to write; "" where there is no good guess.
func (d *Document) meant(r *Ref, v *Value, tokens []string, i int) string {
	if !d.mayGuess() {
		return ""
	}
	name, _ := unescapeToken(tokens[i])
	rest := tokens[i+1:]
	decoded := tokens[:i:i]
	try := func(start *Value, before []string, names ...string) string {
		at := start
		for _, n := range names {
			if at = step(at, n); at == nil {
				return ""
			}
		}
		path := append(before, names...)
		for _, token := range rest {
			n, ok := unescapeToken(token)
			if at = step(at, n); !ok || at == nil {
				return ""
			}
			path = append(path, n)
		}
		if !isSchema(at) {
			return ""
		}
		return pointerTo(path)
	}
	// "$defs" and "definitions" are taken for each other.
	if other := map[string]string{"$defs": "definitions", "definitions": "$defs", "defs": "$defs"}[name]; other != "" {
		if s := try(v, decoded, other); s != "" {
			return s
		}
	}
	// A name with "/" in it has to be escaped. The longest that fits is meant.
	written, slashed := strings.Join(tokens[i:], "/")+"/", ""
	for _, name := range memberNames(v.members()) {
		if len(name) > len(slashed) && strings.Contains(name, "/") && strings.HasPrefix(written, name+"/") {
			slashed = name
		}
	}
	if slashed != "" {
		rest = tokens[i+1+strings.Count(slashed, "/"):]
		return try(v, decoded, slashed)
	}
	if v.Type != Object {
		return ""
	}
	if near, ok := nearest(name, memberNames(v.Effective())); ok {
		if s := try(v, decoded, near); s != "" {
			return s
		}
	}
	// The name is right, the place is not.
	root := r.Node.resource.root.Value
	last := name
	if len(rest) > 0 {
		last, _ = unescapeToken(rest[len(rest)-1])
		rest = nil
	}
	for _, holder := range []string{"$defs", "definitions", "properties"} {
		if s := try(root, nil, holder, last); s != "" {
			return s
		}
	}
	return ""
}

func (d *Document) meantByName(r *Ref, name string, anchors []string) string {
	root := r.Node.resource.root.Value
	// "#$defs/x" lacks its first slash.
	path := strings.Split(name, "/")
	at := root
	for _, token := range path {
		if at = step(at, token); at == nil {
			break
		}
	}
	if at != nil && isSchema(at) {
		return pointerTo(path)
	}
	for _, holder := range []string{"$defs", "definitions"} {
		if v := root.Get(holder).Get(name); v != nil && isSchema(v) {
			return pointerTo([]string{holder, name})
		}
	}
	if near, ok := nearest(name, anchors); ok {
		return "#" + near
	}
	for _, holder := range []string{"$defs", "definitions"} {
		if v := root.Get(holder); v != nil && v.Type == Object {
			if near, ok := nearest(name, memberNames(v.Effective())); ok {
				return pointerTo([]string{holder, near})
			}
		}
	}
	return ""
}
