package check

// Client is an MCP client whose limits some notes speak of.
type Client struct {
	// Name is the word of `clients` in openidea-plugin.toml and of Rule.Clients.
	Name string
	// Title says which programs are meant.
	Title string
}

// Clients are the clients that rules and configurations can name, by name.
var Clients = []Client{
	{"claude", "Claude: the API, Claude Code and Claude Desktop"},
	{"cline", "Cline and Roo Code"},
	{"codex", "Codex CLI"},
	{"copilot", "GitHub Copilot: its agents and CLI"},
	{"cursor", "Cursor"},
	{"gemini", "Gemini: the API and Gemini CLI"},
	{"goose", "Goose"},
	{"jetbrains", "JetBrains AI Assistant and Junie"},
	{"openai", "OpenAI: the API, ChatGPT and what uses strict function calling"},
	{"vscode", "Visual Studio Code with GitHub Copilot"},
	{"windsurf", "Windsurf"},
	{"zed", "Zed"},
}

// ClientNames are the names of Clients, in order.
func ClientNames() []string {
	names := make([]string, len(Clients))
	for i, c := range Clients {
		names[i] = c.Name
	}
	return names
}
