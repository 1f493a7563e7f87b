package wasi

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"openidea-plugin/component"
	"openidea-plugin/component/abi"
)

const fsTypes = "filesystem/types [method]descriptor."

var modified = time.Date(2025, 3, 4, 5, 6, 7, 8, time.UTC)

func sample() fstest.MapFS {
	return fstest.MapFS{
		"readme.md":        {Data: []byte("hello"), ModTime: modified},
		"src/main.go":      {Data: []byte("package main")},
		"src/deep/a/b.txt": {Data: []byte("b")},
		"link":             {Data: []byte("src/main.go"), Mode: fs.ModeSymlink},
		"dirlink":          {Data: []byte("src/deep"), Mode: fs.ModeSymlink},
		"out":              {Data: []byte("../../etc"), Mode: fs.ModeSymlink},
		"rooted":           {Data: []byte("/etc/passwd"), Mode: fs.ModeSymlink},
		"loop":             {Data: []byte("loop"), Mode: fs.ModeSymlink},
		"dangling":         {Data: []byte("src/new.txt"), Mode: fs.ModeSymlink},
		"device":           {Mode: fs.ModeDevice},
		"src/back":         {Data: []byte("../readme.md"), Mode: fs.ModeSymlink},
	}
}

// withRoot gives a world with one preopened directory and the handle of it.
func withRoot(t *testing.T, d *Directory) (*world, component.Value) {
	t.Helper()
	w := newWorld(t, Config{Preopens: []Preopen{{Path: "/work", Directory: d}}})
	v, fn, err := w.call("filesystem/preopens get-directories")
	if err != nil {
		t.Fatal(err)
	}
	if got := show(t, fn.Result, v); got != `[(<descriptor>, "/work")]` {
		t.Fatalf("preopens: %s", got)
	}
	return w, v.(abi.List)[0].(abi.Tuple)[0]
}

func TestNoPreopens(t *testing.T) {
	newWorld(t, Config{}).expect("[]", "filesystem/preopens get-directories")
}

func TestReadingFiles(t *testing.T) {
	w, root := withRoot(t, ReadOnly(sample()))
	f := w.handle(fsTypes+"open-at", root, "", "readme.md", "", "read")
	w.expect("ok({read})", fsTypes+"get-flags", f)
	w.expect("ok(regular-file)", fsTypes+"get-type", f)
	w.expect(`ok(("hel", false))`, fsTypes+"read", f, uint64(3), uint64(0))
	w.expect(`ok(("lo", false))`, fsTypes+"read", f, uint64(3), uint64(3))
	w.expect(`ok(("", true))`, fsTypes+"read", f, uint64(3), uint64(1<<40))
	at := "some({seconds: 1741064767, nanoseconds: 8})"
	w.expect("ok({type: regular-file, link-count: 1, size: 5, data-access-timestamp: "+at+", data-modification-timestamp: "+at+
		", status-change-timestamp: "+at+"})", fsTypes+"stat", f)
	w.expect("ok", fsTypes+"advise", f, uint64(0), uint64(0), "random")
	w.expect("ok", fsTypes+"sync", f)
	w.expect("ok", fsTypes+"sync-data", f)

	s := w.handle(fsTypes+"read-via-stream", f, uint64(1))
	w.expect(`ok("ell")`, "io/streams [method]input-stream.read", s, uint64(3))
	w.expect(`ok("o")`, "io/streams [method]input-stream.blocking-read", s, uint64(30))
	w.expect("err(closed)", "io/streams [method]input-stream.read", s, uint64(3))

	for _, c := range []struct {
		name string
		args []component.Value
	}{
		{"write", []component.Value{f, []byte("x"), uint64(0)}}, {"set-size", []component.Value{f, uint64(0)}},
		{"write-via-stream", []component.Value{f, uint64(0)}}, {"append-via-stream", []component.Value{f}},
		{"set-times", []component.Value{f, "now", "now"}}, {"set-times-at", []component.Value{root, "", "readme.md", "now", "now"}},
		{"open-at", []component.Value{root, "", "readme.md", "", "write"}}, {"open-at", []component.Value{root, "", "n", "create", "read"}},
		{"open-at", []component.Value{root, "", "readme.md", "truncate", "read"}}, {"create-directory-at", []component.Value{root, "n"}},
		{"symlink-at", []component.Value{root, "a", "n"}}, {"link-at", []component.Value{root, "", "readme.md", root, "n"}},
		{"rename-at", []component.Value{root, "readme.md", root, "n"}}, {"unlink-file-at", []component.Value{root, "readme.md"}},
		{"remove-directory-at", []component.Value{root, "src"}},
	} {
		w.expect("err(not-permitted)", fsTypes+c.name, c.args...)
	}
	w.expect("ok({read})", fsTypes+"get-flags", root)
}

