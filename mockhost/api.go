package mockhost

import (
	"errors"
	"fmt"

	"openidea-plugin/mockhost/bind"
	"openidea-plugin/mockhost/files"
)

// functions are the host functions of one interface, by their bare names.
type functions map[string]bind.Function

// hostAPI are all host functions, by the bare names of their interfaces.
var hostAPI = map[string]functions{
	"project":    projectAPI,
	"invocation": invocationAPI,
	"editor":     editorAPI,
	"workbench":  workbenchAPI,
	"dialogs":    dialogsAPI,
	"runs":       runsAPI,
	"storage":    storageAPI,
	"vcs":        vcsAPI,
	"net":        netAPI,
	"process":    processAPI,
	"mcp":        mcpAPI,
	"log":        logAPI,
}

// none is the result, or the parameters, of a function that has none.
type none struct{}

// Types that several interfaces share.
type (
	position struct{ Line, Character uint32 }
	span     struct{ Start, End position }
	location struct {
		Path  string
		Range span
	}
)

// HostError is an error for a function of Options (Net, Process, Fetch) to give back: the host function answers with it, and the call goes on. kind is "denied", "invalid", "not-found" or "failed".
func HostError(kind, message string) error { return &bind.Error{Kind: kind, Message: message} }

func hostError(kind, format string, args ...any) error {
	return &bind.Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// answer makes an error of the project's files one that a host function answers with.
func answer(err error) error {
	var e *files.Error
	if errors.As(err, &e) {
		return &bind.Error{Kind: string(e.Kind), Message: e.Message}
	}
	return err
}
