package wasi

import (
	"strings"
	"time"
)

// openFlags are the wishes of open-at.
type openFlags struct {
	follow                                 bool
	create, directory, exclusive, truncate bool
	read, write, sync                      bool
}

// openAt opens or creates what a path leads to. As in wasmtime, create and truncate count as writing.
func (d *descriptor) openAt(p string, f openFlags, now time.Time) (*descriptor, string) {
	writing := f.write || f.create || f.truncate
	switch {
	case d.node.kind != dirNode:
		return nil, "not-directory"
	case f.sync:
		return nil, "unsupported"
	case f.directory && (f.create || f.exclusive || f.truncate):
		return nil, "invalid"
	case writing && !d.dir.writable:
		return nil, "not-permitted"
	}
	at, code := d.dir.walk(d.node, p, f.follow && !(f.create && f.exclusive))
	if code != "" {
		return nil, code
	}
	n := at.node
	switch {
	case n == nil && !f.create:
		return nil, "no-entry"
	case n == nil && at.slash:
		return nil, "is-directory"
	case n == nil:
		if n, code = d.dir.add(at, fileNode, now); code != "" {
			return nil, code
		}
	case f.create && f.exclusive:
		return nil, "exist"
	case n.kind == linkNode:
		return nil, "loop"
	case n.kind == otherNode:
		return nil, "unsupported"
	case n.kind == dirNode && writing:
		return nil, "is-directory"
	case n.kind == fileNode && f.directory:
		return nil, "not-directory"
	}
	o := &descriptor{dir: d.dir, node: n, volume: d.volume, reads: f.read || !f.write, writes: writing}
	if f.truncate {
		if code := o.setSize(0, now); code != "" {
			return nil, code
		}
	}
	return o, ""
}

// stand finds what a path leads to, and wants something there.
func (d *descriptor) stand(p string, follow bool) (*node, string) {
	if d.node.kind != dirNode {
		return nil, "not-directory"
	}
	at, code := d.dir.walk(d.node, p, follow)
	if code == "" && at.node == nil {
		return nil, "no-entry"
	}
	return at.node, code
}

// changing finds the place of an entry that is to be made or taken away.
func (d *descriptor) changing(p string) (place, string) {
	switch {
	case d.node.kind != dirNode:
		return place{}, "not-directory"
	case !d.dir.writable:
		return place{}, "not-permitted"
	}
	return d.dir.walk(d.node, p, false)
}

// vacant finds a place where something is to be made, and wants nothing there.
func (d *descriptor) vacant(p string) (place, string) {
	at, code := d.changing(p)
	if code == "" && at.node != nil {
		return at, "exist"
	}
	return at, code
}

func (d *descriptor) createDirectoryAt(p string, now time.Time) string {
	at, code := d.vacant(p)
	if code == "" {
		_, code = d.dir.add(at, dirNode, now)
	}
	return code
}

func (d *descriptor) symlinkAt(target, p string, now time.Time) string {
	at, code := d.vacant(p)
	switch {
	case code != "":
		return code
	case strings.HasPrefix(target, "/"):
		return "not-permitted"
	case target == "", at.slash:
		return "no-entry"
	case len(target) >= maxPath:
		return "name-too-long"
	}
	n, code := d.dir.add(at, linkNode, now)
	n.target = target
	return code
}

func (d *descriptor) linkAt(from string, to *descriptor, p string, now time.Time) string {
	old, code := d.changing(from)
	if code != "" {
		return code
	}
	at, code := to.vacant(p)
	switch {
	case code != "":
		return code
	case old.node == nil, at.slash:
		return "no-entry"
	case d.dir != to.dir:
		return "cross-device"
	case old.node.kind == dirNode:
		return "not-permitted"
	}
	return d.dir.name(at, old.node, now)
}

func (d *descriptor) removeDirectoryAt(p string, now time.Time) string {
	at, code := d.changing(p)
	switch {
	case code != "":
		return code
	case at.node == nil:
		return "no-entry"
	case at.parent == nil:
		return "invalid"
	case at.node.kind != dirNode:
		return "not-directory"
	}
	return d.dir.removeEmpty(at, now)
}

// removeEmpty removes a directory that has no entries.
func (d *Directory) removeEmpty(at place, now time.Time) string {
	if code := d.load(at.node); code != "" {
		return code
	}
	if len(at.node.entries) > 0 {
		return "not-empty"
	}
	d.remove(at, now)
	return ""
}

func (d *descriptor) unlinkFileAt(p string, now time.Time) string {
	at, code := d.changing(p)
	switch {
	case code != "":
		return code
	case at.node == nil:
		return "no-entry"
	case at.node.kind == dirNode:
		return "is-directory"
	}
	d.dir.remove(at, now)
	return ""
}

// renameAt moves an entry, over another of its kind if there is one, as rename of POSIX does.
func (d *descriptor) renameAt(from string, to *descriptor, p string, now time.Time) string {
	old, code := d.changing(from)
	if code != "" {
		return code
	}
	at, code := to.changing(p)
	switch {
	case code != "":
		return code
	case old.node == nil:
		return "no-entry"
	case old.parent == nil, at.parent == nil:
		return "busy"
	case d.dir != to.dir:
		return "cross-device"
	case at.node == old.node:
		return ""
	case at.parent.links == 0:
		return "no-entry"
	case at.node == nil && at.slash && old.node.kind != dirNode:
		return "not-directory"
	case old.node.kind == dirNode && contains(old.node, at.parent):
		return "invalid"
	}
	switch {
	case at.node == nil:
	case old.node.kind == dirNode && at.node.kind != dirNode:
		return "not-directory"
	case old.node.kind == dirNode:
		if code := d.dir.removeEmpty(at, now); code != "" {
			return code
		}
	case at.node.kind == dirNode:
		return "is-directory"
	default:
		d.dir.remove(at, now)
	}
	delete(old.parent.entries, old.name)
	at.parent.entries[at.name] = old.node
	old.node.ctime = now
	for _, dir := range []*node{old.parent, at.parent} {
		dir.mtime, dir.ctime = now, now
	}
	return ""
}

// dirEntry is what a directory-entry-stream gives.
type dirEntry struct {
	kind nodeKind
	name string
}

// dirStream goes through the entries that a directory had when it was made, in the order of their names.
type dirStream struct {
	resource
	entries []dirEntry
}

func (d *descriptor) readDirectory() (*dirStream, string) {
	if d.node.kind != dirNode {
		return nil, "not-directory"
	}
	if code := d.dir.load(d.node); code != "" {
		return nil, code
	}
	cost := entryCost * int64(len(d.node.entries))
	if !d.dir.charge(cost) {
		return nil, "insufficient-memory"
	}
	s := &dirStream{}
	s.dropped = func() { d.dir.charge(-cost) }
	for _, name := range d.node.names() {
		s.entries = append(s.entries, dirEntry{d.node.entries[name].kind, name})
	}
	return s, ""
}
