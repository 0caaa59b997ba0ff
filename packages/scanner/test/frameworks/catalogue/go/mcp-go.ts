import type { CatalogueCase } from '../find.ts';

export const MCP_GO_CASES: Readonly<Record<string, CatalogueCase>> = {
  'MCP SDK and mcp-go for Go': {
    sources: {
      'go.mod': `module example.com/desk
`,
      'official/main.go': `
package main

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "notes", Version: "v1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "read_note", Description: "Reads."}, read)
	server.AddTool(&mcp.Tool{Name: "raw_note"}, raw)
	server.AddResource(&mcp.Resource{Name: "note", URI: "notes://one"}, load)
	server.AddPrompt(&mcp.Prompt{Name: "summarize"}, prompt)
	server.Run(context.Background(), &mcp.StdioTransport{})
}
`,
      'community/main.go': `
package main

import (
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("Demo", "1.0.0")
	s.AddTool(mcp.NewTool("hello", mcp.WithDescription("Says hello.")), hello)
	s.AddTool(mcp.Tool{Name: "typed", Description: "Is typed."}, typed)
	s.AddTools(server.ServerTool{Tool: mcp.NewTool("several"), Handler: several})
	s.AddTaskTool(mcp.NewTool("slow"), slow)
	s.AddResource(mcp.NewResource("docs://readme", "readme"), readme)
	s.AddPrompt(mcp.NewPrompt("greeting"), greeting)
}
`,
    },
    found: [
      'Demo -tools-> greeting',
      'Demo -tools-> hello',
      'Demo -tools-> readme',
      'Demo -tools-> several',
      'Demo -tools-> slow',
      'Demo -tools-> typed',
      'mcp_server Demo (stdio)',
      'mcp_server notes (stdio)',
      'notes -tools-> note',
      'notes -tools-> raw_note',
      'notes -tools-> read_note',
      'notes -tools-> summarize',
      'tool greeting (prompt)',
      'tool hello',
      'tool note (resource)',
      'tool raw_note',
      'tool read_note',
      'tool readme (resource)',
      'tool several',
      'tool slow',
      'tool summarize (prompt)',
      'tool typed',
    ],
  },
  'MCP SDK for Go, tools of a registry': {
    sources: {
      'go.mod': 'module example.com/desk\n',
      'a.go': `package desk

import "github.com/modelcontextprotocol/go-sdk/mcp"

func describe() mcp.Tool {
	return mcp.Tool{Name: "read_order", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}
}
`,
    },
    found: ['tool read_order'],
  },
  'mcp-golang for Go': {
    sources: {
      'main.go': `package main

import (
	mcp "github.com/metoro-io/mcp-golang"
	"github.com/metoro-io/mcp-golang/transport/stdio"
)

type DeskTool struct {
	Name        string
	Description string
	Handler     any
}

var deskTools = []DeskTool{
	{Name: "weigh", Description: "Weighs a crate.", Handler: Weigh},
	{Name: "lift", Description: "Lifts a crate.", Handler: Lift},
}

func main() {
	desk := mcp.NewServer(stdio.NewStdioServerTransport())
	for _, tool := range deskTools {
		desk.RegisterTool(tool.Name, tool.Description, tool.Handler)
	}
	desk.RegisterTool("moor", "Moors a ship.", Moor)
	desk.RegisterResource("file://berths", "berths", "The berths.", "text/plain", Berths)
	desk.RegisterPrompt("greet", "Greets.", Greet)
}
`,
    },
    found: [
      'desk -tools-> berths',
      'desk -tools-> greet',
      'desk -tools-> lift',
      'desk -tools-> moor',
      'desk -tools-> weigh',
      'mcp_server desk (stdio)',
      'tool berths (resource)',
      'tool greet (prompt)',
      'tool lift',
      'tool moor',
      'tool weigh',
    ],
  },
};
