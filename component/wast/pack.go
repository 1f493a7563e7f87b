package wast

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// packed is a script in one file: the commands that wasm-tools made of it and the binaries that they name, in base64.
type packed struct {
	// Source is the file name of the script, SHA256 the sum of its text in hex.
	Source string `json:"source"`
	SHA256 string `json:"sha256"`
	// Commands are as wasm-tools wrote them, each on a line.
	Commands []json.RawMessage `json:"commands"`
	Binaries map[string]string `json:"binaries"`
}

func (p *packed) binary(name string) ([]byte, error) {
	data, ok := p.Binaries[name]
	if !ok {
		return nil, fmt.Errorf("no binary %q in the file", name)
	}
	return base64.StdEncoding.DecodeString(data)
}

// Sum is the sum that a packed file carries of the text that it was made of.
func Sum(source []byte) string {
	sum := sha256.Sum256(source)
	return hex.EncodeToString(sum[:])
}

// Pack makes one file of the JSON at path, the binaries beside it and the sum of the script at source that they were made of. The same input gives
// the same bytes.
func Pack(path, source string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(source)
	if err != nil {
		return nil, err
	}
	var p packed
	if err := json.Unmarshal(data, &p); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n\"source\": %q,\n\"sha256\": %q,\n\"commands\": [", filepath.Base(source), Sum(text))
	var binaries bytes.Buffer
	seen := map[string]bool{}
	for i, raw := range p.Commands {
		separate(&b, i > 0)
		if err := json.Compact(&b, raw); err != nil {
			return nil, err
		}
		var c command
		if err := json.Unmarshal(raw, &c); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if c.Filename == "" || seen[c.Filename] {
			continue
		}
		data, err := os.ReadFile(filepath.Join(filepath.Dir(path), c.Filename))
		if err != nil {
			return nil, err
		}
		separate(&binaries, len(seen) > 0)
		fmt.Fprintf(&binaries, "%q: %q", c.Filename, base64.StdEncoding.EncodeToString(data))
		seen[c.Filename] = true
	}
	fmt.Fprintf(&b, "\n],\n\"binaries\": {%s\n}\n}\n", binaries.Bytes())
	return b.Bytes(), nil
}

// separate begins the next line of a list.
func separate(b *bytes.Buffer, more bool) {
	if more {
		b.WriteByte(',')
	}
	b.WriteByte('\n')
}
