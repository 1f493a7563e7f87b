package mockhost

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// probe runs the command probe of api-tour, one call of a host function a line with its parts between tabs, here "|", and gives the lines that it returned.
func probe(t *testing.T, ide *IDE, o CallOptions, steps ...string) ([]string, Outcome) {
	t.Helper()
	arg := strings.ReplaceAll(strings.Join(steps, "\n"), "|", "\t")
	outcome := ide.RunCommand(t.Context(), "openidea.api-tour", "probe", &arg, o)
	return strings.Split(outcome.Text, "\n"), outcome
}

// exchange is a call of a host function and what a real component got.
type exchange struct{ call, want string }

// TestAPI: one story for each interface, each told by a real component: what one call changes the next one sees.
func TestAPI(t *testing.T) {
	p := fixture(t, "api-tour")
	unsaved := "one\nTWO\n"
	project := map[string]string{"a.md": "one\ntwo\n", "b.txt": "b", "d/c.md": "Two words: milk, MILKY, ml\nn.o\n", "d/e/f.rs": "fn milk() {} // 𝒜 milk\r\n", "bin": "\xff milk"}
	for _, story := range []struct {
		name      string
		o         Options
		exchanges []exchange
	}{
		{"reading and listing", Options{}, []exchange{
			{"read-file|a.md", `Ok("one\ntwo\n")`},
			{"read-file|./d/./c.md", `Ok("Two words: milk, MILKY, ml\nn.o\n")`},
			{"read-file|nowhere.md", `Err(NotFound("there is no file \"nowhere.md\""))`},
			{"read-file|A.md", `Err(NotFound("there is no file \"A.md\""))`},
			{"read-file|d", `Err(NotFound("\"d\" is a folder, not a file"))`},
			{"read-file|bin", `Err(Failed("\"bin\" is not UTF-8 text"))`},
			{"read-file|", `Err(Invalid("the path is empty"))`},
			{"read-file|/a.md", `Err(Invalid("\"/a.md\" is absolute: paths are relative to the project"))`},
			{"read-file|C:/a.md", `Err(Invalid("\"C:/a.md\" is absolute: paths are relative to the project"))`},
			{"read-file|d/../a.md", `Err(Invalid("\"d/../a.md\" has \"..\": paths stay inside the project"))`},
			{`read-file|d\\c.md`, `Err(Invalid("\"d\\\\c.md\" has a backslash: paths are separated by /"))`},
			{"read-file|d//c.md", `Err(Invalid("\"d//c.md\" has an empty part: two \"/\" in a row, or one at the end"))`},
			{"read-file|d/", `Err(Invalid("\"d/\" has an empty part: two \"/\" in a row, or one at the end"))`},
			{"read-file|.", `Err(Invalid("\".\" is the project itself, not a file"))`},
			{"list-files|*|100", "a.md b.txt bin false"},
			{"list-files|**|100", "a.md b.txt bin d/c.md d/e/f.rs false"},
			{"list-files|**/*.md|100", "a.md d/c.md false"},
			{"list-files|d/**|100", "d/c.md d/e/f.rs false"},
			{"list-files|{a,b}.*|100", "a.md b.txt false"},
			{"list-files|[ab].?*|100", "a.md b.txt false"},
			{"list-files|**|2", "a.md b.txt true"},
			{"list-files|**|5", "a.md b.txt bin d/c.md d/e/f.rs false"},
			{"list-files|**|0", " true"},
			{"list-files|none/**|0", " false"},
			{"list-files|[|9", `Invalid("\"[\" is no valid glob")`},
		}},
		{"searching", Options{}, []exchange{
			{"search-text|milk|100", "[d/c.md 0:11-0:15 Two words: milk, MILKY, ml; d/e/f.rs 0:3-0:7 fn milk() {} // 𝒜 milk] false"},
			{"search-text|MILK|100", "[d/c.md 0:11-0:15 Two words: milk, MILKY, ml; d/e/f.rs 0:3-0:7 fn milk() {} // 𝒜 milk] false"},
			{"search-text|MILK|100|c", "[d/c.md 0:17-0:21 Two words: milk, MILKY, ml] false"},
			{"search-text|𝒜 m|100", "[d/e/f.rs 0:16-0:20 fn milk() {} // 𝒜 milk] false"},
			{"search-text|n.o|100", "[d/c.md 1:0-1:3 n.o] false"},
			{"search-text|^.{3}$|100|r", "[a.md 0:0-0:3 one; a.md 1:0-1:3 two; d/c.md 1:0-1:3 n.o] false"},
			{"search-text|^two$|100|r", "[a.md 1:0-1:3 two] false"},
			{"search-text|^TWO$|100|rc", "[] false"},
			{"search-text|milk|1", "[d/c.md 0:11-0:15 Two words: milk, MILKY, ml] true"},
			{"search-text|milk|2", "[d/c.md 0:11-0:15 Two words: milk, MILKY, ml; d/e/f.rs 0:3-0:7 fn milk() {} // 𝒜 milk] false"},
			{"search-text|milk|0", "[] true"},
			{"search-text|nowhere|0", "[] false"},
			{"search-text|milk|100||**/*.rs", "[d/e/f.rs 0:3-0:7 fn milk() {} // 𝒜 milk] false"},
			{"search-text|(|100|r", `Invalid("\"(\" is no valid regular expression: missing closing ): ` + "`(`" + `")`},
			{"search-text|(?=x)|100|r", `Invalid("\"(?=x)\" is no valid regular expression: invalid or unsupported Perl syntax: ` + "`(?=`" + `")`},
			{"search-text|milk|100||[", `Invalid("\"[\" is no valid glob")`},
		}},
		{"writing", Options{}, []exchange{
			{"create-file|n/e/w.md|new", "Ok(())"},
			{"create-file|n/e/w.md|other", `Err(Failed("\"n/e/w.md\" exists already"))`},
			{"create-file|./n/e/w.md|other", `Err(Failed("\"n/e/w.md\" exists already"))`},
			{"read-file|n/e/w.md", `Ok("new")`},
			{"write-file|n/e/w.md|newer", "Ok(())"},
			{"search-text|newer|9", "[n/e/w.md 0:0-0:5 newer] false"},
			{"write-file|d|x", `Err(Failed("\"d\" is a folder"))`},
			{"write-file|a.md/x|x", `Err(Failed("\"a.md\" is a file, not a folder"))`},
			{"write-file|../x|x", `Err(Invalid("\"../x\" has \"..\": paths stay inside the project"))`},
			{"create-file|/x|x", `Err(Invalid("\"/x\" is absolute: paths are relative to the project"))`},
			{"delete-file|../x", `Err(Invalid("\"../x\" has \"..\": paths stay inside the project"))`},
			{"delete-file|d", `Err(NotFound("\"d\" is a folder, not a file"))`},
			{"delete-file|n/e/w.md", "Ok(())"},
			{"delete-file|n/e/w.md", `Err(NotFound("there is no file \"n/e/w.md\""))`},
			{"list-files|n/**|9", " false"},
		}},
		{"the editor", Options{Open: []OpenFile{{Path: "a.md", Text: &unsaved}, {Path: "b.txt"}}, Active: "b.txt"}, []exchange{
			{"open-files", "a.md v1 modified 0:0, b.txt v1 0:0"},
			{"active", `Ok(Some("b.txt"))`},
			{"read|a.md", `Ok("one\nTWO\n")`},
			{"read-file|a.md", `Ok("one\ntwo\n")`}, // what was not saved is not on disk
			{"search-text|TWO|9|c", "[] false"},
			{"read|d/c.md", `Ok("Two words: milk, MILKY, ml\nn.o\n")`},
			{"read|none", `Err(NotFound("there is no file \"none\""))`},
			{"edit|a.md|1|0:0|0:3|ONE|1:3|1:3|!", "Ok(2)"},
			{"edit|a.md|1|0:0|0:0|x", `Err(Invalid("\"a.md\" has version 2, not 1"))`},
			{"edit|a.md|2|0:0|0:2|x|0:1|0:3|y", `Err(Invalid("two edits overlap"))`},
			{"edit|a.md|2|0:9|0:9|x", `Err(Invalid("line 0 has 3 characters, not 9"))`},
			{"edit|a.md|2|9:0|9:0|x", `Err(Invalid("the text has no line 9 (lines count from 0)"))`},
			{"edit|a.md|2|1:0|0:0|x", `Err(Invalid("the range of an edit ends before it begins"))`},
			{"edit|d/c.md|1|0:0|0:0|x", `Err(NotFound("\"d/c.md\" is not open in the editor"))`},
			{"read|a.md", `Ok("ONE\nTWO!\n")`},
			{"save|a.md", "Ok(())"},
			{"read-file|a.md", `Ok("ONE\nTWO!\n")`},
			{"open-files", "a.md v2 0:0, b.txt v1 0:0"},
			{"edit|a.md|2|0:0|2:0|", "Ok(3)"},
			{"revert|a.md", "Ok(())"},
			{"read|a.md", `Ok("ONE\nTWO!\n")`},
			{"open-files", "a.md v4 0:0, b.txt v1 0:0"},
			{"revert|a.md", "Ok(())"}, // nothing to throw away
			{"open-files", "a.md v4 0:0, b.txt v1 0:0"},
			{"write-file|b.txt|on disk", "Ok(())"}, // a buffer without changes follows
			{"read|b.txt", `Ok("on disk")`},
			{"open-files", "a.md v4 0:0, b.txt v2 0:0"},
			{"edit|b.txt|2|0:0|0:2|in", "Ok(3)"},
			{"write-file|b.txt|other", "Ok(())"}, // one with changes keeps them
			{"read|b.txt", `Ok("in disk")`},
			{"delete-file|a.md", "Ok(())"},
			{"open-files", "a.md v4 modified 0:0, b.txt v3 modified 0:0"},
			{"revert|a.md", `Err(NotFound("there is no file \"a.md\""))`},
			{"save|a.md", "Ok(())"},
			{"read-file|a.md", `Ok("ONE\nTWO!\n")`},
			{"save|d/c.md", `Err(NotFound("\"d/c.md\" is not open in the editor"))`},
			{"open-tab|d/c.md|1:2", "Ok(())"},
			{"active", `Ok(Some("d/c.md"))`},
			{"open-files", "a.md v4 0:0, b.txt v3 modified 0:0, d/c.md v1 1:2"},
			{"edit|d/c.md|1|0:0|2:0|", "Ok(2)"}, // the caret has no place any more
			{"open-files", "a.md v4 0:0, b.txt v3 modified 0:0, d/c.md v2 modified 0:0"},
			{"open-tab|none", `Err(NotFound("there is no file \"none\""))`},
			{"open-tab|a.md|0:9", "Ok(())"}, // a place that the text does not have: the caret goes to the nearest
			{"open-tab|d/e/f.rs|7:7", "Ok(())"},
			{"open-files", "a.md v4 0:3, b.txt v3 modified 0:0, d/c.md v2 modified 0:0, d/e/f.rs v1 1:0"},
			{"open-tab|d/e/f.rs|0:17", "Ok(())"},
			{"open-files", "a.md v4 0:3, b.txt v3 modified 0:0, d/c.md v2 modified 0:0, d/e/f.rs v1 0:16"}, // not within a character
		}},
		{"storage", Options{Storage: map[string]map[string]string{"openidea.api-tour": {"old": "1"}, "other": {"theirs": "1"}}}, []exchange{
			{"keys", `Ok(["old"])`},
			{"get|old", `Ok(Some("1"))`},
			{"get|theirs", `Ok(None)`},
			{"set|new|2", "Ok(())"},
			{"set||empty key", "Ok(())"},
			{"keys", `Ok(["", "new", "old"])`},
			{"delete|old", "Ok(())"},
			{"delete|old", "Ok(())"},
			{"set|big|x*1048577", `Err(Invalid("the value has 1048577 bytes, at most 1048576 are allowed"))`},
			{"set|1|x*1048576", "Ok(())"}, {"set|2|x*1048576", "Ok(())"}, {"set|3|x*1048576", "Ok(())"}, {"set|4|x*1048576", "Ok(())"}, {"set|5|x*1048576", "Ok(())"},
			{"set|6|x*1048576", "Ok(())"}, {"set|7|x*1048576", "Ok(())"}, {"set|8|x*1048576", "Ok(())"}, {"set|9|x*1048576", "Ok(())"}, {"set|10|x*1048576", "Ok(())"},
			{"set|11|x*1048576", "Ok(())"}, {"set|12|x*1048576", "Ok(())"}, {"set|13|x*1048576", "Ok(())"}, {"set|14|x*1048576", "Ok(())"}, {"set|15|x*1048576", "Ok(())"},
			{"set|16|x*1048576", `Err(Invalid("the plugin would store 16777252 bytes, at most 16777216 are allowed"))`},
			{"set|15|small", "Ok(())"},
			{"set|16|x*1048000", "Ok(())"},
		}},
		{"version control", Options{}, []exchange{
			{"branch", `Ok(Some("main"))`},
			{"status", "Ok([])"},
			{"write-file|a.md|one\\n2\\n", "Ok(())"}, {"create-file|n.md|n", "Ok(())"}, {"delete-file|b.txt", "Ok(())"},
			{"status", `Ok([FileStatus { path: "a.md", change: Modified }, FileStatus { path: "b.txt", change: Deleted }, FileStatus { path: "n.md", change: Untracked }])`},
			{"diff|a.md", `Ok("--- a/a.md\n+++ b/a.md\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n")`},
			{"diff|n.md", `Ok("--- /dev/null\n+++ b/n.md\n@@ -0,0 +1,1 @@\n+n\n\\ No newline at end of file\n")`},
			{"diff|b.txt", `Ok("--- a/b.txt\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-b\n\\ No newline at end of file\n")`},
			{"create-file|e|", "Ok(())"},
			{"diff|e", `Ok("--- /dev/null\n+++ b/e\n")`},
			{"diff|d/c.md", `Ok("")`},
			{"diff|none", `Err(NotFound("there is no file \"none\""))`},
			{"diff|bin", `Err(Failed("\"bin\" is not UTF-8 text"))`},
			{"diff|../x", `Err(Invalid("\"../x\" has \"..\": paths stay inside the project"))`},
			{"vcs-log|9", "Ok(1)"},
			{"vcs-log|0", "Ok(0)"},
		}},
		{"dialogs and runs, as a user who accepts", Options{}, []exchange{
			{"message|hello", "Ok(())"},
			{"confirm|sure?", "Ok(true)"},
			{"input|name?", `Ok(Some(""))`},
			{"input|name?|initial", `Ok(Some("initial"))`},
			{"pick|which?|a|b", "Ok(Some(0))"},
			{"pick|which?", "Ok(None)"},
			{"list-configurations", `Ok(["build", "checks", "run", "test"])`},
			{"start-run|test", "Ok(1)"},
			{"start-run|build", "Ok(2)"},
			{"start-run|none", `Err(NotFound("there is no run configuration \"none\""))`},
		}},
		{"dialogs and runs, as they are scripted", Options{
			Dialogs: []DialogAnswer{
				{Kind: "input", Text: "name", Answer: "Ada"}, {Kind: "confirm", Answer: "no"}, {Kind: "pick", Answer: "b"}, {Kind: "pick", Cancelled: true}, {Kind: "input", Cancelled: true},
				{Kind: "confirm", Cancelled: true},
			},
			Runs: []RunConfiguration{{"deploy", "shell"}},
		}, []exchange{
			{"input|your name?|initial", `Ok(Some("Ada"))`},
			{"input|your age?|7", `Ok(None)`},
			{"input|your age?|7", `Ok(Some("7"))`}, // every answer is given once
			{"confirm|sure?", "Ok(false)"},
			{"confirm|sure?", "Ok(false)"},
			{"confirm|sure?", "Ok(true)"},
			{"pick|which?|a|b", "Ok(Some(1))"},
			{"pick|which?|a|b", "Ok(None)"},
			{"list-configurations", `Ok(["deploy"])`},
			{"start-run|deploy", "Ok(1)"},
			{"start-run|test", `Err(NotFound("there is no run configuration \"test\""))`},
		}},
		{"without a window", Options{NoWindow: true}, []exchange{
			{"message|hello", `Err(Failed("there is no project window"))`},
			{"confirm|sure?", `Err(Failed("there is no project window"))`},
			{"input|name?", `Err(Failed("there is no project window"))`},
			{"pick|which?|a", `Err(Failed("there is no project window"))`},
			{"open-tab|a.md", `Err(Failed("there is no project window"))`},
			{"notify|hello", "Ok(())"},
			{"set-status|hello", "Ok(())"},
			{"log|hello", "()"},
		}},
		{"the outside world says what is wrong with a request before anybody has to answer", Options{}, []exchange{
			{"fetch|file:///etc/passwd", `Err(Invalid("\"file:///etc/passwd\" is no http or https URL"))`},
			{"fetch|", `Err(Invalid("\"\" is no http or https URL"))`},
			{"run|", `Err(Invalid("the name of the program is empty"))`},
		}},
	} {
		t.Run(story.name, func(t *testing.T) {
			story.o.Project = tree(project)
			var calls, want []string
			for _, x := range story.exchanges {
				calls, want = append(calls, x.call), append(want, x.want)
			}
			got, o := probe(t, host(t, story.o, p), CallOptions{}, calls...)
			if o.Kind != OK || len(got) != len(want) {
				t.Fatalf("%s: %s, %d lines for %d calls\n%s", o, o.Message, len(got), len(want), o.Text)
			}
			for i := range got {
				if got[i] != want[i] {
					t.Errorf("%s\n got  %s\n want %s", calls[i], got[i], want[i])
				}
			}
		})
	}
}

