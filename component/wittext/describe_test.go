package wittext_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"openidea-plugin/component"
	"openidea-plugin/component/wittext"
)

func describe(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := component.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	file, other := wittext.Component(c.Imports(), c.Exports())
	if len(other) > 0 {
		t.Errorf("%s: left out: %q", path, other)
	}
	return file.String()
}

// TestWhatIsWrittenIsRead: the text of every component at hand is read again, and then written the same.
func TestWhatIsWrittenIsRead(t *testing.T) {
	var paths []string
	for _, glob := range []string{"../../fixtures/*/dist/*.wasm", "../../check/testdata/components/*.wasm"} {
		found, err := filepath.Glob(glob)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v", glob, err)
		}
		paths = append(paths, found...)
	}
	for _, path := range paths {
		text := describe(t, path)
		file, err := wittext.Read(text)
		if err != nil {
			t.Errorf("%s: %v\n%s", path, err, text)
			continue
		}
		if again := file.String(); again != text {
			t.Errorf("%s: written\n%s\nand again\n%s", path, text, again)
		}
	}
}

// TestComponentText: types that several interfaces share are used from the one that defines them, under the name that each gives them; resources have their functions.
func TestComponentText(t *testing.T) {
	for path, parts := range map[string][]string{
		"../../check/testdata/components/call-other-names.wasm": {
			"package root:component;\n\nworld root {\n    import openidea:plugin/invocation@1.4.0;\n\n    export openidea:plugin/mcp-provider@1.4.0;\n}\n",
			"        use invocation.{invocation as context};\n\n        call: func(name: string, json: string, c: borrow<context>) -> result<string, string>;\n",
		},
		"../../check/testdata/components/plain-imports.wasm": {
			"    import log: func(text: string);\n", "    import helpers: interface {\n        help: func();\n    }\n",
		},
		"../../fixtures/data-tools/dist/plugin.wasm": {
			"    interface project {\n        use types.{error, location};\n\n", "            search-text: func(query: text-query, limit: u32) -> result<search-result, error>;\n",
			"            location: location,\n", "        enum level {\n", "        variant error {\n            denied(string),\n",
		},
	} {
		text := describe(t, path)
		for _, part := range parts {
			if !strings.Contains(text, part) {
				t.Errorf("%s lacks\n%s\nin\n%s", path, part, text)
			}
		}
	}
}

func TestPrintEverything(t *testing.T) {
	const text = `package acme:%type@1.0.0;

interface %record {
    use wasi:io/streams@0.2.0.{input-stream, error as e};

    flags f {
        a,
        %static,
    }

    resource r {
        constructor(x: u32);
        %from: static func() -> r;
        size: get() -> list<u8, 4>;
    }

    g: async func(a: result<_, e>, %list: option<f>) -> tuple<u8, char>;
}
world w {
    include acme:other/base with { a as b }
    import wasi:clocks/wall-clock@0.2.0;
    import other: %record;

    export run: func();
}
`
	file, err := wittext.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := file.String(); got != text {
		t.Errorf("got\n%s\nwant\n%s", got, text)
	}
}
