package wasi

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// DefaultDirectoryLimit is how many bytes a Directory holds in memory where no other limit is given: 64 MiB.
const DefaultDirectoryLimit = 64 << 20

// nodeCost is what a new file, directory or link counts beside its contents, so that empty ones are not free.
const nodeCost = 512

// Directory is a tree of files that a guest can be given. It is held in memory: what lies in the fs.FS under it is read when a guest first asks
// for it, and never written back. It outlives a Host, so that a second instance sees what a first one wrote; it is not safe for concurrent use.
type Directory struct {
	base     fs.FS
	writable bool
	limit    int64
	used     int64
	root     *node
	nodes    uint64
}

// Preopen is a directory that a guest finds open when it starts.
type Preopen struct {
	// Path is the name under which the guest knows it: "/", "/data".
	Path string
	// Directory is what it finds there.
	Directory *Directory
}

// ReadOnly shows the files of base as they are. Reading them into memory is limited to DefaultDirectoryLimit: beyond it the guest
// gets the error insufficient-memory.
func ReadOnly(base fs.FS) *Directory {
	return newDirectory(base, false, DefaultDirectoryLimit)
}

// Overlay shows the files of base (nil: none) and lets the guest change them in memory. Contents and new entries may take limit bytes
// (0: DefaultDirectoryLimit): beyond it the guest gets insufficient-space for a write and insufficient-memory for a read.
func Overlay(base fs.FS, limit int64) *Directory {
	if limit == 0 {
		limit = DefaultDirectoryLimit
	}
	return newDirectory(base, true, limit)
}

func newDirectory(base fs.FS, writable bool, limit int64) *Directory {
	d := &Directory{base: base, writable: writable, limit: limit}
	d.root = d.node(dirNode)
	if base != nil {
		d.root.from = "."
		if info, err := fs.Stat(base, "."); err == nil {
			d.root.stamp(info.ModTime())
		}
	} else {
		d.root.entries = map[string]*node{}
	}
	return d
}

// Files are all regular files with their contents by their slash-separated paths from the directory, as a guest would read them now. The
// error is an fs.PathError for the first, in the order of the paths, that cannot be read.
func (d *Directory) Files() (map[string][]byte, error) {
	out := map[string][]byte{}
	return out, d.collect(d.root, "", out)
}

func (d *Directory) collect(n *node, at string, out map[string][]byte) error {
	if code := d.load(n); code != "" {
		return &fs.PathError{Op: "read", Path: at, Err: &ioError{text: code, code: code}}
	}
	if n.kind == fileNode {
		out[at] = append([]byte{}, n.data...)
		return nil
	}
	for _, name := range n.names() {
		if c := n.entries[name]; c.kind == dirNode || c.kind == fileNode {
			if err := d.collect(c, path.Join(at, name), out); err != nil {
				return err
			}
		}
	}
	return nil
}

type nodeKind uint8

const (
	dirNode nodeKind = iota
	fileNode
	linkNode
	otherNode // a device, a socket, …: it is shown and cannot be opened
)

// descriptorTypes are the cases of descriptor-type.
var descriptorTypes = [...]string{dirNode: "directory", fileNode: "regular-file", linkNode: "symbolic-link", otherNode: "unknown"}

// node is one object of a tree.
type node struct {
	kind nodeKind
	id   uint64
	// from is where in the base the contents are that have not been read yet; "" where there are none.
	from    string
	size    int64            // of a file that has not been read
	data    []byte           // of a file
	entries map[string]*node // of a directory
	target  string           // of a link
	// links are the names that the node has, open the handles that are held on it: without either its bytes are free again.
	links, open int
	// cost is what its names take of the limit, where a guest made them.
	cost                int64
	atime, mtime, ctime time.Time
}

// node makes a node with one name.
func (d *Directory) node(kind nodeKind) *node {
	d.nodes++
	return &node{kind: kind, id: d.nodes, links: 1}
}

func (n *node) stamp(t time.Time) { n.atime, n.mtime, n.ctime = t, t, t }

// length is the size that stat shows.
func (n *node) length() uint64 {
	switch {
	case n.kind == linkNode:
		return uint64(len(n.target))
	case n.from != "":
		return uint64(n.size)
	}
	return uint64(len(n.data))
}

// names are the entries of a directory that has been loaded, sorted.
func (n *node) names() []string { return slices.Sorted(maps.Keys(n.entries)) }

// charge takes n bytes of the limit, or gives them back where n is negative.
func (d *Directory) charge(n int64) bool {
	if n > 0 && n > d.limit-d.used {
		return false
	}
	d.used += n
	return true
}

// load reads the contents of a file or directory of the base; the result is an error code, "" for success.
func (d *Directory) load(n *node) string {
	if n.from == "" || n.kind == linkNode || n.kind == otherNode {
		return ""
	}
	if n.kind == dirNode {
		return d.loadEntries(n)
	}
	if !d.charge(n.size) {
		return "insufficient-memory"
	}
	b, err := fs.ReadFile(d.base, n.from)
	if err == nil && int64(len(b)) != n.size && !d.charge(int64(len(b))-n.size) {
		d.charge(-n.size)
		return "insufficient-memory"
	}
	if err != nil {
		d.charge(-n.size)
		return "io"
	}
	n.data, n.from = b, ""
	return ""
}

