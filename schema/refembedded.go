package schema

import (
	"net/url"
	"strings"
)

// A reference by address may lead to a schema of the file itself, because of an "$id". It is refused all the same, but there is a local way to write it.

// embedded finds the resource of this file that a reference means by its address; nil where there is none. meant is the local fragment for it, "" where no fragment leads from
// the place of the reference to that one.
func (d *Document) embedded(r *Ref) (root *Node, meant string) {
	address, fragment, _ := strings.Cut(r.Value.Text, "#")
	base := r.Node.resource
	if address == "" || !d.mayGuess() {
		return nil, ""
	}
	wanted := base.address(address)
	if wanted == "" {
		return nil, ""
	}
	if d.addresses == nil {
		d.addresses = d.resourceAddresses()
	}
	if root = d.addresses[wanted]; root == nil {
		return nil, ""
	}
	target := root
	pointer := ""
	switch {
	case strings.HasPrefix(fragment, "/"):
		pointer = fragment
	case fragment != "":
		if target = root.resource.anchors[fragment]; target == nil {
			return root, ""
		}
	}
	var path []string
	for n := target; n != base.root; n = n.Parent {
		if n == nil {
			return root, ""
		}
		path = append(append([]string{}, n.path...), path...)
	}
	return root, pointerTo(path) + pointer
}

// maxAddresses bounds the resources whose addresses are looked at: the address of one is made of those around it.
const maxAddresses = 100

// resourceAddresses are the resources with an address, the first where several have one; none where there are very many.
func (d *Document) resourceAddresses() map[string]*Node {
	var roots []*Node
	for _, n := range d.Nodes {
		if n.resource.root == n {
			roots = append(roots, n)
		}
	}
	found := map[string]*Node{}
	if len(roots) > maxAddresses {
		return found
	}
	for _, n := range roots {
		if at := n.resource.address(""); at != "" && found[at] == nil {
			found[at] = n
		}
	}
	return found
}

// address is the absolute address of a resource, or of what ref means in it; "" where ids are missing or no URI references. Relative ones are as good as absolute ones
// where all are relative to the same file.
func (r *resource) address(ref string) string {
	refs := []string{ref}
	for r != nil {
		n := r.root
		if id := n.Value.Get(n.Dialect.idKeyword()); id != nil && id.Type == String {
			base, _, _ := strings.Cut(id.Text, "#")
			refs = append(refs, base)
		}
		if r = nil; n.Parent != nil {
			r = n.Parent.resource
		}
	}
	at := &url.URL{}
	for i := len(refs) - 1; i >= 0; i-- {
		u, err := url.Parse(refs[i])
		if err != nil {
			return ""
		}
		at = at.ResolveReference(u)
	}
	return at.String()
}
