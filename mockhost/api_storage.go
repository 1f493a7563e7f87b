package mockhost

import (
	"maps"
	"slices"

	"openidea-plugin/mockhost/bind"
)

// Limits of what a plugin may store, in bytes; keys count towards the whole.
const (
	MaxStoredValue = 1 << 20
	MaxStored      = 16 << 20
)

type keyIn struct{ Key string }

type keyValueIn struct{ Key, Value string }

var storageAPI = functions{
	"get": bind.Func(func(c *call, in keyIn) (*string, error) {
		value, ok := c.stored()[in.Key]
		if !ok {
			return nil, nil
		}
		return &value, nil
	}),
	"set": bind.Func(setStored),
	"delete": bind.Func(func(c *call, in keyIn) (none, error) {
		if before, ok := c.stored()[in.Key]; ok {
			noteText(c.changes.stored, in.Key, &before, nil)
			delete(c.stored(), in.Key)
		}
		return none{}, nil
	}),
	"keys": bind.Func(func(c *call, _ none) ([]string, error) { return slices.Sorted(maps.Keys(c.stored())), nil }),
}

// stored are the values of the plugin.
func (c *call) stored() map[string]string {
	values := c.ide.storage[c.plugin.ID]
	if values == nil {
		values = map[string]string{}
		c.ide.storage[c.plugin.ID] = values
	}
	return values
}

func setStored(c *call, in keyValueIn) (none, error) {
	values := c.stored()
	if len(in.Value) > MaxStoredValue {
		return none{}, hostError("invalid", "the value has %d bytes, at most %d are allowed", len(in.Value), MaxStoredValue)
	}
	total := len(in.Key) + len(in.Value)
	for key, value := range values {
		if key != in.Key {
			total += len(key) + len(value)
		}
	}
	if total > MaxStored {
		return none{}, hostError("invalid", "the plugin would store %d bytes, at most %d are allowed", total, MaxStored)
	}
	var before *string
	if old, ok := values[in.Key]; ok {
		before = &old
	}
	noteText(c.changes.stored, in.Key, before, &in.Value)
	values[in.Key] = in.Value
	return none{}, nil
}
