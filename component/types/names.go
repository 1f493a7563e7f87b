package types

import (
	"fmt"
	"strings"

	"openidea-plugin/component/binary"
)

// nameKind says what a name of an import or export is.
type nameKind uint8

const (
	labelName nameKind = iota
	constructorName
	methodName
	staticName
	interfaceName
	otherName // a dependency, URL or hash: for imports only
)

// externName is a name of an import or export, taken apart.
type externName struct {
	kind nameKind
	// resource and member: of constructors (resource only), methods and static functions.
	resource, member string
}

const labelRule = "in kebab case: words of letters and digits joined by single hyphens, each word in one case and the first starting with a letter"

// name checks the name of an import or export, adds it to the names of its side, and counts the size of the item.
func (r *resolver) name(s *scope, sd side, name string, attrs []binary.Attr, e *Extern) {
	n, why := parseName(name)
	if why != "" && isNested(name) {
		r.fail("not supported: names of nested packages (%q)", name)
	}
	if why != "" {
		r.fail("%q is no name for an %s: %s", name, sd, why)
	}
	if n.kind == otherName && sd == exportSide {
		r.fail("%q is no name for an export: only imports can name a dependency, a URL or a hash", name)
	}
	r.attributes(name, n, attrs, e)
	if why := s.annotated(sd, n, e); why != "" {
		r.fail("the %s %q: %s", sd, name, why)
	}
	key := n.unique(name)
	if other, ok := s.names[sd][key]; ok {
		r.fail("the name %q of an %s conflicts with %q before it", name, sd, other)
	}
	s.names[sd][key] = name
	s.size = r.checkSize(s.size.with(externSize(e)))
}

// attributes checks the attributes of a name.
func (r *resolver) attributes(name string, n externName, attrs []binary.Attr, e *Extern) {
	var seen [3]bool
	versioned := name
	words := [...]string{"implements", "versionsuffix", "external-id"}
	version := ""
	for _, a := range attrs {
		if seen[a.Kind] {
			r.fail("the name %q has the attribute %s twice", name, words[a.Kind])
		}
		seen[a.Kind] = true
		if a.Kind != binary.AttrExternalID && e.Sort != SortInstance {
			r.fail("the name %q has the attribute %s, which only instances can have", name, words[a.Kind])
		}
		switch a.Kind {
		case binary.AttrImplements:
			versioned = a.Value
			if n.kind != labelName {
				r.fail("the name %q has the attribute implements, which only plain names can have", name)
			}
			if i, why := parseName(a.Value); why != "" || i.kind != interfaceName {
				r.fail("the name %q implements %q, which is no interface name", name, a.Value)
			}
		case binary.AttrVersionSuffix:
			version = a.Value
		}
	}
	_, v, ok := strings.Cut(versioned, "@")
	if seen[binary.AttrVersionSuffix] && (!ok || !isCanonVersion(v)) {
		r.fail("the name %q has the attribute versionsuffix, which only interface names with a version cut to what matters can have (1, 0.2, 0.0.3)", name)
	}
	if (n.kind == interfaceName || seen[binary.AttrImplements]) && ok && !isSemver(v+version) {
		r.fail("the version %q of the name %q is not a semantic version", v+version, name)
	}
}

// annotated checks that the type of an item fits the annotation of its name.
func (s *scope) annotated(sd side, n externName, e *Extern) string {
	if n.kind != constructorName && n.kind != methodName && n.kind != staticName {
		return ""
	}
	if e.Sort != SortFunc {
		return "only a function can have such a name, not a " + sortWords[e.Sort]
	}
	f := e.Func
	switch n.kind {
	case constructorName:
		t := f.Result
		if t != nil && t.Kind == Result {
			t = t.Ok
		}
		if t == nil || t.Kind != Own {
			return fmt.Sprintf("a constructor must return own<%s> or a result of that", n.resource)
		}
		return s.resourceIs(sd, t.def, n.resource)
	case methodName:
		if len(f.Params) == 0 || f.Params[0].Name != "self" || f.Params[0].Type.Kind != Borrow {
			return fmt.Sprintf("the first parameter of a method must be self: borrow<%s>", n.resource)
		}
		return s.resourceIs(sd, f.Params[0].Type.def, n.resource)
	default:
		if s.resourceNames[sd][n.resource] {
			return ""
		}
		return fmt.Sprintf("there is no resource %q before it on this side", n.resource)
	}
}

