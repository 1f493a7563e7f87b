package watch

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// entry is what a file looks like from outside. A file that is not there has the zero value.
type entry struct {
	size int64
	time time.Time
	mode fs.FileMode
	info os.FileInfo
}

func (e entry) same(other entry) bool {
	if e.info == nil || other.info == nil {
		return e.info == nil && other.info == nil
	}
	return e.size == other.size && e.mode == other.mode && e.time.Equal(other.time) && os.SameFile(e.info, other.info)
}

// maxFiles is how many files below one input are looked at: a folder with more is no folder of tests, and a change beyond them goes unseen.
const maxFiles = 50_000

// State is what files and folders looked like at one moment.
type State struct {
	// files of each input: of a file only itself.
	inputs map[string]map[string]entry
	// dirs are folders in which changes of the inputs show.
	dirs map[string]bool
}

// Look takes the state of the inputs: absolute paths of files, which need not be there, and of folders, which count with all that is below them.
// What is below an ignored path does not count.
func Look(inputs, ignored []string) *State {
	s := &State{inputs: map[string]map[string]entry{}, dirs: map[string]bool{}}
	for _, input := range inputs {
		s.inputs[input] = s.look(input, ignored)
	}
	return s
}

func (s *State) look(input string, ignored []string) map[string]entry {
	files := map[string]entry{}
	info, err := os.Stat(input)
	if err != nil || !info.IsDir() {
		s.dirs[existing(filepath.Dir(input))] = true
		files[input] = entry{}
		if err == nil {
			files[input] = entry{info.Size(), info.ModTime(), info.Mode(), info}
		}
		if target, err := filepath.EvalSymlinks(input); err == nil {
			s.dirs[filepath.Dir(target)] = true
		}
		return files
	}
	s.dirs[existing(filepath.Dir(input))] = true
	_ = filepath.WalkDir(input, func(path string, d fs.DirEntry, err error) error {
		switch {
		case slices.Contains(ignored, path) && d != nil && d.IsDir():
			return fs.SkipDir
		case slices.Contains(ignored, path):
			return nil
		case err != nil:
			return nil // what cannot be read now may be read later, and then differs
		case len(files) == maxFiles:
			return fs.SkipAll
		case d.IsDir():
			s.dirs[path] = true
			files[path] = entry{} // that it is there counts, not when something in it changed
			return nil
		}
		if info, err := os.Stat(path); err == nil {
			files[path] = entry{info.Size(), info.ModTime(), info.Mode(), info}
		}
		return nil
	})
	return files
}

// existing is the nearest folder at or above dir that is there.
func existing(dir string) string {
	for {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return dir
		}
		dir = up
	}
}

// Change is a file that looks different, came or went, and the input that it belongs to: itself, or a folder above it.
type Change struct{ Input, File string }

// Changed gives what looks different in the later state, sorted by input and file.
func (s *State) Changed(later *State) []Change {
	var changes []Change
	for _, input := range slices.Sorted(maps.Keys(s.inputs)) {
		before, now := s.inputs[input], later.inputs[input]
		files := slices.Collect(maps.Keys(before))
		for file := range now {
			if _, ok := before[file]; !ok {
				files = append(files, file)
			}
		}
		slices.Sort(files)
		for _, file := range files {
			b, wasThere := before[file]
			n, isThere := now[file]
			if wasThere != isThere || !b.same(n) {
				changes = append(changes, Change{input, file})
			}
		}
	}
	return changes
}

// But is the state s with the inputs that earlier knows as earlier has seen them. Of the others, which somebody has read since the time start, files that
// were written after it count as not seen: what was read may have been older.
func (s *State) But(earlier *State, start time.Time) *State {
	for input, files := range s.inputs {
		if known, ok := earlier.inputs[input]; ok {
			s.inputs[input] = known
			continue
		}
		for path, e := range files {
			if e.time.After(start) {
				files[path] = entry{}
			}
		}
	}
	return s
}
