package schema

// Load reads the schema of a tool's input and reports everything that is wrong with it, in the order of the file. The
// document is nil where the text could not be parsed or its root is neither an object nor a boolean; otherwise it is
// there for rules that look further, whatever the problems.
func Load(data []byte) (*Document, []Problem) {
	return load(data, Default, false)
}

// load reads any schema. anyRoot: it need not describe an object.
func load(data []byte, dialect Dialect, anyRoot bool) (*Document, []Problem) {
	root, problem := Parse(data)
	if problem != nil {
		return nil, []Problem{*problem}
	}
	d := &Document{Source: data, Root: root, Dialect: dialect, anyRoot: anyRoot, nodes: map[*Value]*Node{}, patterns: map[*Value]*Pattern{}}
	if !anyRoot {
		d.checkRoot()
	}
	if !isSchema(root) {
		return nil, d.problems
	}
	top := &Node{Value: root, Dialect: dialect}
	top.resource = &resource{root: top}
	d.walk(top)
	d.Dialect = top.Dialect
	d.resolveRefs()
	d.findLoops()
	sortProblems(d.problems)
	return d, d.problems
}
