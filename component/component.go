package component

import (
	"errors"

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
	codeSize    int // of all core modules in bytes
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
	if c.unsupported != nil && err != nil {
		return nil, &DecodeError{Offset: invalidOffset(err), Message: "not supported: " + c.unsupported.Message}
	}
	if err != nil {
		return nil, decodeError(err)
	}
	c.plan = newPlan(c, tree, c.typ)
	return c, nil
}

// moduleType parses an embedded core module once and gives its type.
func (c *Component) moduleType(module []byte) (*types.ModuleType, error) {
	parsed, err := core.Parse(module)
	if err != nil {
		var e *core.Error
		if errors.As(err, &e) && e.Unsupported {
			c.unsupported = e
		}
		return nil, err
	}
	c.modules[&module[0]] = parsed
	c.codeSize += len(module)
	return parsed.ModuleType(), nil
}

// invalidOffset is where Resolve found a component invalid.
func invalidOffset(err error) int {
	var invalid *types.Error
	if errors.As(err, &invalid) {
		return invalid.Offset
	}
	return 0
}

// decodeError turns the errors of the layers below into the one that Parse documents.
func decodeError(err error) error {
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
	return err
}

// Imports are what the component imports, with full types, in the order of the file.
func (c *Component) Imports() []types.Named { return c.typ.Imports }

// Exports are what the component exports, with full types, in the order of the file.
func (c *Component) Exports() []types.Named { return c.typ.Exports }
