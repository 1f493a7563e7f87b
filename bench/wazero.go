package main

import (
	"errors"
	"fmt"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"openidea-plugin/bench/guest"
	"openidea-plugin/component/binary"
)

// bareModule instantiates the guest's core module on wazero alone: no component, no metering.
func (b *bench) bareModule() (api.Module, error) {
	tree, err := binary.Decode(guest.Component)
	if err != nil {
		return nil, err
	}
	for _, d := range tree.Defs {
		if d.CoreModule != nil {
			return wazero.NewRuntime(b.ctx).Instantiate(b.ctx, d.CoreModule.Bytes)
		}
	}
	return nil, errors.New("the guest has no core module")
}

// bareJoin calls join on wazero with texts that lie in memory already, and leaves the result there.
func (b *bench) bareJoin(m api.Module) side {
	join, stack := m.ExportedFunction("join"), make([]uint64, 5)
	m.Memory().WriteString(2048, joinA+joinB)
	forget := m.ExportedFunction("forget")
	calls := 0
	return timed("wazero, core call alone", func() error {
		if calls++; calls%100_000 == 0 { // the guest's heap is small
			if _, err := forget.Call(b.ctx, 0); err != nil {
				return err
			}
		}
		stack[0], stack[1], stack[2], stack[3] = 2048, uint64(len(joinA)), 2048+uint64(len(joinA)), uint64(len(joinB))
		return join.CallWithStack(b.ctx, stack)
	})
}

// joinByHand does on wazero what a host without components writes for such a call: allocate, copy, call, copy, clean up.
func (b *bench) joinByHand(m api.Module) side {
	realloc, join, forget, mem := m.ExportedFunction("realloc"), m.ExportedFunction("join"), m.ExportedFunction("forget"), m.Memory()
	stack := make([]uint64, 5)
	place := func(text string) (uint64, error) {
		stack[0], stack[1], stack[2], stack[3] = 0, 0, 1, uint64(len(text))
		if err := realloc.CallWithStack(b.ctx, stack); err != nil {
			return 0, err
		}
		if !mem.WriteString(uint32(stack[0]), text) {
			return 0, errors.New("the guest allocated outside of its memory")
		}
		return stack[0], nil
	}
	return timed("wazero, by hand", func() error {
		one, err := place(joinA)
		if err != nil {
			return err
		}
		two, err := place(joinB)
		if err != nil {
			return err
		}
		stack[0], stack[1], stack[2], stack[3] = one, uint64(len(joinA)), two, uint64(len(joinB))
		if err := join.CallWithStack(b.ctx, stack); err != nil {
			return err
		}
		ret := stack[0]
		at, _ := mem.ReadUint32Le(uint32(ret))
		size, _ := mem.ReadUint32Le(uint32(ret) + 4)
		text, ok := mem.Read(at, size)
		if !ok || string(text) != joinA+joinB {
			return fmt.Errorf("the guest gave %q", text)
		}
		stack[0] = ret
		return forget.CallWithStack(b.ctx, stack)
	})
}
