package mockhost

import (
	"fmt"
	"math"

	"openidea-plugin/mockhost/bind"
	"openidea-plugin/mockhost/files"
)

// ProjectRoot is the absolute path that the mock host gives for the project's root; ProjectName is its name.
const (
	ProjectRoot = "/project"
	ProjectName = "project"
)

// project stands behind a handle of the resource project.
type project struct{}

// Resource is the name of the resource.
func (*project) Resource() string { return "project" }

type textQuery struct {
	Pattern       string
	Regex         bool
	CaseSensitive bool
	WholeWord     bool // not in our model
	Glob          *string
}

type textMatch struct {
	Location location
	Line     string
}

type searchResult struct {
	Matches   []textMatch
	Truncated bool
}

func (r searchResult) summary() string {
	return counted(len(r.Matches), "match", "matches", r.Truncated)
}

type fileList struct {
	Paths     []string
	Truncated bool
}

func (l fileList) summary() string { return counted(len(l.Paths), "path", "paths", l.Truncated) }

func counted(n int, one, many string, truncated bool) string {
	text := fmt.Sprintf("%d %s", n, many)
	if n == 1 {
		text = "1 " + one
	}
	if truncated {
		text += ", truncated"
	}
	return text
}

// fileText is the text of a file.
type fileText string

func (t fileText) summary() string { return bind.Quote(string(t)) }

type (
	selfIn struct{ Self *project }
	pathIn struct {
		Self *project
		Path string
	}
	pathTextIn struct {
		Self       *project
		Path, Text string
	}
	listIn struct {
		Self  *project
		Glob  string
		Limit *uint32
	}
	searchIn struct {
		Self  *project
		Query textQuery
		Limit *uint32
	}
)

var projectAPI = functions{
	"name": bind.Func(func(*call, selfIn) (string, error) { return ProjectName, nil }),
	"root": bind.Func(func(*call, selfIn) (string, error) { return ProjectRoot, nil }),
	"read-file": bind.Func(func(c *call, in pathIn) (fileText, error) {
		text, err := c.ide.tree.Read(in.Path)
		return fileText(text), answer(err)
	}),
	"list-files":  bind.Func(listFiles),
	"search-text": bind.Func(searchText),
	"write-file": bind.Func(func(c *call, in pathTextIn) (none, error) {
		return none{}, c.changeFile(in.Path, func() error { return c.ide.tree.Write(in.Path, in.Text) })
	}),
	"create-file": bind.Func(func(c *call, in pathTextIn) (none, error) {
		return none{}, c.changeFile(in.Path, func() error { return c.ide.tree.Create(in.Path, in.Text) })
	}),
	"delete-file": bind.Func(func(c *call, in pathIn) (none, error) {
		return none{}, c.changeFile(in.Path, func() error { return c.ide.tree.Delete(in.Path) })
	}),
}

// changeFile changes a file on disk. A clean buffer of it in the editor follows.
func (c *call) changeFile(path string, change func() error) error {
	clean, err := files.Clean(path)
	if err != nil {
		return answer(err)
	}
	before := c.onDisk(clean)
	if err := change(); err != nil {
		return answer(err)
	}
	after := c.onDisk(clean)
	c.changes.file(clean, before, after)
	c.ide.editor.follow(clean, before, after)
	return nil
}

// onDisk is the content of a file of the project, nil where there is none.
func (c *call) onDisk(path string) []byte {
	data, ok := c.ide.tree.Get(path)
	if ok && data == nil {
		return []byte{}
	}
	return data
}

func listFiles(c *call, in listIn) (fileList, error) {
	paths, truncated, err := c.ide.tree.List(in.Glob, atMost(in.Limit))
	return fileList{paths, truncated}, answer(err)
}

func searchText(c *call, in searchIn) (searchResult, error) {
	found, truncated, err := c.ide.tree.Search(c.ctx, files.Query(in.Query), atMost(in.Limit))
	result := searchResult{Matches: make([]textMatch, len(found)), Truncated: truncated}
	for i, m := range found {
		line := uint32(m.Line)
		result.Matches[i] = textMatch{
			Location: location{Path: m.Path, Range: span{position{line, uint32(m.Start)}, position{line, uint32(m.End)}}},
			Line:     m.Text,
		}
	}
	return result, answer(err)
}

// atMost is a limit as a number; without one everything is given.
func atMost(limit *uint32) int {
	if limit == nil {
		return math.MaxInt32
	}
	return int(min(*limit, math.MaxInt32))
}
