package wasi_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"openidea-plugin/component"
	"openidea-plugin/component/wasi"
)

// tour is testdata/tour.wasm, a program of wasi-libc that does what its arguments say.
func tour(t *testing.T) *component.Component {
	t.Helper()
	data, err := os.ReadFile("testdata/tour.wasm")
	if err != nil {
		t.Fatal(err)
	}
	c, err := component.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// outcome is how a run of a program ended.
type outcome struct {
	stdout, stderr string
	exit           int // -1: it was aborted
	fuel           uint64
	err            error
}

// runProgram runs c with cfg, whose outputs it replaces, on one runtime.
func runProgram(t *testing.T, rt *component.Runtime, c *component.Component, cfg wasi.Config) (o outcome) {
	t.Helper()
	stdout, stderr := wasi.NewBuffer(0), wasi.NewBuffer(0)
	cfg.Stdout, cfg.Stderr = stdout, stderr
	in, err := rt.Instantiate(t.Context(), c, wasi.New(cfg), component.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	v, err := in.Func("wasi:cli/run@0.2.12", "run").Call(t.Context())
	o.fuel = in.FuelUsed()
	if cerr := in.Close(t.Context()); cerr != nil {
		t.Error(cerr)
	}
	o.stdout, o.stderr, o.err = stdout.String(), stderr.String(), err
	var exit *wasi.ExitError
	switch {
	case errors.As(err, &exit):
		o.exit = int(exit.Code)
	case err != nil:
		o.exit = -1
	case v.(component.Result).Err:
		o.exit = 1
	}
	return o
}

func runtimes(t *testing.T) map[string]*component.Runtime {
	t.Helper()
	out := map[string]*component.Runtime{}
	for name, cfg := range map[string]component.Config{"compiler": {}, "interpreter": {Interpreter: true}} {
		rt, err := component.NewRuntime(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = rt.Close(context.Background()) })
		out[name] = rt
	}
	return out
}

func files() *wasi.Directory {
	return wasi.Overlay(fstest.MapFS{
		"hello.txt":     {Data: []byte("hello from outside")},
		"deep/note.txt": {Data: []byte("n"), Mode: 0o644},
	}, 0)
}

func TestProgram(t *testing.T) {
	c, rts := tour(t), runtimes(t)
	cwd := "/data"
	for _, tc := range []struct {
		name           string
		args           []string
		cfg            wasi.Config
		stdout, stderr string
		exit           int
	}{
		{name: "nothing"},
		{name: "arguments", args: []string{"args", "exit", "0"}, stdout: "[tour][args][exit][0]\n"},
		{name: "environment", args: []string{"env"}, cfg: wasi.Config{Env: []wasi.Var{{Name: "LANG", Value: "C"}, {Name: "X", Value: "é=1"}}}, stdout: "LANG=C\nX=é=1\n"},
		{name: "no environment", args: []string{"env"}},
		{name: "standard input", args: []string{"stdin"}, cfg: wasi.Config{Stdin: strings.NewReader("one\ntwo\n")}, stdout: "> one\n> two\n"},
		{name: "an empty standard input", args: []string{"stdin"}},
		{name: "standard error", args: []string{"stderr", "careful"}, stderr: "careful\n"},
		{name: "the fixed clock", args: []string{"time", "wait", "1500", "time"}, stdout: "2026-01-01T00:00:00Z\nwaited 1500 ms\n2026-01-01T00:00:01Z\n"},
		{name: "a clock of one's own", args: []string{"time"}, cfg: wasi.Config{Clock: wasi.NewFixedClock(time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC))}, stdout: "2001-02-03T04:05:06Z\n"},
		{name: "random numbers of one's own", args: []string{"random"}, cfg: wasi.Config{Random: bytes.NewReader([]byte("\x01\x02\x03\x04\x05\x06\x07\x08"))}, stdout: "0102030405060708\n"},
		// wasi:cli/exit of 0.2 knows success and failure only.
		{name: "exit status", args: []string{"stderr", "no", "exit", "3"}, stderr: "no\n", exit: 1},
		{name: "a failure told by main", args: []string{"dance"}, stderr: "unknown command dance\n", exit: 1},
		{name: "no files", args: []string{"show", "/data/hello.txt", "list", "/"}, stdout: "open /data/hello.txt: Capabilities insufficient\nlist /: Capabilities insufficient\n"},
		{name: "files", args: []string{"list", "/data", "show", "/data/hello.txt", "show", "/data/deep/note.txt", "show", "/data/none", "show", "/elsewhere"},
			cfg:    wasi.Config{Preopens: []wasi.Preopen{{Path: "/data", Directory: files()}}},
			stdout: "/data: . .. deep hello.txt\n/data/hello.txt: hello from outside\n/data/deep/note.txt: n\nopen /data/none: No such file or directory\nopen /elsewhere: Capabilities insufficient\n"},
		{name: "writing", args: []string{"append", "/data/new.txt", "one,", "append", "/data/new.txt", "two", "show", "/data/new.txt", "mkdir", "/data/d", "rename", "/data/new.txt", "/data/d/x", "list", "/data/d",
			"remove", "/data/d", "remove", "/data/d/x", "remove", "/data/d", "list", "/data"},
			cfg: wasi.Config{Preopens: []wasi.Preopen{{Path: "/data", Directory: files()}}},
			stdout: "/data/new.txt: one,two\nmkdir /data/d: ok\nrename /data/new.txt /data/d/x: ok\n/data/d: . .. x\nremove /data/d: Directory not empty\nremove /data/d/x: ok\nremove /data/d: ok\n" +
				"/data: . .. deep hello.txt\n"},
		{name: "writing where only reading is allowed", args: []string{"append", "/data/hello.txt", "x", "mkdir", "/data/d", "remove", "/data/hello.txt", "show", "/data/hello.txt"},
			cfg:    wasi.Config{Preopens: []wasi.Preopen{{Path: "/data", Directory: wasi.ReadOnly(fstest.MapFS{"hello.txt": {Data: []byte("hi")}})}}},
			stdout: "write /data/hello.txt: Operation not permitted\nmkdir /data/d: Operation not permitted\nremove /data/hello.txt: Operation not permitted\n/data/hello.txt: hi\n"},
		{name: "out of the directory", args: []string{"show", "/data/../secret", "show", "/data/deep/../hello.txt"}, cfg: wasi.Config{InitialCwd: &cwd, Preopens: []wasi.Preopen{{Path: "/data", Directory: files()}}},
			stdout: "open /data/../secret: Operation not permitted\n/data/deep/../hello.txt: hello from outside\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var fuel uint64
			for _, engine := range []string{"compiler", "interpreter"} {
				cfg := tc.cfg
				cfg.Args = append([]string{"tour"}, tc.args...)
				if engine == "interpreter" { // what the first run used up or changed
					cfg = again(cfg)
				}
				o := runProgram(t, rts[engine], c, cfg)
				if o.stdout != tc.stdout || o.stderr != tc.stderr || o.exit != tc.exit {
					t.Errorf("%s: status %d (%v), output\n%s%s\nwant status %d and\n%s%s", engine, o.exit, o.err, o.stdout, o.stderr, tc.exit, tc.stdout, tc.stderr)
				}
				if fuel == 0 {
					fuel = o.fuel
				}
				if o.fuel != fuel || fuel == 0 {
					t.Errorf("%s: %d units of fuel, %d before", engine, o.fuel, fuel)
				}
			}
		})
	}
}

