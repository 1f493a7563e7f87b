// Package plugin is a plugin on disk: its manifest, the schema files and the component that the manifest names, all read
// within limits and never from outside the plugin's folder. What is wrong with them is for the rules of package check.
package plugin

import (
	"errors"
	"path"
	"path/filepath"
	"sync"

	"openidea-plugin/component"
	"openidea-plugin/diag"
	"openidea-plugin/manifest"
	"openidea-plugin/schema"
)

// MaxComponent is the largest component that is read, in bytes. (The IDE states no limit; this is ours.)
const MaxComponent = 256 << 20

// Plugin is one plugin folder.
type Plugin struct {
	// Dir is the folder, absolute.
	Dir string
	// Path is the folder as printed: relative to the working directory, with /.
	Path     string
	Manifest *manifest.Manifest
	// Tools stand in the order of the manifest.
	Tools []*Tool
	// Schemas are the schema files that the tools name, each once, in the order of their first mention.
	Schemas []*SchemaFile
	// WasmAt is where the manifest's wasm leads; nil when it names none.
	WasmAt *Location
	// Errors are files of the plugin that could not be read, though they are there.
	Errors []*ReadError

	manifestFile string
	wasm         func() *Wasm
	overlay      Overlay
	components   *Components
}

// Tool is a tool of the manifest with its schema.
type Tool struct {
	*manifest.Tool
	// Schema is nil when the manifest names none, and when it could not be read.
	Schema *SchemaFile
	// Unread says why the schema could not be read though it is there.
	Unread *ReadError
}

// SchemaFile is the file that an inputSchema names.
type SchemaFile struct {
	Location
	// File has the content when the file was read; otherwise only the path.
	File *diag.SourceFile
	// Size is the file's size in bytes when it is larger than a schema may be; then it is not read.
	Size int64
	// Document and Problems are what package schema says of the content. Document may be nil.
	Document *schema.Document
	Problems []schema.Problem
}

// Wasm is the file that the manifest's wasm names.
type Wasm struct {
	// Path is the file as printed, Data its content when it was read.
	Path string
	Data []byte
	// Size is the file's size in bytes when it is larger than MaxComponent; then it is not read.
	Size int64
	// Component is nil when the file is none; then Err says why, unless the file was not read at all.
	Component *component.Component
	Err       error
	// ReadError is set when the file is there but could not be read.
	ReadError *ReadError
}

// Overlay are texts of files that stand in the place of what is on the disk, by absolute path. The files must be there too.
type Overlay map[string][]byte

// Load reads the plugin of a manifest. The component is read only when Wasm is called. An error means that the manifest itself
// could not be read.
func Load(cwd string, m ManifestPath) (*Plugin, *ReadError) { return LoadOver(cwd, m, nil) }

// LoadOver is Load with other texts of some manifests and schema files.
func LoadOver(cwd string, m ManifestPath, overlay Overlay) (*Plugin, *ReadError) {
	return (&Plugin{overlay: overlay}).load(cwd, m)
}

func (p *Plugin) load(cwd string, m ManifestPath) (*Plugin, *ReadError) {
	p.Dir, p.manifestFile = filepath.Dir(m.File), m.File
	files := newLocator(p.Dir)
	var readErr *ReadError
	if p.Manifest, readErr = p.readManifest(m, files); readErr != nil {
		return nil, readErr
	}
	p.Path = Printed(cwd, p.Dir)
	p.wasm = sync.OnceValue(p.readWasm)
	p.readSchemas(files)
	if wasm := p.Manifest.Wasm; wasm.Set() {
		at, err := files.locate(wasm.Value)
		if err != nil {
			p.Errors = append(p.Errors, p.fail(at.Clean, err))
		} else {
			p.WasmAt = &at
		}
	}
	return p, nil
}

