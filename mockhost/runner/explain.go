package runner

import (
	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/testfile"
)

// Explain says what likely led to an outcome that is not OK, or "". tool is the declared tool that was called; nil where there is none.
func Explain(o mockhost.Outcome, tool *mockhost.PluginTool) string {
	return hint(o, testfile.Expect{}, tool, nil)
}
