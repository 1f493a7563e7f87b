package wasi

import (
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"

	"openidea-plugin/component"
	"openidea-plugin/component/abi"
)

// seeded is a generator; each use of one seed has numbers of its own.
func seeded(seed uint64, use string) io.Reader {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	copy(key[8:], use)
	return rand.NewChaCha8(key)
}

var randomInterfaces = []iface{
	{"wasi:random/random", nil, []row{
		{"get-random-bytes", "func(len: u64) -> list<u8>", func(c *call) (component.Value, error) { return c.randomBytes(c.host.random) }},
		{"get-random-u64", "func() -> u64", func(c *call) (component.Value, error) { return randomU64(c.host.random) }},
	}},
	{"wasi:random/insecure", nil, []row{
		{"get-insecure-random-bytes", "func(len: u64) -> list<u8>", func(c *call) (component.Value, error) { return c.randomBytes(c.host.insecure) }},
		{"get-insecure-random-u64", "func() -> u64", func(c *call) (component.Value, error) { return randomU64(c.host.insecure) }},
	}},
	{"wasi:random/insecure-seed", nil, []row{
		{"insecure-seed", "func() -> tuple<u64, u64>", func(c *call) (component.Value, error) {
			a, err := randomU64(c.host.seed)
			if err != nil {
				return nil, err
			}
			b, err := randomU64(c.host.seed)
			return abi.Tuple{a, b}, err
		}},
	}},
}

var errRandom = errors.New("the host's source of random numbers failed")

func (c *call) randomBytes(r io.Reader) (component.Value, error) {
	n := c.u64(0)
	if n > MaxRandom {
		return nil, c.broken("%d bytes were asked for; one call gives at most %d", n, MaxRandom)
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(r, b); err != nil {
		return nil, errRandom
	}
	return b, nil
}

func randomU64(r io.Reader) (component.Value, error) {
	var b [8]byte
	if _, err := io.ReadFull(r, b[:]); err != nil {
		return nil, errRandom
	}
	return binary.LittleEndian.Uint64(b[:]), nil
}
