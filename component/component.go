package component

import (
	"errors"
	"slices"

	"openidea-plugin/component/binary"
	"openidea-plugin/component/core"
	"openidea-plugin/component/types"
)

// Component is a component that was decoded and checked; no code is compiled yet. It is safe for concurrent use.
type Component struct {
	tree *binary.Component
	typ  *types.Component
	// modules are the core modules of all levels by their first byte.
	modules map[*byte]*core.Module
	// unsupported is a core module that may be valid but uses something that is not supported.
	unsupported *core.Error
	plan        *plan
	imports     importPlan
	codeSize    int // of all core modules in bytes
	// exceptions: a core module uses exceptions, which wazero's compiler runs wrongly.
	exceptions bool
	// scopes are the plans of the definitions around the one that is being planned.
	scopes []*plan
}

// Parse decodes and checks a component. Errors are a *DecodeError.
func Parse(data []byte) (*Component, error) {
	tree, err := binary.Decode(data)
	if err != nil {
		return nil, decodeError(err)
	}
	c := &Component{tree: tree, modules: map[*byte]*core.Module{}}
	c.typ, err = types.Resolve(tree, c.moduleType)
	if err != nil {
		invalid := decodeError(err)
		if c.unsupported != nil {
			invalid = &DecodeError{Offset: invalid.Offset, Message: notSupported(c.unsupported)}
		}
		return nil, invalid
	}
	c.plan, c.imports = newPlan(c, tree, c.typ), planImports(c.typ.Imports)
	return c, nil
}

// moduleType parses an embedded core module once and gives its type.
func (c *Component) moduleType(module []byte) (*types.ModuleType, error) {
	parsed, err := core.Parse(module)
	if err != nil {
		var e *core.Error
		if !errors.As(err, &e) {
			return nil, err
		}
		if e.Unsupported {
			c.unsupported = e
		}
		return nil, &types.Error{Offset: e.Offset, Message: e.Message, Malformed: !e.Unsupported}
	}
	if sharesMemory(parsed) {
		c.unsupported = &core.Error{Message: "shared memories", Unsupported: true}
		return nil, &types.Error{Message: "shared memories"}
	}
	c.modules[&module[0]] = parsed
	c.exceptions = c.exceptions || parsed.UsesExceptions()
	c.codeSize += len(module)
	return parsed.ModuleType(), nil
}

// sharesMemory says whether a module has a memory for several threads: there are none, and waiting on one would never end.
func sharesMemory(m *core.Module) bool {
	return slices.ContainsFunc(m.Memories, func(mem core.Memory) bool { return mem.Shared }) ||
		slices.ContainsFunc(m.Imports, func(i core.Import) bool { return i.Kind == types.CoreMemory && i.Memory.Shared })
}

// decodeError turns the errors of the layers below into the one that Parse documents.
func decodeError(err error) *DecodeError {
	var malformed *binary.Error
	var invalid *types.Error
	var module *core.Error
	switch {
	case errors.As(err, &malformed):
		return &DecodeError{Offset: malformed.Offset, Message: malformed.Message}
	case errors.As(err, &invalid):
		return &DecodeError{Offset: invalid.Offset, Message: invalid.Message}
	case errors.As(err, &module):
		return &DecodeError{Offset: module.Offset, Message: module.Message}
	}
	return &DecodeError{Message: err.Error()}
}

// Imports are what the component imports, with full types, in the order of the file.
func (c *Component) Imports() []types.Named { return c.typ.Imports }

// Exports are what the component exports, with full types, in the order of the file.
func (c *Component) Exports() []types.Named { return c.typ.Exports }