// again is cfg with its inputs as they were before the first run.
func again(cfg wasi.Config) wasi.Config {
	if r, ok := cfg.Stdin.(*strings.Reader); ok {
		_, _ = r.Seek(0, 0)
	}
	if r, ok := cfg.Random.(*bytes.Reader); ok {
		_, _ = r.Seek(0, 0)
	}
	return cfg
}

// Random numbers come from a seed unless the host says otherwise: the same each time, others for another seed.
func TestProgramRandom(t *testing.T) {
	c, rts := tour(t), runtimes(t)
	seen := map[string]uint64{}
	for _, seed := range []uint64{0, 1, 0} {
		o := runProgram(t, rts["compiler"], c, wasi.Config{Seed: seed, Args: []string{"tour", "random"}})
		if before, ok := seen[o.stdout]; ok && before != seed || len(o.stdout) != 17 {
			t.Errorf("seed %d gave %q", seed, o.stdout)
		}
		seen[o.stdout] = seed
	}
	if len(seen) != 2 {
		t.Errorf("%d different numbers from two seeds", len(seen))
	}
}

// A program that gives up is an abort with a reason, not an exit.
func TestProgramAbort(t *testing.T) {
	o := runProgram(t, runtimes(t)["compiler"], tour(t), wasi.Config{Args: []string{"tour", "abort"}})
	var ce *component.CallError
	if !errors.As(o.err, &ce) || ce.Kind != component.AbortTrap || ce.Message != "trap: unreachable" {
		t.Errorf("%v", o.err)
	}
}

// What one instance wrote, a second one finds, and the host can read.
func TestProgramFilesOutliveIt(t *testing.T) {
	rt, dir := runtimes(t)["compiler"], files()
	cfg := wasi.Config{Preopens: []wasi.Preopen{{Path: ".", Directory: dir}}, Args: []string{"tour", "append", "deep/note.txt", "ew"}}
	if o := runProgram(t, rt, tour(t), cfg); o.exit != 0 || o.stdout != "" {
		t.Fatalf("%+v", o)
	}
	cfg.Args = []string{"tour", "show", "deep/note.txt"}
	if o := runProgram(t, rt, tour(t), cfg); o.stdout != "deep/note.txt: new\n" {
		t.Errorf("%+v", o)
	}
	got, err := dir.Files()
	if err != nil || string(got["deep/note.txt"]) != "new" || string(got["hello.txt"]) != "hello from outside" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestProgramBelongsToItsSource(t *testing.T) {
	sums, err := os.ReadFile("testdata/BUILD.sha256")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"tour.wasm", "tour.c"} {
		data, err := fs.ReadFile(os.DirFS("testdata"), name)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(data)
		if !strings.Contains(string(sums), hex.EncodeToString(sum[:])+"  "+name+"\n") {
			t.Errorf("%s is not the one that %s was written for: run build.sh", name, filepath.Join("testdata", "BUILD.sha256"))
		}
	}
}