func TestPaths(t *testing.T) {
	w, root := withRoot(t, ReadOnly(sample()))
	for _, c := range []struct{ path, nofollow, follow string }{
		{"readme.md", "regular-file", "regular-file"},
		{"./src//main.go", "regular-file", "regular-file"},
		{"src/../readme.md", "regular-file", "regular-file"},
		{"src", "directory", "directory"},
		{"src/", "directory", "directory"},
		{"src/.", "directory", "directory"},
		{".", "directory", "directory"},
		{"src/deep/..", "directory", "directory"},
		{"link", "symbolic-link", "regular-file"},
		{"src/back", "symbolic-link", "regular-file"},
		{"dirlink", "symbolic-link", "directory"},
		{"dirlink/", "directory", "directory"},
		{"dirlink/a/b.txt", "regular-file", "regular-file"},
		{"dangling", "symbolic-link", "no-entry"},
		{"device", "unknown", "unknown"},
		{"", "no-entry", "no-entry"},
		{"/readme.md", "not-permitted", "not-permitted"},
		{"..", "not-permitted", "not-permitted"},
		{"src/../../readme.md", "not-permitted", "not-permitted"},
		{"out", "symbolic-link", "not-permitted"},
		{"out/x", "not-permitted", "not-permitted"},
		{"rooted", "symbolic-link", "not-permitted"},
		{"loop", "symbolic-link", "loop"},
		{"loop/x", "loop", "loop"},
		{"readme.md/", "not-directory", "not-directory"},
		{"readme.md/x", "not-directory", "not-directory"},
		{"nothing/x", "no-entry", "no-entry"},
		{"README.md", "no-entry", "no-entry"},
		{"a\x00b", "invalid", "invalid"},
		{strings.Repeat("n", 256), "name-too-long", "name-too-long"},
		{strings.Repeat("./", 2048) + "a", "name-too-long", "name-too-long"},
	} {
		for flags, want := range map[string]string{"": c.nofollow, "symlink-follow": c.follow} {
			v, fn, err := w.call(fsTypes+"stat-at", root, flags, c.path)
			if err != nil {
				t.Fatal(err)
			}
			got := show(t, fn.Result, v)
			if got != "err("+want+")" && !strings.HasPrefix(got, "ok({type: "+want+",") {
				t.Errorf("%q with flags %q: got %s, want %s", c.path, flags, got, want)
			}
		}
	}
	src := w.handle(fsTypes+"open-at", root, "", "src", "directory", "read")
	w.expect("err(not-permitted)", fsTypes+"open-at", src, "symlink-follow", "back", "", "read")
	w.expect(`ok("src/main.go")`, fsTypes+"readlink-at", root, "link")
	w.expect("err(not-permitted)", fsTypes+"readlink-at", root, "rooted")
	w.expect("err(invalid)", fsTypes+"readlink-at", root, "src")
}

