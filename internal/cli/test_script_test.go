package cli

import (
	"os"
	"path/filepath"
	"strings"
)

// What the scripts about the command test can say besides.
func init() {
	// fixture NAME FOLDER: the manifest, the schemas, the component and the project of a fixture, without its tests.
	scriptCommands["fixture"] = func(s *script, args []string) {
		from := filepath.Join("../../fixtures", args[0])
		err := filepath.WalkDir(from, func(path string, entry os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			rel, _ := filepath.Rel(from, path)
			if entry.IsDir() {
				if top := strings.Split(filepath.ToSlash(rel), "/")[0]; top == "tests" || top == "src" || top == "target" {
					return filepath.SkipDir
				}
				return nil
			}
			data, err := os.ReadFile(path)
			if err == nil {
				s.write(filepath.ToSlash(filepath.Join(args[1], rel)), string(data))
			}
			return err
		})
		if err != nil {
			s.Fatal(err)
		}
	}
	// line stdout|stderr|FILE LINE: one of its lines is LINE, but for the blanks around it.
	scriptCommands["line"] = func(s *script, args []string) {
		for line := range strings.Lines(s.text(args[0])) {
			if strings.TrimSpace(line) == args[1] {
				return
			}
		}
		s.Fatalf("%s has no line %q:\n%s", args[0], args[1], s.text(args[0]))
	}
	// has stdout|stderr|FILE TEXT: the text is part of it.
	scriptCommands["has"] = func(s *script, args []string) {
		if !strings.Contains(s.text(args[0]), args[1]) {
			s.Fatalf("%s does not contain %q:\n%s", args[0], args[1], s.text(args[0]))
		}
	}
	// absent FILE
	scriptCommands["absent"] = func(s *script, args []string) {
		if _, err := os.Lstat(filepath.Join(s.dir, filepath.FromSlash(args[0]))); !os.IsNotExist(err) {
			s.Fatalf("%s is there: %v", args[0], err)
		}
	}
	// write FILE FROM: a copy of a file.
	scriptCommands["write"] = func(s *script, args []string) { s.write(args[0], s.text(args[1])) }
	// replace FILE OLD NEW
	scriptCommands["replace"] = func(s *script, args []string) {
		text := s.text(args[0])
		if !strings.Contains(text, args[1]) {
			s.Fatalf("%s does not contain %q", args[0], args[1])
		}
		s.write(args[0], strings.ReplaceAll(text, args[1], args[2]))
	}
}