// TestTheOutsideWorldIsOnlyScripted: nothing is fetched and no program run; the call ends, and says how to give an answer.
func TestTheOutsideWorldIsOnlyScripted(t *testing.T) {
	p := fixture(t, "api-tour")
	for call, function := range map[string]string{"fetch|https://example.org": "net#fetch", "run|true": "process#run", "vcs-fetch|origin": "vcs#fetch"} {
		_, o := probe(t, host(t, Options{}, p), CallOptions{}, call)
		if o.String() != "aborted unscripted" || !strings.Contains(o.Help, `function = "`+function+`"`) {
			t.Errorf("%s: %s: %s %s", call, o, o.Message, o.Help)
		}
		lines, o := probe(t, host(t, Options{Mocks: []Mock{{Function: function}}}, p), CallOptions{}, call)
		if o.Kind != OK || !strings.HasPrefix(lines[0], "Ok(") {
			t.Errorf("%s, scripted: %s: %s", call, o, o.Message)
		}
	}
}

// TestAnAnswerThatIsNoItem: a scripted answer that the dialog does not offer is a mistake of the script, not of the plugin.
func TestAnAnswerThatIsNoItem(t *testing.T) {
	ide := host(t, Options{Dialogs: []DialogAnswer{{Answer: "c"}}}, fixture(t, "api-tour"))
	if _, o := probe(t, ide, CallOptions{}, "pick|which?|a|b"); o.String() != "aborted unscripted" || !strings.Contains(o.Message, `the scripted answer "c" is none of its items`) {
		t.Errorf("%s: %s", o, o.Message)
	}
}

