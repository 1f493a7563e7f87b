package config

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
	"openidea-plugin/plugin"
	"openidea-plugin/tomlschema"
	"openidea-plugin/wit"
)

// Parse reads a configuration whose file stands in the folder dir (absolute). It never fails: what is wrong is in Findings.
func Parse(file *diag.SourceFile, dir string, known Known) *Config {
	r := &reader{c: &Config{File: file, Path: file.Path, Dir: dir}, known: known, bad: map[*tomlpos.Value]bool{}}
	if len(file.Data) > MaxSize {
		return unread(&diag.SourceFile{Path: file.Path}, dir, tooLarge)
	}
	doc, errs := tomlpos.Parse(file)
	for _, e := range errs {
		d := diag.Diagnostic{Span: e.Span, Message: e.Message, Label: e.Label, Help: e.Help, Related: e.Related}
		if at := e.Span.Start; at < len(file.Data) && file.Data[at] == '#' {
			d.Help = append(d.Help, `a key with # in it stands in quotes: "interface#function"`)
		}
		r.find(d)
	}
	if doc != nil {
		for _, p := range Keys(known).Check(doc.Root) {
			r.problem(&p)
		}
		r.read(doc.Root)
	}
	slices.SortStableFunc(r.c.Findings, func(a, b diag.Diagnostic) int { return a.Span.Start - b.Span.Start })
	return r.c
}

const tooLarge = "is larger than 1 MiB"

// unread is a configuration that is not read, for a reason that ends the sentence "the configuration …".
func unread(file *diag.SourceFile, dir, reason string) *Config {
	r := &reader{c: &Config{File: file, Path: file.Path, Dir: dir}}
	r.find(diag.Diagnostic{Span: diag.Span{File: file}, Message: "the configuration " + reason + ", so it is not read"})
	return r.c
}

// reader collects findings while it takes a file apart.
type reader struct {
	c     *Config
	known Known
	// bad are the values that findings speak of, and the tables that lack a key.
	bad map[*tomlpos.Value]bool
}

func (r *reader) find(d diag.Diagnostic) {
	d.Rule, d.Severity = RuleInvalid, diag.Error
	r.c.Findings = append(r.c.Findings, d)
}

// refuse says that a value, which has the right type, cannot be used; help may be empty.
func (r *reader) refuse(v *tomlpos.Value, at diag.Span, label, help, format string, args ...any) {
	r.bad[v] = true
	d := diag.Diagnostic{Span: at, Label: label, Message: diag.Sprintf(format, args...)}
	if help != "" {
		d.Help = []string{help}
	}
	r.find(d)
}

// problem reports what is not as the table of keys says.
func (r *reader) problem(p *tomlschema.Problem) {
	r.bad[p.Value] = true
	d := diag.Diagnostic{Span: p.Span(), Message: p.Message, Label: p.Label}
	help := ""
	switch {
	case p.Kind == tomlschema.MissingKey:
		d.Message, d.Label = "an [[ignore]] has no "+p.Key.Name, p.Key.Form
	case strings.HasPrefix(p.Name, "rules.") && p.Kind == tomlschema.UnknownKey:
		d.Message, d.Label, help = r.unknownRule(p.Entry.Name)
	case p.Name == "each element of rules" && p.Kind == tomlschema.NotAllowed:
		d.Message, d.Label, help = r.unknownRule(p.Value.Text)
	case p.Kind == tomlschema.UnknownKey:
		help = didYouMean(p.Near)
	case strings.HasPrefix(p.Name, "rules.") && p.Kind == tomlschema.NotAllowed:
		help = didYouMean(diag.Nearest(p.Value.Text, p.Key.Values))
		if meant := words[strings.ToLower(p.Value.Text)]; meant != 0 {
			help = didYouMean(meant.String())
		}
	case p.Kind == tomlschema.NotAllowed && p.Value.Kind == tomlpos.String:
		help = didYouMean(diag.Nearest(p.Value.Text, p.Key.Values))
	}
	if help != "" {
		d.Help = []string{help}
	}
	r.find(d)
}

func didYouMean(near string) string {
	if near == "" {
		return ""
	}
	return "did you mean " + near + "?"
}

// mostHelped is for how many mistakes it is looked for what was meant; far fewer are shown.
const mostHelped = 2000

// unknownRule says that there is no such rule to control.
func (r *reader) unknownRule(id string) (message, label, help string) {
	if slices.Contains(r.known.Fixed, id) {
		return diag.Sprintf("the rule %q is always an error", id), "its findings end in exit status 2", ""
	}
	if len(r.c.Findings) < mostHelped {
		help = didYouMean(diag.Nearest(id, names(r.known.Rules)))
	}
	if help == "" {
		help = "openidea-plugin explain lists the rules"
	}
	return diag.Sprintf("there is no rule %q", id), "", help
}

// words are what users of other tools write for a level.
var words = map[string]Level{
	"none": Off, "ignore": Off, "disable": Off, "disabled": Off, "allow": Off, "false": Off,
	"info": Note, "information": Note, "hint": Note, "warn": Warning, "err": Error, "deny": Error, "fatal": Error,
}

