package mockhost_test

import (
	"context"
	"fmt"
	"log"

	"openidea-plugin/component"
	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/files"
	"openidea-plugin/mockhost/literal"
)

// A plugin is read from its folder and called as an MCP client would.
func Example() {
	ctx := context.Background()
	notes, err := mockhost.Open("../fixtures/data-tools")
	if err != nil {
		log.Fatal(err)
	}
	rt, err := component.NewRuntime(ctx, component.Config{}) // one for all tests: it keeps compiled code
	if err != nil {
		log.Fatal(err)
	}
	defer rt.Close(ctx)

	ide := mockhost.New(rt, mockhost.Options{
		Project: files.New(map[string][]byte{"notes/a.md": []byte("# A\n\nbuy milk\n")}),
	})
	defer ide.Close(ctx)
	if err := ide.Install(notes); err != nil {
		log.Fatal(err)
	}

	o := ide.CallTool(ctx, "openidea_data_tools__find_notes", `{"text":"milk"}`, mockhost.CallOptions{})
	fmt.Println(o, o.Text)
	for _, call := range o.Trace.Calls {
		fmt.Println(call.Name()+call.Args, "->", call.Result)
	}

	ide.SetGrants(notes.ID, nil)
	o = ide.CallTool(ctx, "openidea_data_tools__find_notes", `{"text":"milk"}`, mockhost.CallOptions{})
	fmt.Println(o, o.Message)
	// Output:
	// ok notes/a.md:3: buy milk
	// invocation.project() -> some
	// project.search-text({pattern: "milk", glob: some("notes/**/*.md")}, 100) -> 1 match
	// error denied project.read is not granted
}

// A destructive tool asks, through a function that sees what is about to happen.
func ExampleOptions_confirm() {
	ide := exampleIDE("../fixtures/data-tools", mockhost.Options{
		Project: files.New(map[string][]byte{"notes/a.md": []byte("milk"), "notes/b.md": []byte("bread")}),
		Confirm: func(_ context.Context, q mockhost.Question) mockhost.Answer {
			fmt.Println("asked:", q.Plugin, q.Tool, q.Arguments)
			if q.Arguments == `{"text":"bread"}` {
				return mockhost.Reject
			}
			return mockhost.Accept
		},
	})
	defer ide.Close(context.Background())
	for _, text := range []string{"milk", "bread"} {
		o := ide.CallTool(context.Background(), "openidea_data_tools__purge_notes", `{"text":"`+text+`"}`, mockhost.CallOptions{})
		fmt.Printf("%s: %q\n", o, o.Text)
	}
	fmt.Println(ide.Project().Paths())
	// Output:
	// asked: openidea.data-tools purge_notes {"text":"milk"}
	// ok: "deleted notes/a.md"
	// asked: openidea.data-tools purge_notes {"text":"bread"}
	// refused rejected: ""
	// [notes/b.md]
}

// A host function is scripted; values are checked against the types that the component declares.
func ExampleMock() {
	once := 1
	ide := exampleIDE("../fixtures/api-tour", mockhost.Options{Mocks: []mockhost.Mock{
		{
			Function: "net#fetch",
			Args:     literal.Of(map[string]any{"request": map[string]any{"method": "GET"}}),
			Answers:  []mockhost.MockAnswer{{Returns: literal.Of(map[string]any{"status": 200, "body": "hi"})}},
			Times:    &once,
		},
		{Function: "net#fetch", Answers: []mockhost.MockAnswer{{Error: literal.Of(map[string]any{"kind": "failed", "message": "no route"})}}},
	}})
	defer ide.Close(context.Background())
	o := ide.CallTool(context.Background(), "openidea_api_tour__net", `{}`, mockhost.CallOptions{})
	fmt.Print(o.Text)
	fmt.Println("not called as often as expected:", len(ide.Unmet()))
	// Output:
	// fetch Ok(Response { status: 200, headers: [], body: [104, 105] })
	// fetch with a body Err(Failed("no route"))
	// not called as often as expected: 0
}

// A command may use what is reserved to commands; its dialogs are answered by the test.
func ExampleIDE_RunCommand() {
	ide := exampleIDE("../fixtures/data-tools", mockhost.Options{
		Project: files.New(map[string][]byte{"notes/a.md": nil, "notes/b.md": nil}),
		Dialogs: []mockhost.DialogAnswer{{Kind: "pick", Answer: "notes/b.md"}},
	})
	defer ide.Close(context.Background())
	o := ide.RunCommand(context.Background(), "openidea.data-tools", "choose_note", nil, mockhost.CallOptions{})
	fmt.Println(o, o.Text, o.Effects.Tabs)
	// Output: ok notes/b.md [{notes/b.md 0 0}]
}

// What a client sees: tools with their annotations, and the plugin that each comes from.
func ExampleIDE_ListTools() {
	ide := exampleIDE("../fixtures/data-tools", mockhost.Options{Restricted: true})
	defer ide.Close(context.Background())
	for _, tool := range ide.ListTools()[:2] {
		fmt.Println(tool.Registered, tool.ReadOnlyHint, tool.DestructiveHint, tool.IdempotentHint, tool.OpenWorldHint)
	}
	// Output:
	// openidea_data_tools__bridge_command true false true false
	// openidea_data_tools__choose_note true false true false
}

// exampleIDE is an IDE with the plugin of a folder, on a runtime that lives as long as the program.
func exampleIDE(dir string, o mockhost.Options) *mockhost.IDE {
	rt, err := component.NewRuntime(context.Background(), component.Config{})
	if err != nil {
		log.Fatal(err)
	}
	p, err := mockhost.Open(dir)
	if err != nil {
		log.Fatal(err)
	}
	ide := mockhost.New(rt, o)
	if err := ide.Install(p); err != nil {
		log.Fatal(err)
	}
	return ide
}
