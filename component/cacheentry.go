package component

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"openidea-plugin/component/core"
)

// cacheEntry says where the compiled code of a module is, and what it must be. The checksums find damage; they do not keep out somebody who may write to
// the folder, and who could as well change the code.
type cacheEntry struct {
	// name of the file of code, relative to the cache's folder.
	name string
	size int64
	sum  uint32
	// outline is what core.Outline makes of the rewritten module: the file of code is wazero's for it.
	outline []byte
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// entryFormat begins every entry.
const entryFormat = "component-code-1"

// entryHead is the line before the outline; behind it stands the checksum of both.
const entryHead = entryFormat + " %s %d %08x\n"

func newCacheEntry(code, name string, outline []byte) (*cacheEntry, error) {
	e := &cacheEntry{name: name, outline: outline}
	var err error
	e.size, e.sum, err = sumOf(code)
	return e, err
}

func (e *cacheEntry) encode() []byte {
	b := append(fmt.Appendf(nil, entryHead, filepath.ToSlash(e.name), e.size, e.sum), e.outline...)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// decodeEntry gives nil for what is no entry, or a damaged one.
func decodeEntry(b []byte) *cacheEntry {
	n := len(b) - 4
	if n < 0 || binary.LittleEndian.Uint32(b[n:]) != crc32.Checksum(b[:n], castagnoli) {
		return nil
	}
	head, outline, ok := bytes.Cut(b[:n], []byte("\n"))
	e := &cacheEntry{outline: outline}
	if _, err := fmt.Sscanf(string(head)+"\n", entryHead, &e.name, &e.size, &e.sum); !ok || err != nil || !filepath.IsLocal(filepath.FromSlash(e.name)) {
		return nil
	}
	e.name = filepath.FromSlash(e.name)
	return e
}

// cacheKey names a module in the cache: by its bytes, and by all that decides how they are rewritten.
func (e *engine) cacheKey(m *coreModule, w *wires) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%d\n%t\n%q\n", entryFormat, core.RewriteVersion, e.unmetered, w.key)
	h.Write(m.parsed.Bytes())
	return hex.EncodeToString(h.Sum(nil))
}

// entry is the file of an entry.
func (c *codeCache) entry(key string) string { return filepath.Join(c.dir, indexFolder, key) }

// maxEntry bounds the entries that are read into memory: none is larger than the component that it is of.
const maxEntry = 256 << 20

// sums says whether a file has the checksum of the code.
func (e *cacheEntry) sums(code string) bool {
	_, sum, err := sumOf(code)
	return err == nil && sum == e.sum
}

// check gives the outline of a module whose code is there and whole, else nil. What is not whole is removed.
func (c *codeCache) check(key string) []byte {
	path := c.entry(key)
	if size, ok := sizeOf(path); !ok || size > maxEntry {
		_ = os.RemoveAll(path)
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	if e := decodeEntry(text); e != nil {
		code := filepath.Join(c.dir, e.name)
		if size, ok := sizeOf(code); ok && size == e.size && e.sums(code) {
			now := time.Now()
			_ = os.Chtimes(code, now, now) // the age of an entry is the time since it was last used
			return e.outline
		}
		_ = os.RemoveAll(code)
	}
	_ = os.Remove(path)
	return nil
}

// regular says whether path is a file, not a link to one: a pipe would be waited for, a device has no end.
func regular(path string) bool {
	_, ok := sizeOf(path)
	return ok
}

// sizeOf is the size of a file; not ok: it is none, see regular.
func sizeOf(path string) (size int64, ok bool) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return 0, false
	}
	return info.Size(), true
}

// sumOf gives the size and the checksum of a file.
func sumOf(path string) (int64, uint32, error) {
	if !regular(path) {
		return 0, 0, fs.ErrInvalid
	}
	f, err := os.Open(path)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	var size int64
	var sum uint32
	buf := make([]byte, 32<<10)
	for {
		n, err := f.Read(buf)
		sum = crc32.Update(sum, castagnoli, buf[:n])
		size += int64(n)
		if err == io.EOF {
			return size, sum, nil
		}
		if err != nil {
			return 0, 0, err
		}
	}
}