// read takes what is right.
func (r *reader) read(root *tomlpos.Value) {
	r.c.Rules = map[string]Level{}
	for _, e := range r.entries(root.Get("rules")) {
		r.c.Rules[e.Name] = Level(slices.Index(levels, e.Value.Text))
	}
	r.c.Capabilities = map[string]string{}
	for _, e := range r.entries(root.Get("capabilities")) {
		if !functionName(e.Name) {
			const label = `"interface#function" with bare names, for example "project#search-text"`
			r.refuse(e.Value, e.Key, label, "", "%q names no host function", e.Name)
			continue
		}
		r.c.Capabilities[e.Name] = e.Value.Text
	}
	if v := root.Get("wit"); v != nil && !r.bad[v] {
		r.wit(v)
	}
	for _, v := range r.items(root.Get("clients")) {
		r.c.Clients = append(r.c.Clients, v.Text)
	}
	for _, v := range r.items(root.Get("ignore")) {
		r.ignore(v)
	}
}

// entries are the keys of a table whose values have no mistake.
func (r *reader) entries(v *tomlpos.Value) []*tomlpos.Entry {
	if v == nil || v.Kind != tomlpos.Table {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(v.Entries), func(e *tomlpos.Entry) bool { return r.bad[e.Value] })
}

// items are the elements of an array that have no mistake.
func (r *reader) items(v *tomlpos.Value) []*tomlpos.Value {
	if v == nil || v.Kind != tomlpos.Array {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(v.Items), func(item *tomlpos.Value) bool { return r.bad[item] })
}

func (r *reader) wit(v *tomlpos.Value) {
	dir, reason := plugin.Folder(r.c.Dir, v.Text)
	if reason != "" {
		r.refuse(v, marked(v), "a folder, relative to this file", "", "wit: %q %s", v.Text, reason)
		return
	}
	api, err := wit.Read(os.DirFS(dir))
	if err != nil {
		r.refuse(v, marked(v), "a folder with the WIT of the package openidea:plugin", "", "wit: %q cannot be used: %s", v.Text, err)
		return
	}
	r.c.Wit, r.c.WitDir, r.c.API = v.Text, dir, api
}

// marked is the place of a string in a finding: without its quotes unless it is empty.
func marked(v *tomlpos.Value) diag.Span {
	if v.Inner.Start < v.Inner.End {
		return v.Inner
	}
	return v.Span
}

// ignore reads one table. One with a mistake ignores nothing.
func (r *reader) ignore(v *tomlpos.Value) {
	i := &Ignore{Span: v.Span, Reason: v.Get("reason").Text}
	whole := true
	for _, item := range v.Get("paths").Items {
		if r.bad[item] || item.Kind != tomlpos.String {
			whole = false
			continue
		}
		if reason, help := badGlob(item.Text); reason != "" {
			r.refuse(item, marked(item), "a glob relative to this file, such as plugins/old/**", help, "the path %q %s", item.Text, reason)
			whole = false
		}
		i.Paths = append(i.Paths, item.Text)
	}
	for _, item := range v.Get("rules").Items {
		whole = whole && !r.bad[item]
		i.Rules = append(i.Rules, IgnoredRule{ID: item.Text, Span: marked(item)})
	}
	for _, e := range v.Entries {
		whole = whole && !r.bad[e.Value]
	}
	if whole {
		r.c.Ignores = append(r.c.Ignores, i)
	}
}

// functionName says whether s is "interface#function", both bare names.
func functionName(s string) bool {
	iface, function, found := strings.Cut(s, "#")
	return found && bareName(iface) && bareName(function)
}

func bareName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" && s[0] >= 'a'
}

// The bounds of globs: matching tries every combination of alternatives.
const (
	maxGlob         = 500
	maxAlternatives = 1000
)

// badGlob says why a glob cannot be used, as the end of a sentence about it, and what may help.
func badGlob(glob string) (reason, help string) {
	switch {
	case strings.TrimSpace(glob) == "":
		return "is empty", ""
	case len(glob) > maxGlob:
		return fmt.Sprintf("is longer than %d bytes", maxGlob), ""
	case strings.Contains(glob, `\`) && !strings.ContainsAny(glob, "*?[{"):
		return "has a backslash", "folders are separated by /, on every system"
	case strings.HasPrefix(glob, "/"), filepath.IsAbs(glob):
		return "is absolute", "it is relative to the folder of the configuration"
	case slices.Contains(strings.Split(glob, "/"), ".."):
		return `has ".."`, "the configuration speaks of what is in its folder"
	case strings.HasPrefix(glob, "./"):
		return `begins with "./"`, "did you mean " + strings.TrimPrefix(glob, "./") + "?"
	case strings.HasPrefix(glob, "!"):
		return `begins with "!"`, "an [[ignore]] has no exceptions; name what is to be ignored"
	case !doublestar.ValidatePattern(glob):
		return "is no glob", "* ? ** [a-z] {a,b} are known, brackets and braces must be closed"
	case alternatives(glob) > maxAlternatives:
		return "has too many alternatives in braces", ""
	}
	return "", ""
}

// alternatives is at least the number of globs that one with braces stands for.
func alternatives(glob string) int {
	product, open := 1, []int{}
	for i := 0; i < len(glob); i++ {
		switch c := glob[i]; {
		case c == '\\':
			i++
		case c == '{':
			open = append(open, 1)
		case c == ',' && len(open) > 0:
			open[len(open)-1]++
		case c == '}' && len(open) > 0:
			product = min(product*open[len(open)-1], maxAlternatives+1)
			open = open[:len(open)-1]
		}
	}
	return product
}
