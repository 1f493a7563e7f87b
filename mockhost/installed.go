package mockhost

import (
	"context"

	"openidea-plugin/plugin"
)

// installed is a plugin in the IDE.
type installed struct {
	Plugin        // Grants may change and are guarded by the IDE's mu
	prefix string // begins the registered names of its tools

	enabled bool // guarded by mu
	stale   bool // inst must not be used for another call; guarded by mu

	turn chan struct{} // holds one token while the plugin runs
	inst *instance     // made at the first call; only whoever has the turn may use it
}

func newInstalled(p Plugin) *installed {
	return &installed{Plugin: p, prefix: plugin.RegisteredName(p.ID, ""), enabled: true, turn: make(chan struct{}, 1)}
}

// begin waits until no other call of the plugin runs. It is false where ctx ends before.
func (p *installed) begin(ctx context.Context) bool {
	if ctx.Err() != nil {
		return false
	}
	select {
	case p.turn <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// end lets the next call of a plugin run.
func (ide *IDE) end(p *installed) {
	<-p.turn
	ide.retire(p)
}

// retire ends the instance of a plugin where it must not be used again. Where a call is inside of it, that call does so at its end: whoever gives the turn back
// looks again.
func (ide *IDE) retire(p *installed) {
	for ide.isStale(p) {
		select {
		case p.turn <- struct{}{}:
			if ide.takeStale(p) {
				p.discard()
			}
			<-p.turn
		default:
			return
		}
	}
}

func (ide *IDE) isStale(p *installed) bool {
	ide.mu.Lock()
	defer ide.mu.Unlock()
	return p.stale
}

// takeStale says whether the instance of a plugin must not be used again, once.
func (ide *IDE) takeStale(p *installed) bool {
	ide.mu.Lock()
	defer ide.mu.Unlock()
	stale := p.stale
	p.stale = false
	return stale
}
