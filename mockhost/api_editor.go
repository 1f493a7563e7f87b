package mockhost

import (
	"slices"
	"unicode/utf8"

	"openidea-plugin/mockhost/bind"
	"openidea-plugin/mockhost/files"
)

// document is an open file as the API describes it.
type document struct {
	Path       string
	Version    uint32
	Modified   bool
	Selections []span
}

type textEdit struct {
	Range span
	Text  string
}

type editIn struct {
	Path    string
	Version *uint32
	Edits   []textEdit
}

type editorPathIn struct{ Path string }

var editorAPI = functions{
	"active": bind.Func(func(c *call, _ none) (*document, error) {
		d := c.ide.editor.find(c.ide.editor.active)
		if d == nil {
			return nil, nil
		}
		described := d.describe(c.ide.tree)
		return &described, nil
	}),
	"open-files": bind.Func(func(c *call, _ none) ([]document, error) {
		list := []document{}
		for _, d := range c.ide.editor.docs {
			list = append(list, d.describe(c.ide.tree))
		}
		return list, nil
	}),
	"read":   bind.Func(readEditor),
	"edit":   bind.Func(editFile),
	"save":   bind.Func(saveFile),
	"revert": bind.Func(revertFile),
}

func readEditor(c *call, in editorPathIn) (fileText, error) {
	path, err := files.Clean(in.Path)
	if err != nil {
		return "", answer(err)
	}
	if d := c.ide.editor.find(path); d != nil {
		return fileText(d.text), nil
	}
	text, err := c.ide.tree.Read(path)
	return fileText(text), answer(err)
}

func editFile(c *call, in editIn) (uint32, error) {
	d, err := c.ide.editor.need(in.Path)
	if err != nil {
		return 0, err
	}
	if in.Version != nil && *in.Version != d.version {
		return 0, hostError("invalid", "%q has version %d, not %d", d.path, d.version, *in.Version)
	}
	text, err := applyEdits(c.ctx, d.text, in.Edits)
	if err != nil {
		return 0, err
	}
	c.setText(d, text)
	return d.version, nil
}

func saveFile(c *call, in editorPathIn) (none, error) {
	d, err := c.ide.editor.need(in.Path)
	if err != nil {
		return none{}, err
	}
	return none{}, c.changeFile(d.path, func() error { return c.ide.tree.Write(d.path, d.text) })
}

func revertFile(c *call, in editorPathIn) (none, error) {
	d, err := c.ide.editor.need(in.Path)
	if err != nil {
		return none{}, err
	}
	text, err := c.ide.tree.Read(d.path)
	if err != nil {
		return none{}, answer(err)
	}
	if text != d.text {
		c.setText(d, text)
	}
	return none{}, nil
}

// setText replaces the text of an open file. Selections that the text has no place for any more go to its beginning.
func (c *call) setText(d *openDoc, text string) {
	before := d.text
	noteText(c.changes.unsaved, d.path, &before, &text)
	d.set(text)
}

// openDoc is a file in the editor.
type openDoc struct {
	path, text string
	version    uint32
	selections []span
}

func (d *openDoc) set(text string) {
	d.text = text
	d.version++
	for i, s := range d.selections {
		_, startErr := offset(text, s.Start)
		if _, endErr := offset(text, s.End); startErr != nil || endErr != nil {
			d.selections[i] = span{}
		}
	}
}

func (d *openDoc) describe(tree *files.Tree) document {
	saved, ok := tree.Get(d.path)
	return document{Path: d.path, Version: d.version, Modified: !ok || string(saved) != d.text, Selections: d.selections}
}

// editor holds the open files in the order of their tabs.
type editor struct {
	docs   []*openDoc
	active string
}

// open opens files; those that are neither given with a text nor in the project are left out.
func (e *editor) open(tree *files.Tree, list []OpenFile, active string) {
	for _, f := range list {
		d := &openDoc{path: f.Path, version: 1, selections: []span{{}}}
		if f.Text != nil {
			d.text = *f.Text
		} else if text, err := tree.Read(f.Path); err == nil {
			d.text = text
		} else {
			continue
		}
		e.docs = append(e.docs, d)
	}
	if e.find(active) != nil {
		e.active = active
	}
}

func (e *editor) find(path string) *openDoc {
	i := slices.IndexFunc(e.docs, func(d *openDoc) bool { return d.path == path })
	if i < 0 {
		return nil
	}
	return e.docs[i]
}

// follow lets the text of an open file without unsaved changes follow the file on disk, as far as that is text. One with unsaved changes keeps them, and so does
// one whose file was deleted.
func (e *editor) follow(path string, before, after []byte) {
	d := e.find(path)
	if d == nil || after == nil || !utf8.Valid(after) || before == nil || string(before) != d.text || string(after) == d.text {
		return
	}
	d.set(string(after))
}

// need finds an open file or says what is wrong.
func (e *editor) need(path string) (*openDoc, error) {
	clean, err := files.Clean(path)
	if err != nil {
		return nil, answer(err)
	}
	if d := e.find(clean); d != nil {
		return d, nil
	}
	return nil, hostError("not-found", "%q is not open in the editor", path)
}

// show gives a file the focus and opens it where it is not open.
func (e *editor) show(tree *files.Tree, path string) (*openDoc, error) {
	clean, err := files.Clean(path)
	if err != nil {
		return nil, answer(err)
	}
	d := e.find(clean)
	if d == nil {
		text, err := tree.Read(clean)
		if err != nil {
			return nil, answer(err)
		}
		d = &openDoc{path: clean, text: text, version: 1, selections: []span{{}}}
		e.docs = append(e.docs, d)
	}
	e.active = clean
	return d, nil
}