func TestOpening(t *testing.T) {
	for _, c := range []struct{ path, follow, open, flags, want string }{
		{"readme.md", "", "", "", "{read}"},
		{"readme.md", "", "", "read write", "{read write}"},
		{"readme.md", "", "", "write", "{write}"},
		{"readme.md", "", "create", "read", "{read write}"},
		{"new", "", "create", "write", "{write}"},
		{"dangling", "symlink-follow", "create", "write", "{write}"},
		{"src", "", "", "read", "{read}"},
		{"src", "", "directory", "read mutate-directory", "{read}"},
		{"link", "symlink-follow", "", "read", "{read}"},
		{"link", "", "", "read", "loop"},
		{"dangling", "symlink-follow", "create exclusive", "write", "exist"},
		{"new", "", "", "read", "no-entry"},
		{"new/", "", "create", "read", "is-directory"},
		{"nothing/new", "", "create", "read", "no-entry"},
		{"readme.md", "", "create exclusive", "write", "exist"},
		{"readme.md", "", "directory", "read", "not-directory"},
		{"src", "", "", "write", "is-directory"},
		{"src", "", "create", "read", "is-directory"},
		{"src", "", "directory create", "read", "invalid"},
		{"readme.md", "", "", "read file-integrity-sync", "unsupported"},
		{"device", "", "", "read", "unsupported"},
	} {
		w, root := withRoot(t, Overlay(sample(), 0))
		v, fn, err := w.call(fsTypes+"open-at", root, c.follow, c.path, c.open, c.flags)
		if err != nil {
			t.Fatal(err)
		}
		if r := v.(abi.Result); r.Err {
			if got := show(t, fn.Result, v); got != "err("+c.want+")" {
				t.Errorf("%+v: got %s", c, got)
			}
			continue
		} else {
			w.expect("ok("+c.want+")", fsTypes+"get-flags", r.Value)
		}
	}
}

// files is what an overlay holds, in one line.
func files(t *testing.T, d *Directory) string {
	t.Helper()
	m, err := d.Files()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, k := range slices.Sorted(maps.Keys(m)) {
		out = append(out, k+"="+string(m[k]))
	}
	return strings.Join(out, " ")
}

func TestWritingFiles(t *testing.T) {
	base := fstest.MapFS{"a.txt": {Data: []byte("alpha")}}
	d := Overlay(base, 0)
	w, root := withRoot(t, d)
	w.expect("ok({read mutate-directory})", fsTypes+"get-flags", root)
	f := w.handle(fsTypes+"open-at", root, "", "a.txt", "", "read write")
	w.expect("ok(2)", fsTypes+"write", f, []byte("LP"), uint64(1))
	w.expect("ok(1)", fsTypes+"write", f, []byte("!"), uint64(6))
	w.expect("ok(0)", fsTypes+"write", f, []byte{}, uint64(1<<40))
	w.expect(`ok(("aLPha\x00!", false))`, fsTypes+"read", f, uint64(99), uint64(0))
	w.expect("ok", fsTypes+"set-size", f, uint64(3))
	w.expect("ok", fsTypes+"set-size", f, uint64(4))
	w.expect(`ok(("aLP\x00", false))`, fsTypes+"read", f, uint64(99), uint64(0))

	out := w.handle(fsTypes+"append-via-stream", f)
	w.expect("ok", "io/streams [method]output-stream.blocking-write-and-flush", out, []byte("1"))
	w.expect("ok", "io/streams [method]output-stream.blocking-write-and-flush", out, []byte("2"))
	out = w.handle(fsTypes+"write-via-stream", f, uint64(1))
	w.expect("ok", "io/streams [method]output-stream.blocking-write-and-flush", out, []byte("x"))
	w.expect("ok", "io/streams [method]output-stream.blocking-write-and-flush", out, []byte("y"))
	if got := files(t, d); got != "a.txt=axy\x0012" {
		t.Errorf("files: %q", got)
	}
	w.handle(fsTypes+"open-at", root, "", "a.txt", "truncate", "write")
	if got := files(t, d); got != "a.txt=" {
		t.Errorf("after truncate: %q", got)
	}
	if string(base["a.txt"].Data) != "alpha" {
		t.Error("the base was written to")
	}

	now := "some({seconds: 1767225600, nanoseconds: 0})"
	w.expect("ok({type: regular-file, link-count: 1, size: 0, data-access-timestamp: none, data-modification-timestamp: "+now+
		", status-change-timestamp: "+now+"})", fsTypes+"stat", f)
	w.expect("ok", fsTypes+"set-times", f, abi.Variant{Case: 2, Value: abi.Record{uint64(7), uint32(8)}}, "no-change")
	w.expect("ok({type: regular-file, link-count: 1, size: 0, data-access-timestamp: some({seconds: 7, nanoseconds: 8}), "+
		"data-modification-timestamp: "+now+", status-change-timestamp: "+now+"})", fsTypes+"stat-at", root, "", "a.txt")
	w.expect("ok", fsTypes+"set-times-at", root, "", "a.txt", "now", "now")
	w.expect("err(overflow)", fsTypes+"set-times", f, abi.Variant{Case: 2, Value: abi.Record{uint64(1 << 63), uint32(8)}}, "now")

	// Without the right flag, and of the wrong kind.
	r, wr := w.handle(fsTypes+"open-at", root, "", "a.txt", "", "read"), w.handle(fsTypes+"open-at", root, "", "a.txt", "", "write")
	w.expect("err(bad-descriptor)", fsTypes+"write", r, []byte("x"), uint64(0))
	w.expect("err(invalid)", fsTypes+"set-size", r, uint64(0))
	w.expect("err(bad-descriptor)", fsTypes+"read", wr, uint64(1), uint64(0))
	w.expect("err(bad-descriptor)", fsTypes+"read-via-stream", wr, uint64(0))
	w.expect("err(bad-descriptor)", fsTypes+"write", root, []byte("x"), uint64(0))
	w.expect("err(bad-descriptor)", fsTypes+"read", root, uint64(1), uint64(0))
	w.expect("err(is-directory)", fsTypes+"read-via-stream", root, uint64(0))
	w.expect("err(bad-descriptor)", fsTypes+"advise", root, uint64(0), uint64(0), "normal")
	for _, f := range []string{"create-directory-at", "remove-directory-at", "unlink-file-at", "readlink-at"} {
		w.expect("err(not-directory)", fsTypes+f, r, "x")
	}
	w.expect("err(not-directory)", fsTypes+"read-directory", r)
	w.expect("err(not-directory)", fsTypes+"open-at", r, "", "x", "", "read")
}

