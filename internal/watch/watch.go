// Package watch waits for files to change. It asks the operating system to tell it, and looks by itself, several times a second, where the system
// cannot. What counts is whether a file looks different, not whether somebody touched it: an event alone means nothing.
package watch

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	// quiet is how long nothing must happen before a change counts: editors and compilers write in several steps.
	quiet = 25 * time.Millisecond
	// patience is how long a change waits for quiet at most.
	patience = 250 * time.Millisecond
	// pace is how often the files are looked at where the system does not tell.
	pace = 100 * time.Millisecond
	// doubt is how often they are looked at where it does: it does not tell of what others do on a network's file system.
	doubt = 5 * time.Second
)

// Watcher waits for changes. Close frees what it holds. It is not for concurrent use.
type Watcher struct {
	// system is nil where the operating system cannot tell.
	system *fsnotify.Watcher
	dirs   map[string]bool
}

// New makes a watcher. It always works: where the system does not help, it looks by itself.
func New() *Watcher {
	system, err := fsnotify.NewWatcher()
	if err != nil {
		system = nil
	}
	return &Watcher{system: system, dirs: map[string]bool{}}
}

// Close frees the watcher.
func (w *Watcher) Close() {
	if w.system != nil {
		_ = w.system.Close()
	}
}

// Wait returns as soon as one of the inputs looks different from what it was in the state before, and the files have come to rest: what
// changed, sorted, and the state that shows it. look takes the state as it is now. It gives nil when ctx ends.
func (w *Watcher) Wait(ctx context.Context, before *State, look func() *State) ([]Change, *State) {
	known := before
	for {
		w.follow(known)
		// The folders are followed from here on; what changed until now shows in a look.
		now := look()
		if len(before.Changed(now)) > 0 {
			now = w.settle(ctx, now, look)
			if changed := before.Changed(now); len(changed) > 0 && ctx.Err() == nil {
				return changed, now
			}
		}
		known = now
		if w.follow(now) {
			continue // nobody was told what happened in the new folders until now
		}
		if !w.event(ctx) {
			return nil, nil
		}
	}
}

// settle looks until two looks, a little apart, agree, or patience is at an end.
func (w *Watcher) settle(ctx context.Context, now *State, look func() *State) *State {
	for end := time.Now().Add(patience); time.Now().Before(end); {
		select {
		case <-ctx.Done():
			return now
		case <-time.After(quiet):
		}
		later := look()
		if len(now.Changed(later)) == 0 {
			return later
		}
		now = later
	}
	return now
}

// follow has the system tell what happens in the folders of a state, and no longer in others. It says whether there are new ones among them.
func (w *Watcher) follow(s *State) (more bool) {
	if w.system == nil {
		return false
	}
	for _, dir := range slices.Sorted(maps.Keys(s.dirs)) {
		if w.dirs[dir] {
			continue
		}
		switch err := w.system.Add(dir); {
		case errors.Is(err, fs.ErrNotExist): // it is gone since, which the next look shows
			continue
		case err != nil: // too many folders, or a file system that does not tell
			w.Close()
			w.system = nil
			return false
		}
		w.dirs[dir] = true
		more = true
	}
	for dir := range w.dirs {
		if !s.dirs[dir] {
			_ = w.system.Remove(dir) // fails where the folder is gone, which is as good
			delete(w.dirs, dir)
		}
	}
	return more
}

// event waits until something may have happened. It is false when ctx ends.
func (w *Watcher) event(ctx context.Context) bool {
	if w.system == nil {
		select {
		case <-ctx.Done():
			return false
		case <-time.After(pace):
			return true
		}
	}
	select {
	case <-ctx.Done():
		return false
	case e, ok := <-w.system.Events:
		if ok && e.Has(fsnotify.Remove|fsnotify.Rename) {
			delete(w.dirs, e.Name) // a folder of that name is to be followed anew
		}
		return true
	case <-w.system.Errors: // events were lost: look
		return true
	case <-time.After(doubt):
		return true
	}
}
