package component

import (
	"context"
	"errors"

	"github.com/tetratelabs/wazero/api"

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

// preparedComponent is what one Runtime keeps of one component definition.
type preparedComponent struct {
	def *binary.Component
	typ *types.Component
	// host exports the component's own core functions (lowered functions and resource built-ins) for its core instances to import.
	host    api.Module
	modules map[*binary.CoreModule]*coreModule
	nested  map[*binary.Component]*preparedComponent
}

// prepare makes what all instances of c share. The work is done once for each Runtime.
func (rt *Runtime) prepare(ctx context.Context, c *Component) (*preparedComponent, error) {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	if p, ok := rt.prepared[c]; ok {
		return p, nil
	}
	p, err := rt.prepareDefinition(ctx, c, c.tree, c.typ)
	if err == nil {
		rt.prepared[c] = p
	}
	return p, err
}

func (rt *Runtime) prepareDefinition(ctx context.Context, c *Component, def *binary.Component, typ *types.Component) (*preparedComponent, error) {
	p := &preparedComponent{def: def, typ: typ, modules: map[*binary.CoreModule]*coreModule{}, nested: map[*binary.Component]*preparedComponent{}}
	var fns []hostFunction
	for i := range def.Defs {
		d := &def.Defs[i]
		switch {
		case d.CoreModule != nil:
			p.modules[d.CoreModule] = &coreModule{offset: d.Offset, parsed: c.modules[&d.CoreModule.Bytes[0]]}
		case d.Component != nil:
			n, err := rt.prepareDefinition(ctx, c, d.Component, typ.Nested[typ.Defs[i].Index])
			if err != nil {
				return nil, err
			}
			p.nested[d.Component] = n
		case d.Canon != nil && d.Canon.Kind != binary.CanonLift:
			index := typ.Defs[i].Index
			fns = append(fns, ownFunction(index, typ.CoreFuncs[index]))
		}
	}
	if len(fns) > 0 {
		var err error
		if p.host, err = rt.hostModule(ctx, hostModuleName, fns); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// ownFunction is the component's own core function i: it finds, through the store, what i is in the instance whose code calls it.
func ownFunction(i uint32, sig *types.CoreFuncType) hostFunction {
	return hostFunction{
		name: trampolineName(i), params: sig.Params, results: sig.Results,
		call: func(ctx context.Context, _ api.Module, stack []uint64) {
			if err := storeOf(ctx).cur.trampolines[i](ctx, stack); err != nil {
				panic(err)
			}
		},
	}
}
