package main

import (
	"fmt"
	"strings"
)

// notes is how many notes the project of the tests has.
const notes = 20

// kind is a kind of test in both forms: of test i what a test file says behind its name, and what a Rust function says.
type kind struct {
	toml, rust func(i int) string
}

// each test calls a tool, most of which ask the host for something, and compares the whole text that comes.
var kinds = []kind{
	{
		toml: func(i int) string {
			return fmt.Sprintf("tool = \"find_notes\"\narguments = { text = \"task %[1]d of\" }\nexpect.ok.equals = \"notes/n%[1]d.md:3: - [ ] task %[1]d of all\"\n", i%notes)
		},
		rust: func(i int) string {
			return fmt.Sprintf(`assert_eq!(call(&host(), "find_notes", json!({ "text": "task %[1]d of" })), Ok("notes/n%[1]d.md:3: - [ ] task %[1]d of all".into()));`, i%notes)
		},
	},
	{
		toml: func(i int) string {
			return fmt.Sprintf("tool = \"read_note\"\narguments = { path = \"notes/n%[1]d.md\" }\nexpect.ok.equals = \"# Note %[1]d #tag%[1]d\\n\\n- [ ] task %[1]d of all\\n\"\n", i%notes)
		},
		rust: func(i int) string {
			return fmt.Sprintf(`assert_eq!(call(&host(), "read_note", json!({ "path": "notes/n%[1]d.md" })), Ok("# Note %[1]d #tag%[1]d\n\n- [ ] task %[1]d of all\n".into()));`, i%notes)
		},
	},
	{
		toml: func(i int) string {
			return fmt.Sprintf("tool = \"list_notes\"\narguments = { tag = \"tag%[1]d\" }\nexpect.ok.json = [{ path = \"notes/n%[1]d.md\", title = \"Note %[1]d\", tags = [\"tag%[1]d\"], open = 1 }]\n", i%notes)
		},
		rust: func(i int) string {
			return fmt.Sprintf(`assert_eq!(call(&host(), "list_notes", json!({ "tag": "tag%[1]d" })), Ok(r#"[{"open":1,"path":"notes/n%[1]d.md","tags":["tag%[1]d"],"title":"Note %[1]d"}]"#.into()));`, i%notes)
		},
	},
	{
		toml: func(i int) string {
			return fmt.Sprintf("tool = \"add_note\"\narguments = { name = \"new%[1]d\", title = \"New %[1]d\" }\nexpect.ok.equals = \"created notes/new%[1]d.md\"\n", i)
		},
		rust: func(i int) string {
			return fmt.Sprintf(`assert_eq!(call(&host(), "add_note", json!({ "name": "new%[1]d", "title": "New %[1]d" })), Ok("created notes/new%[1]d.md".into()));`, i)
		},
	},
}

// tests gives n tests as a test file and as a Rust module.
func tests(n int) (toml, rust string) {
	var t, r strings.Builder
	t.WriteString("[project.files]\n")
	r.WriteString("use super::*;\nuse openidea_plugin::mock::Host;\n\nfn host() -> Host {\n    Host::new().grant(\"project.read\").grant(\"project.write\")\n")
	for i := range notes {
		path, text := fmt.Sprintf("notes/n%d.md", i), fmt.Sprintf(`# Note %[1]d #tag%[1]d\n\n- [ ] task %[1]d of all\n`, i)
		fmt.Fprintf(&t, "%q = \"%s\"\n", path, text)
		fmt.Fprintf(&r, "        .file(%q, \"%s\")\n", path, text)
	}
	r.WriteString("}\n\nfn call(host: &Host, tool: &str, arguments: Value) -> Result<String, Error> {\n    DataTools::default().call(tool, &arguments.to_string(), &host.tool())\n}\n")
	for i := range n {
		k := kinds[i%len(kinds)]
		fmt.Fprintf(&t, "\n[[test]]\nname = \"case %d\"\n%s", i, k.toml(i))
		fmt.Fprintf(&r, "\n#[test]\nfn case_%d() {\n    %s\n}\n", i, k.rust(i))
	}
	return t.String(), r.String()
}