// resourceIs checks that def was imported or exported under a name.
func (s *scope) resourceIs(sd side, def *TypeDef, name string) string {
	known, ok := s.resources[sd][def]
	switch {
	case !ok:
		return "the resource that it belongs to has no name here"
	case known != name:
		return fmt.Sprintf("the resource that it belongs to is %q, not %q", known, name)
	}
	return ""
}

// unique is what must differ from that of all other names on the same side. Letters count the same in either case, and a method
// named like its resource counts as the resource.
func (n externName) unique(name string) string {
	switch n.kind {
	case methodName, staticName:
		if strings.EqualFold(n.resource, n.member) {
			return strings.ToLower(n.resource)
		}
		return strings.ToLower(n.resource + "." + n.member)
	case interfaceName:
		path, version, _ := strings.Cut(name, "@")
		return strings.ToLower(path) + "@" + version
	case otherName:
		return name
	default:
		return strings.ToLower(name)
	}
}

// isLabel says whether s is a label.
func isLabel(s string) bool {
	if s == "" {
		return false
	}
	for i, word := range strings.Split(s, "-") {
		lower, upper := false, false
		for _, c := range []byte(word) {
			switch {
			case c >= 'a' && c <= 'z':
				lower = true
			case c >= 'A' && c <= 'Z':
				upper = true
			case c < '0' || c > '9':
				return false
			}
		}
		if word == "" || lower && upper || i == 0 && word[0] <= '9' {
			return false
		}
	}
	return true
}

// parseName takes a name of an import or export apart, or says what is wrong with it.
func parseName(s string) (n externName, why string) {
	for _, a := range []struct {
		prefix string
		kind   nameKind
	}{{"[constructor]", constructorName}, {"[method]", methodName}, {"[static]", staticName}} {
		rest, ok := strings.CutPrefix(s, a.prefix)
		if !ok {
			continue
		}
		n.kind, n.resource = a.kind, rest
		if a.kind != constructorName {
			if n.resource, n.member, ok = strings.Cut(rest, "."); !ok {
				return n, "the names of resource and function must be joined by a dot"
			}
			if !isLabel(n.member) {
				return n, fmt.Sprintf("%q is not %s", n.member, labelRule)
			}
		}
		if !isLabel(n.resource) {
			return n, fmt.Sprintf("%q is not %s", n.resource, labelRule)
		}
		return n, ""
	}
	for _, p := range otherNames {
		if rest, ok := strings.CutPrefix(s, p.prefix); ok {
			return externName{kind: otherName}, p.check(rest)
		}
	}
	if !strings.Contains(s, ":") {
		if !isLabel(s) {
			return n, "a plain name must be " + labelRule
		}
		return n, ""
	}
	path, _, _ := strings.Cut(s, "@")
	return externName{kind: interfaceName}, checkPath(path, true)
}

// checkPath checks "namespace:package/interface"; without projection the interface may be left out.
func checkPath(s string, projection bool) string {
	namespace, rest, ok := strings.Cut(s, ":")
	pkg, iface, has := strings.Cut(rest, "/")
	switch {
	case !ok || !isWords(namespace) || !isWords(pkg):
		return "namespace and package must be in kebab case of small letters, joined by a colon"
	case projection && !has:
		return "the package must be followed by a slash and the name of an interface"
	case has && !isLabel(iface):
		return fmt.Sprintf("%q is not %s", iface, labelRule)
	}
	return ""
}

// isNested says whether a name is one of the proposal for nested packages: of several namespaces, or a path of several steps.
func isNested(s string) bool {
	for _, p := range otherNames[:2] {
		if rest, ok := strings.CutPrefix(s, p.prefix); ok {
			s = strings.TrimPrefix(rest, "<")
		}
	}
	path, _, _ := strings.Cut(s, "@")
	path, _, _ = strings.Cut(path, ">")
	names, steps, _ := strings.Cut(path, "/")
	packages := strings.Split(names, ":")
	for _, w := range packages {
		if !isWords(w) {
			return false
		}
	}
	parts := strings.Split(steps, "/")
	for _, w := range parts {
		if !isLabel(w) {
			return false
		}
	}
	return len(packages) > 2 || len(packages) == 2 && len(parts) > 1
}

// isWords says whether s is a label of small letters.
func isWords(s string) bool { return isLabel(s) && s == strings.ToLower(s) }