func TestChangingDirectories(t *testing.T) {
	for _, c := range []struct{ do, want string }{
		{"mkdir new", "ok"}, {"mkdir src", "exist"}, {"mkdir .", "exist"}, {"mkdir src/new/", "ok"}, {"mkdir no/new", "no-entry"}, {"mkdir link", "exist"},
		{"rmdir src", "not-empty"}, {"rmdir readme.md", "not-directory"}, {"rmdir link", "not-directory"}, {"rmdir .", "invalid"}, {"rmdir no", "no-entry"},
		{"rmdir empty", "ok"}, {"rmdir empty/", "ok"},
		{"unlink readme.md", "ok"}, {"unlink src", "is-directory"}, {"unlink link", "ok"}, {"unlink no", "no-entry"}, {"unlink readme.md/", "not-directory"},
		{"symlink a n", "ok"}, {"symlink /a n", "not-permitted"}, {"symlink a readme.md", "exist"}, {"symlink a n/", "no-entry"},
		{"link readme.md n", "ok"}, {"link src n", "not-permitted"}, {"link readme.md src", "exist"}, {"link no n", "no-entry"}, {"link link n", "ok"},
		{"rename readme.md n", "ok"}, {"rename readme.md readme.md", "ok"}, {"rename readme.md src/main.go", "ok"}, {"rename readme.md src", "is-directory"},
		{"rename src n", "ok"}, {"rename src src/n", "invalid"}, {"rename src src/deep/n", "invalid"}, {"rename src readme.md", "not-directory"},
		{"rename src empty", "ok"}, {"rename empty src", "not-empty"}, {"rename . n", "busy"}, {"rename src .", "busy"}, {"rename no n", "no-entry"},
		{"rename readme.md n/", "not-directory"}, {"rename src n/", "ok"}, {"rename readme.md no/n", "no-entry"}, {"rename link n", "ok"},
	} {
		t.Run(c.do, func(t *testing.T) {
			w, root := withRoot(t, Overlay(sample(), 0))
			w.expect("ok", fsTypes+"create-directory-at", root, "empty")
			words := strings.Fields(c.do)
			want := c.want
			if want != "ok" {
				want = "err(" + want + ")"
			}
			switch words[0] {
			case "mkdir":
				w.expect(want, fsTypes+"create-directory-at", root, words[1])
			case "rmdir":
				w.expect(want, fsTypes+"remove-directory-at", root, words[1])
			case "unlink":
				w.expect(want, fsTypes+"unlink-file-at", root, words[1])
			case "symlink":
				w.expect(want, fsTypes+"symlink-at", root, words[1], words[2])
			case "link":
				w.expect(want, fsTypes+"link-at", root, "", words[1], root, words[2])
			case "rename":
				w.expect(want, fsTypes+"rename-at", root, words[1], root, words[2])
			}
		})
	}
}

