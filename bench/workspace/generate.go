package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// tools is how many tools each plugin has.
const tools = 5

// write makes a workspace of n plugins, each in a folder of its own with tools, schemas and the component.
func write(dir string, n int, component []byte) error {
	for i := range n {
		plugin := filepath.Join(dir, fmt.Sprintf("plugin-%04d", i))
		if err := os.MkdirAll(filepath.Join(plugin, "dist"), 0o755); err != nil {
			return err
		}
		var m strings.Builder
		fmt.Fprintf(&m, "id = \"bench.p%d\"\nname = \"Plugin %d\"\nversion = \"1.0.0\"\nengines.openidea = \"^1.4\"\nwasm = \"dist/plugin.wasm\"\n\n"+
			"[capabilities]\nrequired = [\"project.read\", \"project.write\"]\noptional = [\"storage\", \"runs\"]\n", i, i)
		var errs []error
		for t := range tools {
			fmt.Fprintf(&m, "\n[[contributes.mcpTools]]\nname = \"tool_%d\"\ndescription = \"Does the thing number %d of plugin %d.\"\ninputSchema = \"tool-%d.schema.json\"\nreadOnly = true\ndestructive = false\n", t, t, i, t)
			errs = append(errs, os.WriteFile(filepath.Join(plugin, fmt.Sprintf("tool-%d.schema.json", t)), []byte(schema(i, t)), 0o644))
		}
		errs = append(errs,
			os.WriteFile(filepath.Join(plugin, "plugin.toml"), []byte(m.String()), 0o644),
			os.WriteFile(filepath.Join(plugin, "dist", "plugin.wasm"), component, 0o644))
		if err := errors.Join(errs...); err != nil {
			return err
		}
	}
	return nil
}

// schema is an ordinary schema of about 1 KiB.
func schema(plugin, tool int) string {
	var properties []string
	for p := range 8 {
		properties = append(properties, fmt.Sprintf("    \"field_%d\": {\"type\": \"string\", \"description\": \"Field %d of tool %d of plugin %d.\", \"maxLength\": %d}", p, p, tool, plugin, 10*(p+1)))
	}
	return "{\n  \"type\": \"object\",\n  \"properties\": {\n" + strings.Join(properties, ",\n") + "\n  },\n  \"required\": [\"field_0\"],\n  \"additionalProperties\": false\n}\n"
}