// TestWhatACallChanges: effects are what differs in the end, not what was done on the way.
func TestWhatACallChanges(t *testing.T) {
	text := "a\n"
	ide := host(t, Options{Project: tree(map[string]string{"a.md": text, "b.md": "b"}), Open: []OpenFile{{Path: "a.md"}}, Storage: map[string]map[string]string{"openidea.api-tour": {"k": "1"}}}, fixture(t, "api-tour"))
	_, o := probe(t, ide, CallOptions{}, "write-file|b.md|x", "write-file|b.md|b", "create-file|c.md|c", "delete-file|c.md", "edit|a.md|1|0:0|0:1|x", "edit|a.md|2|0:0|0:1|a", "set|k|2", "set|k|1", "set|l|1", "delete|l")
	if o.Kind != OK || o.Effects.Changed() || len(o.Effects.Storage) > 0 {
		t.Errorf("what was undone: %s: %s %+v", o, o.Message, o.Effects)
	}
	_, o = probe(t, ide, CallOptions{}, "write-file|b.md|x", "edit|a.md|3|0:0|0:1|x", "save|a.md", "delete|k", "open-tab|b.md")
	var files []string
	for _, f := range o.Effects.Files {
		files = append(files, f.Word()+" "+f.Path)
	}
	if diff := cmp.Diff([]string{"changed a.md", "changed b.md"}, files); diff != "" {
		t.Errorf("%s (-want +got):\n%s", o, diff)
	}
	if u := o.Effects.Unsaved; len(u) != 1 || u[0].Name != "a.md" || *u[0].Before != text || *u[0].After != "x\n" {
		t.Errorf("texts: %+v", u)
	}
	if s := o.Effects.Storage; len(s) != 1 || s[0].Name != "k" || s[0].After != nil {
		t.Errorf("storage: %+v", s)
	}
}