func TestWhatMovesStays(t *testing.T) {
	d := Overlay(fstest.MapFS{"a/x": {Data: []byte("x")}, "b/y": {Data: []byte("y")}}, 0)
	w, root := withRoot(t, d)
	a := w.handle(fsTypes+"open-at", root, "", "a", "directory", "read")
	w.expect("ok", fsTypes+"rename-at", a, "x", root, "b/y")
	w.expect("ok", fsTypes+"rename-at", root, "b", a, "c")
	w.expect("ok", fsTypes+"link-at", a, "", "c/y", root, "z")
	if got := files(t, d); got != "a/c/y=x z=x" {
		t.Errorf("files: %s", got)
	}
	w.expect("err(invalid)", fsTypes+"link-at", a, "symlink-follow", "c/y", root, "n")
	one, two := w.handle(fsTypes+"open-at", root, "", "z", "", "read"), w.handle(fsTypes+"open-at", a, "", "c/y", "", "read write")
	w.expect("true", fsTypes+"is-same-object", one, two)
	w.expect("false", fsTypes+"is-same-object", one, root)
	v, fn, _ := w.call(fsTypes+"metadata-hash", one)
	hash := show(t, fn.Result, v)
	w.expect("ok(1)", fsTypes+"write", two, []byte("w"), uint64(9))
	w.expect(hash, fsTypes+"metadata-hash", two)
	w.expect(hash, fsTypes+"metadata-hash-at", root, "", "a/c/y")
	if v, fn, _ := w.call(fsTypes+"metadata-hash", root); show(t, fn.Result, v) == hash {
		t.Error("two objects have the same hash")
	}

	// What is open goes on after its name is gone.
	w.expect("ok", fsTypes+"unlink-file-at", root, "z")
	w.expect("ok", fsTypes+"unlink-file-at", a, "c/y")
	w.expect(`ok(("x", false))`, fsTypes+"read", one, uint64(1), uint64(0))
	w.expect("ok", fsTypes+"remove-directory-at", a, "c")
	w.expect("ok", fsTypes+"remove-directory-at", root, "a")
	w.expect("err(no-entry)", fsTypes+"create-directory-at", a, "n")
	w.expect("err(no-entry)", fsTypes+"open-at", a, "", "n", "create", "write")
}

func TestDirectoryEntries(t *testing.T) {
	w, root := withRoot(t, Overlay(sample(), 0))
	s := w.handle(fsTypes+"read-directory", root)
	w.expect("ok", fsTypes+"create-directory-at", root, "later")
	const next = "filesystem/types [method]directory-entry-stream.read-directory-entry"
	for _, e := range []string{"symbolic-link dangling", "unknown device", "symbolic-link dirlink", "symbolic-link link", "symbolic-link loop",
		"symbolic-link out", "regular-file readme.md", "symbolic-link rooted", "directory src"} {
		kind, name, _ := strings.Cut(e, " ")
		w.expect(fmt.Sprintf("ok(some({type: %s, name: %q}))", kind, name), next, s)
	}
	w.expect("ok(none)", next, s)
	w.expect("ok(none)", next, s)
}

func TestTwoDirectories(t *testing.T) {
	w := newWorld(t, Config{Preopens: []Preopen{{"/a", Overlay(sample(), 0)}, {"/b", Overlay(nil, 0)}}})
	v, _, _ := w.call("filesystem/preopens get-directories")
	a, b := v.(abi.List)[0].(abi.Tuple)[0], v.(abi.List)[1].(abi.Tuple)[0]
	w.expect("err(cross-device)", fsTypes+"rename-at", a, "readme.md", b, "n")
	w.expect("err(cross-device)", fsTypes+"link-at", a, "", "readme.md", b, "n")
	w.expect("false", fsTypes+"is-same-object", a, b)
	v, fn, _ := w.call(fsTypes+"metadata-hash", a)
	one := show(t, fn.Result, v)
	if v, _, _ = w.call(fsTypes+"metadata-hash", b); show(t, fn.Result, v) == one {
		t.Error("two directories have the same hash")
	}
}