func (d *Directory) loadEntries(n *node) string {
	list, err := fs.ReadDir(d.base, n.from)
	if err != nil {
		return "io"
	}
	n.entries = map[string]*node{}
	for _, e := range list {
		info, err := e.Info()
		if err != nil || !utf8.ValidString(e.Name()) {
			continue
		}
		c := d.node(otherNode)
		c.from = path.Join(n.from, e.Name())
		c.size = info.Size()
		c.stamp(info.ModTime())
		switch mode := info.Mode(); {
		case mode.IsDir():
			c.kind = dirNode
		case mode.IsRegular():
			c.kind = fileNode
		case mode&fs.ModeSymlink != 0:
			if target, err := fs.ReadLink(d.base, c.from); err == nil && utf8.ValidString(target) {
				c.kind, c.target = linkNode, target
			}
		}
		n.entries[e.Name()] = c
	}
	n.from = ""
	return ""
}

// add puts a new node into a directory.
func (d *Directory) add(at place, kind nodeKind, now time.Time) (*node, string) {
	n := d.node(kind)
	n.links = 0
	n.stamp(now)
	if kind == dirNode {
		n.entries = map[string]*node{}
	}
	return n, d.name(at, n, now)
}

// name gives a node one name more.
func (d *Directory) name(at place, n *node, now time.Time) string {
	cost := nodeCost + int64(len(at.name))
	switch {
	case at.parent.links == 0:
		return "no-entry"
	case !d.charge(cost):
		return "insufficient-space"
	}
	n.cost += cost
	n.links++
	n.ctime = now
	at.parent.entries[at.name] = n
	at.parent.mtime, at.parent.ctime = now, now
	return ""
}

// remove takes the name of a node away.
func (d *Directory) remove(at place, now time.Time) {
	delete(at.parent.entries, at.name)
	at.parent.mtime, at.parent.ctime = now, now
	at.node.links--
	at.node.ctime = now
	d.free(at.node)
}

// free gives back the bytes of a node that nothing leads to.
func (d *Directory) free(n *node) {
	if n.links == 0 && n.open == 0 {
		d.charge(-int64(len(n.data)) - n.cost)
		n.data, n.cost = nil, 0
	}
}

// resize makes the contents of a loaded file n bytes long; what is new is zero.
func (d *Directory) resize(n *node, size uint64) string {
	if size > uint64(d.limit) {
		return "file-too-large"
	}
	if !d.charge(int64(size) - int64(len(n.data))) {
		return "insufficient-space"
	}
	if size <= uint64(len(n.data)) {
		n.data = n.data[:size:size]
		return ""
	}
	if size > uint64(cap(n.data)) {
		// At least twice as large, so that many small appends do not copy the file each time.
		b := make([]byte, len(n.data), max(size, min(2*uint64(cap(n.data)), uint64(d.limit))))
		copy(b, n.data)
		n.data = b
	}
	old := len(n.data)
	n.data = n.data[:size]
	clear(n.data[old:])
	return ""
}

// place is where a path leads.
type place struct {
	// parent and name are where the last part stands or would stand; parent is nil where the path ends in "." or "..".
	parent *node
	name   string
	// node is what stands there; nil where nothing does.
	node *node
	// slash: the path demands a directory, by a trailing slash.
	slash bool
}

// Limits of paths, those of Linux.
const (
	maxPath  = 4096
	maxName  = 255
	maxLinks = 40
)

// walk follows a path from a directory that it cannot leave. Links on the way are followed, a last one only where follow is set or a slash
// comes behind it. The second result is an error code.
func (d *Directory) walk(start *node, p string, follow bool) (place, string) {
	switch {
	case p == "":
		return place{}, "no-entry"
	case strings.HasPrefix(p, "/"):
		return place{}, "not-permitted"
	case len(p) >= maxPath:
		return place{}, "name-too-long"
	case strings.ContainsRune(p, 0):
		return place{}, "invalid"
	}
	stack, rest, links := []*node{start}, strings.Split(p, "/"), 0
	for len(rest) > 0 {
		part, dir := rest[0], stack[len(stack)-1]
		rest = rest[1:]
		switch {
		case part == "" || part == ".":
			continue
		case part == "..":
			if len(stack) == 1 {
				return place{}, "not-permitted"
			}
			stack = stack[:len(stack)-1]
			continue
		case len(part) > maxName:
			return place{}, "name-too-long"
		}
		if code := d.load(dir); code != "" {
			return place{}, code
		}
		n, last := dir.entries[part], onlyDots(rest)
		at := place{parent: dir, name: part, node: n, slash: len(rest) > 0}
		switch {
		case n == nil && !last:
			return place{}, "no-entry"
		case n == nil:
			return at, ""
		case n.kind == linkNode && (!last || follow || at.slash):
			if links++; links > maxLinks {
				return place{}, "loop"
			}
			if strings.HasPrefix(n.target, "/") {
				return place{}, "not-permitted"
			}
			rest = append(strings.Split(n.target, "/"), rest...)
			if len(rest) > maxPath {
				return place{}, "name-too-long"
			}
		case n.kind != dirNode && (!last || at.slash):
			return place{}, "not-directory"
		case last:
			return at, ""
		default:
			stack = append(stack, n)
		}
	}
	return place{node: stack[len(stack)-1]}, ""
}

func onlyDots(parts []string) bool {
	for _, p := range parts {
		if p != "" && p != "." {
			return false
		}
	}
	return true
}

// contains says whether a directory is n or lies in it.
func contains(n, dir *node) bool {
	if n == dir {
		return true
	}
	for _, c := range n.entries {
		if c.kind == dirNode && contains(c, dir) {
			return true
		}
	}
	return false
}
