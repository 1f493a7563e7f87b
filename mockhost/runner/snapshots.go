package runner

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"openidea-plugin/mockhost/bind"
	"openidea-plugin/mockhost/snapshot"
	"openidea-plugin/mockhost/testfile"
)

// snapshots are those of one plugin during a run.
type snapshots struct {
	store snapshot.Store
	// set are the snapshots of one test file.
	set string
	// update: what differs is written instead of told.
	update bool
	log    *snapshotLog
}

// snapshotLog is what became of the snapshots of a plugin.
type snapshotLog struct {
	mu      sync.Mutex
	written []string
	failed  error
}

// HowToUpdate is what a test says whose snapshot is missing or differs.
const HowToUpdate = "openidea-plugin test --update writes snapshots that are missing or differ: look at them before you commit them."

// snapshot compares a text with a snapshot.
func (ps *problems) snapshot(name, got string) {
	s := ps.snapshots
	if s == nil {
		return // only looked at in passing
	}
	path := snapshot.Path(s.set, name)
	what := "snapshot " + quotePath(path)
	now := snapshot.Normal(got)
	want, err := s.store.Read(s.set, name)
	switch {
	case err == nil && want == now:
	case s.update && !ps.astray() && (err == nil || errors.Is(err, snapshot.ErrMissing)):
		if err := s.write(name, now); err != nil {
			ps.add(what, "it is written", "it cannot be written: "+snapshot.Reason(err))
		}
	case errors.Is(err, snapshot.ErrMissing):
		ps.add(what, "a snapshot", "there is none yet; the text is "+bind.Quote(got))
		ps.stale = !ps.astray()
	case err != nil:
		ps.add(what, "a snapshot", "it cannot be read: "+snapshot.Reason(err))
		if s.update {
			s.fail(err)
		}
	default:
		ps.add(what, bind.Quote(want), bind.Quote(now), lineDiff(want, now)...)
		ps.stale = !ps.astray()
	}
}

// astray says whether the call did not even end as expected: what came of it is not to be kept.
func (ps *problems) astray() bool {
	return slices.ContainsFunc(ps.list, func(p Problem) bool { return p.What == "outcome" })
}

// write keeps a text.
func (s *snapshots) write(name, text string) error {
	if err := s.store.Write(s.set, name, text); err != nil {
		s.fail(err)
		return err
	}
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	if path := snapshot.Path(s.set, name); !slices.Contains(s.log.written, path) {
		s.log.written = append(s.log.written, path)
	}
	return nil
}

// fail notes why a snapshot could not be kept. Of several reasons the least counts, so that it is the same whatever runs first.
func (s *snapshots) fail(err error) {
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	if s.log.failed == nil || snapshot.Reason(err) < snapshot.Reason(s.log.failed) {
		s.log.failed = err
	}
}

// set is what the snapshots of the test file at path are called together.
func set(path string) string { return strings.TrimSuffix(filepath.Base(path), testfile.Suffix) }

// Obsolete are the paths, within the plugin, of snapshots that no test compares with, by name. Those of a test file that has mistakes are not judged.
func (s *Suite) Obsolete() []string {
	used := map[string]bool{}
	for _, f := range s.files {
		for _, name := range f.Snapshots {
			used[snapshot.Path(set(f.Source.Path), name)] = true
		}
	}
	return slices.DeleteFunc(s.snapshots.All(), func(path string) bool {
		of, _, _ := strings.Cut(strings.TrimPrefix(path, snapshot.Folder+"/"), "/")
		return used[path] || s.unjudged[of]
	})
}

// RemoveObsolete removes what Obsolete gives, as far as it can, and gives what it has removed.
func (s *Suite) RemoveObsolete() (removed []string, err error) {
	for _, path := range s.Obsolete() {
		if err := s.snapshots.Remove(path); err != nil {
			return removed, fmt.Errorf("cannot remove %s: %s", path, snapshot.Reason(err))
		}
		removed = append(removed, path)
	}
	return removed, nil
}