func TestDirectoryLimit(t *testing.T) {
	d := Overlay(fstest.MapFS{"big": {Data: make([]byte, 9000)}}, 10_000)
	w, root := withRoot(t, d)
	f := w.handle(fsTypes+"open-at", root, "", "f", "create", "read write")
	w.expect("err(file-too-large)", fsTypes+"set-size", f, uint64(1<<40))
	w.expect("err(file-too-large)", fsTypes+"write", f, []byte("x"), uint64(1<<40))
	w.expect("err(file-too-large)", fsTypes+"write", f, []byte("x"), uint64(1<<63))
	w.expect("err(insufficient-space)", fsTypes+"set-size", f, uint64(9_900))
	w.expect("ok", fsTypes+"set-size", f, uint64(9_000))
	g := w.handle(fsTypes+"open-at", root, "", "big", "", "read")
	w.expect("err(insufficient-memory)", fsTypes+"read", g, uint64(1), uint64(0))
	s := w.handle(fsTypes+"append-via-stream", f)
	v, _, err := w.call("io/streams [method]output-stream.blocking-write-and-flush", s, make([]byte, 600))
	if err != nil {
		t.Fatal(err)
	}
	e := v.(abi.Result).Value.(abi.Variant).Value
	w.expect("some(insufficient-space)", "filesystem/types filesystem-error-code", e)
	w.expect(`"the file system refused: insufficient-space"`, "io/error [method]error.to-debug-string", e)

	// The bytes of a file are free again when its name is gone and nothing holds it.
	w.expect("ok", fsTypes+"unlink-file-at", root, "f")
	w.expect("err(insufficient-memory)", fsTypes+"read", g, uint64(1), uint64(0))
	if err := errors.Join(w.drop("output-stream", s), w.drop("descriptor", f)); err != nil {
		t.Fatal(err)
	}
	w.expect(`ok(("\x00", false))`, fsTypes+"read", g, uint64(1), uint64(0))

	// Names are not free either.
	d = Overlay(nil, 10_000)
	w, root = withRoot(t, d)
	for i := range 30 {
		want := "ok"
		if i >= 19 {
			want = "err(insufficient-space)"
		}
		w.expect(want, fsTypes+"create-directory-at", root, fmt.Sprintf("d%d", i))
	}
	w.expect("err(insufficient-memory)", fsTypes+"read-directory", root)
	w.expect("ok", fsTypes+"remove-directory-at", root, "d1")
	w.expect("ok", fsTypes+"remove-directory-at", root, "d2")
	w.expect("ok", fsTypes+"remove-directory-at", root, "d3")
	for range 100 {
		if err := w.drop("directory-entry-stream", w.handle(fsTypes+"read-directory", root)); err != nil {
			t.Fatal(err)
		}
		w.expect("ok", fsTypes+"remove-directory-at", root, "d0")
		w.expect("ok", fsTypes+"create-directory-at", root, "d0")
	}
}

func TestRealFolder(t *testing.T) {
	dir := t.TempDir()
	outside := filepath.Join(dir, "outside")
	inside := filepath.Join(dir, "inside")
	for name, text := range map[string]string{outside: "secret", filepath.Join(inside, "a"): "a"} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Symlink("../outside", filepath.Join(inside, "up")), os.Symlink("a", filepath.Join(inside, "to-a"))); err != nil {
		t.Fatal(err)
	}
	d := Overlay(os.DirFS(inside), 0)
	w, root := withRoot(t, d)
	w.expect("err(not-permitted)", fsTypes+"open-at", root, "symlink-follow", "up", "", "read")
	f := w.handle(fsTypes+"open-at", root, "symlink-follow", "to-a", "", "read write")
	w.expect("ok(1)", fsTypes+"write", f, []byte("b"), uint64(0))
	if got := files(t, d); got != "a=b" {
		t.Errorf("files: %s", got)
	}
	if b, err := os.ReadFile(filepath.Join(inside, "a")); err != nil || string(b) != "a" {
		t.Errorf("the folder was written to: %q, %v", b, err)
	}
	if err := os.RemoveAll(inside); err != nil {
		t.Fatal(err)
	}
	w.expect("err(io)", fsTypes+"read-directory", func() component.Value { _, r := withRoot(t, Overlay(os.DirFS(inside), 0)); return r }())
}
