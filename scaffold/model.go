package scaffold

import (
	"fmt"
	"slices"
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/plugin"
)

// model is what the templates see.
type model struct {
	Name string
	// ID and Title are written as TOML strings, with their quotes.
	ID, Title string
	// Crate is the name of the cargo package, Module the file that cargo makes of it, without its folder.
	Crate, Module string
	Capabilities  []string
	Tools         []toolModel
}

type toolModel struct {
	Tool
	// File is the name in file names, Function the one in Rust, Registered the one that agents see.
	File, Function, Registered string
}

// Module is the file that cargo makes of the plugin, without its folder.
func (s Spec) Module() string { return s.model().Module }

func (s Spec) model() model {
	m := model{Name: s.Name, ID: diag.Quote(s.ID), Title: diag.Quote(title(s.Name)), Crate: crateName(s.Name)}
	m.Module = strings.ReplaceAll(m.Crate, "-", "_") + ".wasm"
	functions := functionNames(s.Tools)
	for i, t := range s.Tools {
		for _, capability := range capabilities[t.Kind] {
			if !slices.Contains(m.Capabilities, capability) {
				m.Capabilities = append(m.Capabilities, capability)
			}
		}
		m.Tools = append(m.Tools, toolModel{
			Tool: t, Function: functions[i], File: strings.ReplaceAll(t.Name, "_", "-"), Registered: plugin.RegisteredName(s.ID, t.Name),
		})
	}
	slices.Sort(m.Capabilities)
	return m
}

// capabilities are what the templates of each kind need.
var capabilities = map[Kind][]string{
	ReadOnly:    {"project.read"},
	Writing:     {"project.write"},
	Destructive: {"project.write"},
}

// Has says whether the plugin has a tool of a kind.
func (m model) Has(kind string) bool {
	return slices.ContainsFunc(m.Tools, func(t toolModel) bool { return string(t.Kind) == kind })
}

// First is the tool that examples speak of.
func (m model) First() toolModel { return m.Tools[0] }

// Code and Tests are the tool's parts of src/lib.rs and of src/tests.rs.
func (t toolModel) Code() (string, error)  { return t.part("lib.rs.tmpl") }
func (t toolModel) Tests() (string, error) { return t.part("tests.rs.tmpl") }

// part is a template of the tool's kind, filled in.
func (t toolModel) part(name string) (string, error) {
	return render("tool/"+string(t.Kind)+"/"+name, t)
}

// title is a name for people: the words of the plugin's name with capitals.
func title(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '-' })
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}

// DefaultTool is a name for the one tool of a plugin that names none: the plugin's name, cut to what fits with the id. It is empty
// where nothing fits.
func DefaultTool(name, id string) string {
	room := plugin.MaxRegisteredName - len(plugin.RegisteredName(id, ""))
	// Clients put a prefix of their own before the name; where there is room enough, it is left to them.
	if shy := room - len("mcp__openidea__"); shy >= 12 {
		room = shy
	}
	room = min(room, plugin.MaxToolName)
	tool := strings.Trim(strings.ReplaceAll(name, "-", "_"), "_")
	if len(tool) <= room {
		return tool
	}
	cut := tool[:max(room, 0)]
	if i := strings.LastIndexByte(cut, '_'); i > 0 && tool[len(cut)] != '_' {
		cut = cut[:i] // whole words
	}
	return strings.TrimRight(cut, "_")
}

// crateName is the name of the cargo package: the plugin's own, unless cargo, rustc or another crate of the build has taken it.
func crateName(name string) string {
	name = strings.TrimRight(name, "-")
	for strings.Contains(name, "--") {
		name = strings.ReplaceAll(name, "--", "-")
	}
	if slices.Contains(takenCrates, name) || slices.Contains(rustKeywords, name) {
		return name + "-plugin"
	}
	return name
}

// takenCrates are names of the standard library's crates, of those that a new plugin depends on, of cargo's own folders, and of devices on Windows.
var takenCrates = strings.Fields(`alloc core proc-macro std test
	openidea-plugin itoa memchr proc-macro2 quote ryu serde serde-core serde-derive serde-json syn unicode-ident zmij
	addr2line adler2 backtrace cfg-if compiler-builtins dlmalloc getopts gimli hashbrown libc miniz-oxide object panic-abort panic-unwind
	rustc-demangle rustc-literal-escaper std-detect sysroot unwind wasi
	build deps examples incremental
	aux con nul prn com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9`)

// rustKeywords are the words that name nothing in Rust, those reserved for later included.
var rustKeywords = strings.Fields(`abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl in
	let loop macro match mod move mut override priv pub ref return self static struct super trait true try type typeof unsafe unsized use
	virtual where while yield`)

// takenFunctions are the other names that stand where src/lib.rs and src/tests.rs call a tool's function.
var takenFunctions = strings.Fields("args arguments call core ctx host openidea_plugin project serde_json std test tests text tool")

// functionNames are names of Rust functions for tools: the tool's own name where Rust takes it without a warning.
func functionNames(tools []Tool) []string {
	var names []string
	for _, t := range tools {
		name := strings.Join(strings.FieldsFunc(t.Name, func(r rune) bool { return r == '_' }), "_")
		bad := name == "" || name[0] >= '0' && name[0] <= '9'
		if bad || slices.Contains(rustKeywords, name) || slices.Contains(takenFunctions, name) {
			name = strings.TrimRight("tool_"+name, "_")
		}
		unique := name
		for n := 2; slices.Contains(names, unique) || slices.Contains(takenFunctions, unique); n++ {
			unique = fmt.Sprintf("%s_%d", name, n)
		}
		names = append(names, unique)
	}
	return names
}
