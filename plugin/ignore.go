package plugin

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// ignoring holds the patterns of the .gitignore files that apply to a folder, from the outermost to the innermost.
type ignoring []ignoreFile

type ignoreFile struct {
	folder   string
	patterns []pattern
}

type pattern struct {
	glob    string
	negated bool
	folders bool // the pattern ended in a slash
}

// maxIgnoreFile is the largest .gitignore that is read, in bytes.
const maxIgnoreFile = 1 << 20

// enter adds the patterns of a folder's own .gitignore. One that cannot be read hides nothing.
func (g ignoring) enter(folder string) ignoring {
	data, err := read(filepath.Join(folder, ".gitignore"), maxIgnoreFile)
	if err != nil {
		return g
	}
	f := ignoreFile{folder: folder}
	for _, line := range strings.Split(string(data), "\n") {
		if p, ok := parsePattern(line); ok {
			f.patterns = append(f.patterns, p)
		}
	}
	return append(g[:len(g):len(g)], f)
}

// parsePattern reads one line as gitignore(5) describes it.
func parsePattern(line string) (pattern, bool) {
	line = strings.TrimSuffix(line, "\r")
	for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
		line = line[:len(line)-1]
	}
	var p pattern
	if strings.HasPrefix(line, "#") {
		return p, false
	}
	if strings.HasPrefix(line, "!") {
		p.negated, line = true, line[1:]
	}
	line = strings.TrimPrefix(line, `\`)
	if strings.HasSuffix(line, "/") {
		p.folders, line = true, strings.TrimRight(line, "/")
	}
	if line == "" {
		return p, false
	}
	// Braces are ordinary characters to git.
	line = strings.NewReplacer("{", `\{`, "}", `\}`).Replace(line)
	if strings.Contains(line, "/") {
		p.glob = strings.TrimPrefix(line, "/")
	} else {
		p.glob = "**/" + line
	}
	return p, doublestar.ValidatePattern(p.glob)
}

// ignored says whether git would leave path (absolute) out. The last pattern that matches decides.
func (g ignoring) ignored(path string, folder bool) bool {
	for i := len(g) - 1; i >= 0; i-- {
		rel, err := filepath.Rel(g[i].folder, path)
		if err != nil {
			continue
		}
		rel = filepath.ToSlash(rel)
		for j := len(g[i].patterns) - 1; j >= 0; j-- {
			p := g[i].patterns[j]
			if p.folders && !folder {
				continue
			}
			if ok, _ := doublestar.Match(p.glob, rel); ok {
				return !p.negated
			}
		}
	}
	return false
}

// ignoringAt gathers the patterns that apply to a folder: its own and those of the folders above it in the same repository.
func ignoringAt(folder string) ignoring {
	chain := []string{folder}
	for f := folder; ; {
		if _, err := os.Lstat(filepath.Join(f, ".git")); err == nil {
			break
		}
		up := filepath.Dir(f)
		if up == f {
			// No repository: only what stands in the searched folder counts.
			chain = chain[:1]
			break
		}
		f = up
		chain = append(chain, f)
	}
	var g ignoring
	for i := len(chain) - 1; i >= 0; i-- {
		g = g.enter(chain[i])
	}
	return g
}
