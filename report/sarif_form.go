package report

import (
	"strings"
	"unicode/utf8"

	"openidea-plugin/diag"
)

// The part of SARIF 2.1.0 that is written, by its own names.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool              `json:"tool"`
	Invocations []sarifInvocation      `json:"invocations"`
	Bases       map[string]sarifBaseID `json:"originalUriBaseIds"`
	ColumnKind  string                 `json:"columnKind"`
	Results     []sarifResult          `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name            string      `json:"name"`
	Version         string      `json:"version,omitempty"`
	SemanticVersion string      `json:"semanticVersion,omitempty"`
	Rules           []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID            string               `json:"id"`
	Name          string               `json:"name,omitempty"`
	Short         *sarifText           `json:"shortDescription,omitempty"`
	Full          *sarifText           `json:"fullDescription,omitempty"`
	Help          *sarifText           `json:"help,omitempty"`
	Configuration *sarifConfiguration  `json:"defaultConfiguration,omitempty"`
	Properties    *sarifRuleProperties `json:"properties,omitempty"`
}

type sarifConfiguration struct {
	Level string `json:"level"`
}

type sarifRuleProperties struct {
	Tags      []string `json:"tags"`
	Precision string   `json:"precision"`
	Severity  string   `json:"problem.severity"`
}

type sarifText struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifBaseID struct {
	Description sarifText `json:"description"`
}

type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"`
	Notifications []sarifNotification `json:"toolExecutionNotifications"`
}

type sarifNotification struct {
	Level     string          `json:"level"`
	Message   sarifText       `json:"message"`
	Locations []sarifLocation `json:"locations,omitempty"`
}

type sarifResult struct {
	Rule         string            `json:"ruleId"`
	Index        int               `json:"ruleIndex"`
	Level        string            `json:"level"`
	Message      sarifText         `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	Related      []sarifLocation   `json:"relatedLocations,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints"`
	Fixes        []sarifFix        `json:"fixes,omitempty"`
}

type sarifLocation struct {
	ID       int           `json:"id,omitempty"`
	Physical sarifPhysical `json:"physicalLocation"`
	Message  *sarifText    `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI  string `json:"uri"`
	Base string `json:"uriBaseId,omitempty"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine,omitempty"`
	EndColumn   int `json:"endColumn,omitempty"`
}

type sarifFix struct {
	Description sarifText           `json:"description"`
	Changes     []sarifChange       `json:"artifactChanges"`
	Properties  *sarifFixProperties `json:"properties,omitempty"`
}

type sarifFixProperties struct {
	Unsafe bool `json:"unsafe"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion `json:"deletedRegion"`
	Inserted sarifText   `json:"insertedContent"`
}

// sarifKinds say of a severity what GitHub sorts rules by: a tag, the precision, and its own word for the severity.
var sarifKinds = map[diag.Severity]struct{ tag, precision, severity string }{
	diag.Error:   {"correctness", "very-high", "error"},
	diag.Warning: {"suspicious", "high", "warning"},
	diag.Note:    {"interoperability", "medium", "recommendation"},
}

// ruleSARIF describes a rule.
func ruleSARIF(x RuleInfo) sarifRule {
	kind := sarifKinds[x.Severity]
	first, _, _ := strings.Cut(x.Text, "\n\n")
	markdown := x.Text
	if x.Source != "" {
		markdown += "\n\nSource: " + x.Source + "."
	}
	tags := []string{"openidea", kind.tag}
	if x.Fixable {
		tags = append(tags, "fixable")
	}
	return sarifRule{
		ID: x.ID, Name: pascalCase(x.ID),
		Short:         &sarifText{Text: atMost(sarifMessage(plain(x.Title)), sarifLongest)},
		Full:          &sarifText{Text: atMost(sarifMessage(plain(first)), sarifLongest)},
		Help:          &sarifText{Text: sarifMessage(plain(markdown)), Markdown: markdown},
		Configuration: &sarifConfiguration{Level: x.Severity.String()},
		Properties:    &sarifRuleProperties{Tags: tags, Precision: kind.precision, Severity: kind.severity},
	}
}

// pascalCase is the form that names of rules have in SARIF: tool-name is ToolName.
func pascalCase(id string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(id, "-") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

// plain is text without the marks of Markdown that rules use.
func plain(text string) string { return strings.ReplaceAll(text, "`", "") }

// atMost cuts text to so many characters.
func atMost(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-1]) + "…"
}
