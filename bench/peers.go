package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// peer is a program of others that figures are compared with, or the reason why it is absent.
type peer struct {
	name, absent, says string
	// program and args start it.
	program string
	args    []string
	env     []string
	// folders are what jco made of the guest and the plugin.
	folders []string
}

func (p *peer) version() string {
	if p.absent != "" {
		return p.name + " absent (" + p.absent + ")"
	}
	return p.says
}

// server is a peer that measures in its own process.
type server struct {
	peer *peer
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Scanner
}

// serve starts a peer; one that is absent serves nothing.
func (b *bench) serve(p *peer, args ...string) (*server, error) {
	s := &server{peer: p}
	if p.absent != "" {
		return s, nil
	}
	s.cmd = exec.CommandContext(b.ctx, p.program, append(append([]string{}, p.args...), args...)...)
	s.cmd.Env, s.cmd.Stderr = append(os.Environ(), p.env...), os.Stderr
	in, err := s.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.in, s.out = in, bufio.NewScanner(out)
	if err := s.cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s could not be started: %w", p.name, err)
	}
	if !s.out.Scan() || s.out.Text() != "ready" {
		return nil, fmt.Errorf("%s did not get ready", p.name)
	}
	return s, nil
}

func (s *server) stop() {
	if s.cmd != nil {
		_ = s.in.Close()
		_ = s.cmd.Wait()
	}
}

// side is a figure that the peer measures.
func (s *server) side(figure string) side {
	return side{name: s.peer.name, absent: s.peer.absent, run: func(n int) (float64, error) {
		if _, err := fmt.Fprintf(s.in, "%s %d\n", figure, n); err != nil {
			return 0, err
		}
		if !s.out.Scan() {
			return 0, errors.New("it ended")
		}
		took, err := strconv.ParseFloat(s.out.Text(), 64)
		if err == nil && took < 0 {
			err = errors.New("it has no such figure")
		}
		return took, err
	}}
}

// libraries are the folders of libwasmtime in its Go module.
var libraries = map[string]string{
	"linux/amd64": "linux-x86_64", "linux/arm64": "linux-aarch64", "darwin/amd64": "macos-x86_64", "darwin/arm64": "macos-aarch64",
}

// buildWasmtime builds the program in bench/wasmtime.
func (b *bench) buildWasmtime() *peer {
	p := &peer{name: "wasmtime"}
	folder := filepath.Join(b.root, "bench", "wasmtime")
	library, ok := libraries[runtime.GOOS+"/"+runtime.GOARCH]
	if !ok {
		p.absent = "its Go module has no library for this platform"
		return p
	}
	cc := os.Getenv("CC")
	if cc == "" {
		cc = "cc"
	}
	if _, err := exec.LookPath(cc); err != nil {
		p.absent = "there is no C compiler"
		return p
	}
	cmd := exec.CommandContext(b.ctx, "go", "mod", "download", "-json", "github.com/bytecodealliance/wasmtime-go/v44")
	cmd.Dir = folder
	text, err := cmd.Output()
	var module struct{ Version, Dir string }
	if err == nil {
		err = json.Unmarshal(text, &module)
	}
	if err != nil || module.Dir == "" {
		p.absent = "its Go module could not be downloaded"
		return p
	}
	built := filepath.Join(module.Dir, "build")
	p.program = filepath.Join(b.dir, "wasmtime")
	text, err = exec.CommandContext(b.ctx, cc, "-O2", "-I"+filepath.Join(built, "include"), filepath.Join(folder, "peer", "peer.c"),
		filepath.Join(built, library, "libwasmtime.a"), "-o", p.program, "-lm", "-ldl", "-lpthread").CombinedOutput()
	if err != nil {
		p.absent = "it could not be built: " + firstLine(string(text))
		return p
	}
	p.says = "libwasmtime " + strings.TrimPrefix(module.Version, "v") + " with fuel"
	return p
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}

// serveWasmtime starts wasmtime, where there is one with one more component; how is "", "free" (without fuel) or "pooled".
func (b *bench) serveWasmtime(other, how string) (*server, error) {
	fuel, pool := "1", "0"
	switch how {
	case "free":
		fuel = "0"
	case "pooled":
		pool = "1"
	}
	if err := b.writeDocument(); err != nil {
		return nil, err
	}
	args := []string{"serve", fuel, pool, b.guestPath(), b.fixture("data-tools"), filepath.Join(b.dir, documentName)}
	if other != "" {
		args = append(args, other, b.tool, muchWork)
	}
	return b.serve(b.wasmtime, args...)
}

// findJco finds jco and Node and makes JavaScript of the components.
func (b *bench) findJco() *peer {
	p := &peer{name: "jco"}
	program := b.jco
	if program == "" {
		program = "jco"
	}
	program, err := exec.LookPath(program)
	if err != nil {
		p.absent = "give its program with -jco"
		return p
	}
	node, err := exec.LookPath("node")
	if err != nil {
		p.absent = "there is no node"
		return p
	}
	for name, path := range map[string]string{"guest": b.guestPath(), "plugin": b.fixture("data-tools")} {
		text, err := exec.CommandContext(b.ctx, program, "transpile", path, "--instantiation", "sync", "--name", name, "-o", filepath.Join(b.dir, "jco-"+name)).CombinedOutput()
		if err != nil {
			p.absent = "it could not transpile " + name + ".wasm: " + firstLine(string(text))
			return p
		}
	}
	version, _ := exec.CommandContext(b.ctx, program, "--version").Output()
	nodeVersion, _ := exec.CommandContext(b.ctx, node, "--version").Output()
	p.says = fmt.Sprintf("jco %s on Node %s without fuel", strings.TrimSpace(string(version)), strings.TrimSpace(string(nodeVersion)))
	p.program, p.args = node, []string{filepath.Join(b.root, "bench", "jco.mjs")}
	p.folders = []string{filepath.Join(b.dir, "jco-guest"), filepath.Join(b.dir, "jco-plugin")}
	return p
}

func (b *bench) serveJco() (*server, error) {
	return b.serve(b.jcoPeer, append([]string{"serve"}, b.jcoPeer.folders...)...)
}
