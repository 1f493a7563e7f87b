package mockhost

import (
	"unicode/utf8"

	"openidea-plugin/mockhost/bind"
	"openidea-plugin/mockhost/files"
)

// The version control of the mock host has one branch with one commit: the project as it was when the IDE was made.
const (
	branchName = "main"
	commitID   = "0123456789abcdef0123456789abcdef01234567"
)

type changeKind string

// Labels are the cases of the enum.
func (changeKind) Labels() []string {
	return []string{"added", "modified", "deleted", "renamed", "untracked", "conflicted"}
}

type fileStatus struct {
	Path   string
	Change changeKind
}

type commit struct {
	ID      string `wit:"id"`
	Author  string
	Time    uint64
	Summary string
}

type vcsLogIn struct{ Limit *uint32 }

type vcsDiffIn struct{ Path string }

type vcsFetchIn struct{ Remote string }

var vcsAPI = functions{
	"branch": bind.Func(func(*call, none) (*string, error) {
		name := branchName
		return &name, nil
	}),
	"status": bind.Func(func(c *call, _ none) ([]fileStatus, error) {
		list := []fileStatus{}
		kinds := map[string]changeKind{"created": "untracked", "changed": "modified", "deleted": "deleted"}
		for _, change := range files.Diff(c.ide.initial, c.ide.tree) {
			list = append(list, fileStatus{change.Path, kinds[change.Word()]})
		}
		return list, nil
	}),
	"log": bind.Func(func(c *call, in vcsLogIn) ([]commit, error) {
		history := []commit{{ID: commitID, Author: "mock", Time: uint64(c.ide.opts.Clock.Unix()), Summary: "The project as it was opened"}}
		return history[:min(len(history), atMost(in.Limit))], nil
	}),
	"diff": bind.Func(diffFile),
	"fetch": bind.Func(func(c *call, in vcsFetchIn) (none, error) {
		if c.ide.opts.Fetch == nil {
			return none{}, &unscripted{function: "vcs.fetch", why: "and the mock IDE reaches no remote", help: scriptHelp(target{iface: "vcs", function: "fetch"})}
		}
		var err error
		c.unlocked(func() { err = c.ide.opts.Fetch(c.ctx, in.Remote) })
		if err == nil && c.effects.note(in.Remote) {
			c.effects.Fetches = append(c.effects.Fetches, in.Remote)
		}
		return none{}, err
	}),
}

func diffFile(c *call, in vcsDiffIn) (fileText, error) {
	path, err := files.Clean(in.Path)
	if err != nil {
		return "", answer(err)
	}
	before, was := c.ide.initial.Get(path)
	after, is := c.ide.tree.Get(path)
	switch {
	case !was && !is:
		return "", hostError("not-found", "there is no file %q", in.Path)
	case !utf8.Valid(before) || !utf8.Valid(after):
		return "", hostError("failed", "%q is not UTF-8 text", in.Path)
	}
	change, differs := files.DiffFile(c.ide.initial, c.ide.tree, path)
	if !differs {
		return "", nil
	}
	return fileText(change.Unified()), nil
}