// readManifest reads a manifest that is in its folder and not too large.
func (p *Plugin) readManifest(m ManifestPath, files *locator) (*manifest.Manifest, *ReadError) {
	file := &diag.SourceFile{Path: m.Printed}
	fail := func(err error) *ReadError {
		e := readError(m.Printed, err)
		e.Path = m.Printed
		return e
	}
	// What a link that leaves the folder leads to is nobody's manifest, and may be nothing to print.
	info, reason, err := files.enter(m.File)
	if err == nil && reason == "" {
		err = refuse(m.File, info.Mode())
	}
	switch {
	case err != nil:
		return nil, fail(err)
	case reason != "":
		return manifest.Unread(file, reason), nil
	}
	data, err := p.readOver(m.File, manifest.MaxSize)
	switch {
	case errors.As(err, new(*tooLarge)):
		return manifest.Unread(file, manifest.TooLarge), nil
	case err != nil:
		return nil, fail(err)
	}
	file.Data = data
	return manifest.Parse(file), nil
}

// ID is the plugin's id, "" when it has none.
func (p *Plugin) ID() string { return p.Manifest.ID.Value }

// Wasm reads and decodes the component, once. It is nil when WasmAt leads to no file.
func (p *Plugin) Wasm() *Wasm { return p.wasm() }

// printed is a package path as users see it.
func (p *Plugin) printed(clean string) string { return path.Join(p.Path, clean) }

func (p *Plugin) fail(clean string, err error) *ReadError {
	e := readError(p.printed(clean), err)
	e.Path = p.printed(clean)
	return e
}

func (p *Plugin) readSchemas(files *locator) {
	byPath := map[string]*SchemaFile{}
	unread := map[string]*ReadError{}
	for _, t := range p.Manifest.Tools {
		tool := &Tool{Tool: t}
		p.Tools = append(p.Tools, tool)
		if !t.InputSchema.Set() {
			continue
		}
		location, err := files.locate(t.InputSchema.Value)
		if err != nil {
			tool.Unread = p.fail(location.Clean, err)
			p.Errors = append(p.Errors, tool.Unread)
			continue
		}
		if tool.Unread = unread[location.Clean]; tool.Unread != nil {
			continue
		}
		if location.State != OK {
			tool.Schema = &SchemaFile{Location: location, File: &diag.SourceFile{Path: p.printed(location.Clean)}}
			continue
		}
		s := byPath[location.Clean]
		if s == nil {
			s = &SchemaFile{Location: location, File: &diag.SourceFile{Path: p.printed(location.Clean)}}
			if err := p.readSchema(s); err != nil {
				tool.Unread = p.fail(location.Clean, err)
				unread[location.Clean] = tool.Unread
				p.Errors = append(p.Errors, tool.Unread)
				continue
			}
			byPath[location.Clean] = s
			p.Schemas = append(p.Schemas, s)
		}
		tool.Schema = s
	}
}

func (p *Plugin) readSchema(s *SchemaFile) error {
	data, err := p.readOver(filepath.Join(p.Dir, filepath.FromSlash(s.Clean)), schema.MaxSize)
	var large *tooLarge
	if errors.As(err, &large) {
		s.Size = large.size
		return nil
	}
	if err != nil {
		return err
	}
	s.File.Data = data
	s.Document, s.Problems = schema.Load(data)
	return nil
}

// readOver reads a file that was seen to be a regular one.
func (p *Plugin) readOver(file string, limit int64) ([]byte, error) {
	data, over := p.overlay[file]
	switch {
	case !over:
		return readRegular(file, limit)
	case int64(len(data)) > limit:
		return nil, &tooLarge{int64(len(data))}
	}
	return data, nil
}

func (p *Plugin) readWasm() *Wasm {
	if p.WasmAt == nil || p.WasmAt.State != OK {
		return nil
	}
	w := &Wasm{Path: p.printed(p.WasmAt.Clean)}
	file := filepath.Join(p.Dir, filepath.FromSlash(p.WasmAt.Clean))
	data, err := readRegular(file, MaxComponent)
	var large *tooLarge
	switch {
	case errors.As(err, &large):
		w.Size = large.size
	case err != nil:
		w.ReadError = p.fail(p.WasmAt.Clean, err)
	default:
		w.Data = data
		w.Component, w.Err = p.components.parse(file, data)
	}
	return w
}
