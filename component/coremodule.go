package component

import (
	"errors"
	"strings"

	"openidea-plugin/component/core"
	"openidea-plugin/component/types"
)

// coreModule is a core module that was parsed. Its identity is that of its code: an engine compiles it once for each way in which it is wired.
type coreModule struct {
	offset int
	parsed *core.Module
	// counter is the name of the fuel counter in the rewritten module.
	counter string
	// elemsFit: see the function.
	elemsFit bool
	// hot are the bytes of its memory that its data segments write to.
	hot extent
}

func newCoreModule(offset int, parsed *core.Module) *coreModule {
	m := &coreModule{offset: offset, parsed: parsed, counter: parsed.CounterExport(), elemsFit: elemsFit(parsed)}
	m.hot.lo, m.hot.hi = parsed.DataExtent()
	return m
}

// CoreModule is a core module that a component exports or that the host supplies to one that imports it.
type CoreModule struct{ m *coreModule }

// invalid says what is wrong with the code of a module that the engine refuses. Where it uses a feature that is not supported, our own reader knows its name.
func (m *coreModule) invalid(err error) *DecodeError {
	var e *core.Error
	if _, again := m.parsed.Rewrite(core.Rewrite{Meter: &core.Meter{}}); errors.As(again, &e) && e.Unsupported {
		return &DecodeError{Offset: m.offset + e.Offset, Message: notSupported(e)}
	}
	return &DecodeError{Offset: m.offset, Message: "the core module is invalid: " + firstLine(err.Error())}
}

// notSupported names the feature that a core module uses.
func notSupported(e *core.Error) string {
	return "not supported: " + strings.TrimSuffix(e.Message, " are not supported")
}

// NewCoreModule reads a core module; the bytes must not change afterwards. Errors are a *DecodeError; its code is validated when it is instantiated. Modules with
// shared memories or exceptions are not supported here: the latter run only in a component that contains them.
func NewCoreModule(data []byte) (*CoreModule, error) {
	parsed, err := core.Parse(data)
	if err != nil {
		return nil, decodeError(err)
	}
	switch {
	case sharesMemory(parsed):
		return nil, &DecodeError{Message: "not supported: shared memories"}
	case parsed.UsesExceptions():
		return nil, &DecodeError{Message: "not supported: exceptions in a core module of the host"}
	}
	return &CoreModule{newCoreModule(0, parsed)}, nil
}

// Type is what the module imports and exports.
func (m *CoreModule) Type() *types.ModuleType { return m.m.parsed.ModuleType() }

// ModuleSource is what a Resolver implements too where it supplies core modules. It is asked for the module `name` of the interface instance
// `instance`; that its type fits is checked by the linker.
type ModuleSource interface {
	Module(instance, name string) (m *CoreModule, ok bool)
}

// Module asks each resolver that supplies core modules.
func (rs Resolvers) Module(instance, name string) (*CoreModule, bool) {
	for _, r := range rs {
		if s, ok := r.(ModuleSource); ok {
			if m, ok := s.Module(instance, name); ok {
				return m, true
			}
		}
	}
	return nil, false
}

// Module finds an exported core module, as Func finds a function; nil where there is none.
func (i *Instance) Module(instance, name string) *CoreModule {
	if it, _ := i.find(instance, name, types.SortCoreModule); it != nil {
		return &CoreModule{it.module}
	}
	return nil
}
