package check

import "openidea-plugin/diag"

// The rules of this file are about schemas that contradict themselves.

var unsatisfiableRequired = Rule{
	ID:       "unsatisfiable-required",
	Severity: diag.Warning,
	Title:    "a required property that the object cannot have",
	Text: "`additionalProperties: false` allows only the properties that `properties` and `patternProperties` beside it speak of. Where `required` names another one, no call can ever be valid: mostly the property was renamed in one of the two places. " +
		"The same goes for a property whose schema is `false`, for `unevaluatedProperties`, for `dependentRequired`, and for schemas that are joined by `allOf` or `$ref`. In an `anyOf`, `oneOf` or `then` only that part can never apply.",
	Source: "JSON Schema 2020-12, core, section 10.3.2.3",
	Bad:    schemaText(`{`, `  "type": "object",`, `  "properties": { "text": { "type": "string" } },`, `  "required": ["query"],`, `  "additionalProperties": false`, `}`),
	Good:   schemaText(`{`, `  "type": "object",`, `  "properties": { "text": { "type": "string" } },`, `  "required": ["text"],`, `  "additionalProperties": false`, `}`),
	plugin: onSchemas(func(p *schemaPass) {
		for _, problem := range p.UnsatisfiableRequired() {
			p.problem(problem)
		}
	}),
}

var defaultNotValid = Rule{
	ID:       "default-not-valid",
	Severity: diag.Warning,
	Title:    "a default that its own schema refuses",
	Text: "`default` says what is assumed where a value is not given; nothing checks it. An agent that fills it in sends a value that is then refused. `null` is the usual case: it means \"no default\" in the language that the schema was generated from, " +
		"and a value of the wrong type here. Defaults of schemas with mistakes are not looked at until the mistakes are gone, and of very many or large defaults not all.",
	Source: "JSON Schema 2020-12, validation, section 9.2; anthropics/claude-code#95239",
	Bad:    schemaText(`{ "type": "object", "properties": { "text": { "type": "string", "default": null } } }`),
	Good:   schemaText(`{ "type": "object", "properties": { "text": { "type": ["string", "null"], "default": null } } }`),
	plugin: onSchemas(func(p *schemaPass) {
		for _, problem := range p.InvalidDefaults() {
			p.problem(problem)
		}
	}),
}
