package report

import "io"

// Inspected is what the IDE will see of a plugin. Lists are in the order in which they are printed.
type Inspected struct {
	// Manifest is the manifest as printed.
	Manifest     string               `json:"manifest"`
	ID           string               `json:"id"`
	Name         string               `json:"name"`
	Version      string               `json:"version"`
	Engines      string               `json:"engines"`
	Capabilities InspectedLists       `json:"capabilities"`
	Tools        []InspectedTool      `json:"tools"`
	Component    InspectedComponent   `json:"component"`
	Exports      []InspectedInterface `json:"exports"`
	Imports      []InspectedInterface `json:"imports"`
	// Needs are the capabilities that imported functions need.
	Needs    []InspectedCapability `json:"needs"`
	Findings InspectedFindings     `json:"findings"`
}

// InspectedLists are the capabilities of the manifest.
type InspectedLists struct {
	Required []string `json:"required"`
	Optional []string `json:"optional"`
}

// InspectedTool is a tool as MCP clients will see it.
type InspectedTool struct {
	Name        string               `json:"name"`
	Registered  string               `json:"registered_name"`
	Description string               `json:"description"`
	Schema      InspectedFile        `json:"inputSchema"`
	Annotations InspectedAnnotations `json:"annotations"`
	// Withheld are the manifests whose tools register the same name, so that the IDE withholds all of them.
	Withheld []string `json:"withheld_with"`
}

// InspectedAnnotations are the four annotations of MCP.
type InspectedAnnotations struct {
	ReadOnly    bool `json:"readOnlyHint"`
	Destructive bool `json:"destructiveHint"`
	Idempotent  bool `json:"idempotentHint"`
	OpenWorld   bool `json:"openWorldHint"`
}

// InspectedFile is a file of the package; Problem says why it cannot be used, "" where it can.
type InspectedFile struct {
	Path    string `json:"path"`
	Bytes   int64  `json:"bytes"`
	Problem string `json:"problem"`
}

// InspectedComponent is the plugin's code. Path is "" where the manifest names none.
type InspectedComponent struct {
	InspectedFile
	// Sections are what the bytes are made of, by kind; all kinds together are the file.
	Sections []InspectedSection `json:"sections"`
	// MadeWith is what the producers sections of the component and its core modules say.
	MadeWith []InspectedProducer `json:"made_with"`
}

// InspectedSection is a kind of sections.
type InspectedSection struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
	Bytes int64  `json:"bytes"`
}

// InspectedProducer is a language, a tool or an SDK.
type InspectedProducer struct {
	// Field is "language", "processed-by" or "sdk".
	Field   string `json:"field"`
	Name    string `json:"name"`
	Version string `json:"version"`
}

// InspectedInterface is an interface, or with an Interface that is "" what stands in no interface.
type InspectedInterface struct {
	// Interface is the full name, Short the bare name of an interface of the plugin API, else "".
	Interface string              `json:"interface"`
	Short     string              `json:"-"`
	Functions []InspectedFunction `json:"functions"`
}

// InspectedFunction is a function with its type in WIT.
type InspectedFunction struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// InspectedCapability is a capability that functions need.
type InspectedCapability struct {
	Capability string   `json:"capability"`
	Functions  []string `json:"functions"`
	// Listed is "required", "optional" or "".
	Listed string `json:"listed"`
	// Published says that the need is documented by the IDE or the configuration; otherwise our model says so.
	Published bool `json:"published"`
}

// InspectedFindings is what check has to say.
type InspectedFindings struct {
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	Notes    int `json:"notes"`
}

// InspectJSON prints everything as one JSON object. docs/inspect.md describes it.
func InspectJSON(w io.Writer, version string, configs []string, plugins []*Inspected, errors []Error) error {
	out := jsonInspect{
		Version: JSONVersion, Tool: jsonTool{"openidea-plugin", version}, Command: "inspect", Configs: append([]string{}, configs...), Plugins: plugins, Errors: []jsonError{},
	}
	for _, e := range errors {
		out.Errors = append(out.Errors, jsonError(e))
	}
	return encodeJSON(w, out)
}

type jsonInspect struct {
	Version int          `json:"version"`
	Tool    jsonTool     `json:"tool"`
	Command string       `json:"command"`
	Configs []string     `json:"configurations"`
	Plugins []*Inspected `json:"plugins"`
	Errors  []jsonError  `json:"errors"`
}
