import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

const OFFICIAL = {
  'go.mod': 'module example.com/desk\n\ngo 1.24\n',
  'cmd/desk/main.go': `
package main

import (
	"context"

	"example.com/desk/internal/more"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const serverName = "desk"

type desk struct{ server *mcp.Server }

// mcp.AddTool(server, &mcp.Tool{Name: "commented"}, nil)
const text = \`mcp.AddTool(server, &mcp.Tool{Name: "quoted"}, nil)\`

func (d *desk) register() {
	mcp.AddTool(d.server, &mcp.Tool{Name: "register_in_method"}, remove)
}

func ptr[T any](value T) *T { return &value }

func main() {
	d := &desk{server: mcp.NewServer(&mcp.Implementation{Name: serverName, Version: "1.2.3"}, nil)}
	mcp.AddTool(d.server, &mcp.Tool{
		Name:        "delete_" + "order",
		Description: "Deletes an order.",
		Annotations: &mcp.ToolAnnotations{DestructiveHint: ptr(true), IdempotentHint: true},
	}, remove)
	d.register()
	more.Register(d.server)
	tools := []*mcp.Tool{{Name: "one"}, {Name: "two"}}
	for _, tool := range tools {
		d.server.AddTool(tool, remove)
	}
	mcp.AddTool(d.server, &mcp.Tool{Name: text + context.Background().Err().Error()}, remove)
	_ = mcp.Tool{Name: "never registered"}
}
`,
  'cmd/desk/tools.go': `
package main

import "github.com/modelcontextprotocol/go-sdk/mcp"

func (d *desk) unused() {}

var inventory, err = build()

func build() (*mcp.Server, error) {
	server := mcp.NewServer(&mcp.Implementation{Name: "inventory"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: toolName}, remove)
	return server, nil
}
`,
  'cmd/desk/names.go': `
package main

const toolName = "count"
`,
  'cmd/desk/desk_test.go': `
package main

import "github.com/modelcontextprotocol/go-sdk/mcp"

var tested = mcp.NewServer(&mcp.Implementation{Name: "tested"}, nil)
`,
  'internal/more/more.go': `
package more

import protocol "github.com/modelcontextprotocol/go-sdk/mcp"

func Register(server *protocol.Server) {
	protocol.AddTool(server, &protocol.Tool{Name: "more"}, nil)
}
`,
  'other/main.go': `
package other

import (
	"example.com/somebody/mcp"
	_ "github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "foreign"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "foreign_tool"}, nil)
}
`,
};

const COMMUNITY = {
  'main.go': `
package main

import (
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func newServer() (*server.MCPServer, error) {
	s := server.NewMCPServer("files", "0.1.0", server.WithToolCapabilities(true))
	s.AddTool(mcp.NewTool("read_file",
		mcp.WithDescription("Reads a file."),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithString("path", mcp.Description("The path.")),
	), nil)
	write := mcp.NewTool("write_file", mcp.WithToolAnnotation(mcp.ToolAnnotation{
		DestructiveHint: mcp.ToBoolPtr(true),
	}))
	s.AddTool(write, nil)
	s.AddTool(mcp.Tool{Name: "stat", Description: "Stats."}, nil)
	var tools []server.ServerTool
	tools = append(tools, server.ServerTool{Tool: mcp.NewTool("list"), Handler: nil})
	s.AddTools(tools...)
	return s, nil
}

func main() {
	s, err := newServer()
	if err != nil {
		panic(err)
	}
	addSearch(s)
}

func addSearch(target *server.MCPServer) {
	target.AddTool(mcp.NewTool("search"), nil)
}
`,
};

describe('the MCP SDK for Go', () => {
  it('yields servers with the tools that they register, across functions, methods, files and packages', async () => {
    const { names, relations } = await scanSources(OFFICIAL);
    expect(names('mcp_server')).toEqual(['desk', 'inventory']);
    expect(relations()).toEqual([
      'desk -tools-> delete_order',
      'desk -tools-> more',
      'desk -tools-> one',
      'desk -tools-> register_in_method',
      'desk -tools-> two',
      'inventory -tools-> count',
    ]);
    expect(names('tool')).toEqual(['count', 'delete_order', 'more', 'one', 'register_in_method', 'two']);
  });

  it('reports a tool whose name is not known, and invents none', async () => {
    const { report } = await scanSources(OFFICIAL);
    expect(report.diagnostics).toEqual([
      {
        kind: 'unresolved',
        file: 'cmd/desk/main.go',
        line: 37,
        message: 'A tool is registered under a name that is not known.',
      },
    ]);
  });

  it('reports versions, descriptions and hints', async () => {
    const { report } = await scanSources(OFFICIAL);
    const object = (name: string) => report.document.objects.find((each) => each.aispm_friendly_name === name);
    expect(object('desk')).toMatchObject({ server_version: '1.2.3' });
    expect(object('delete_order')).toMatchObject({
      description: 'Deletes an order.',
      is_destructive: true,
      is_idempotent: true,
    });
    expect(object('delete_order')).not.toHaveProperty('is_readonly');
  });
});

describe('mcp-go', () => {
  it('yields servers with the tools that they are given', async () => {
    const { names, relations, report } = await scanSources(COMMUNITY);
    expect(names('mcp_server')).toEqual(['files']);
    expect(relations()).toEqual([
      'files -tools-> list',
      'files -tools-> read_file',
      'files -tools-> search',
      'files -tools-> stat',
      'files -tools-> write_file',
    ]);
    expect(report.diagnostics).toEqual([]);
  });

  it('reports descriptions and hints', async () => {
    const { report } = await scanSources(COMMUNITY);
    const object = (name: string) => report.document.objects.find((each) => each.aispm_friendly_name === name);
    expect(object('files')).toMatchObject({ server_version: '0.1.0' });
    expect(object('read_file')).toMatchObject({ description: 'Reads a file.', is_readonly: true });
    expect(object('write_file')).toMatchObject({ is_destructive: true });
    expect(object('stat')).toMatchObject({ description: 'Stats.' });
  });
});

describe('a registry of the repository', () => {
  it('has the tools that it describes with a structure of the SDK', async () => {
    const { names, report } = await scanSources({
      'go.mod': 'module example.com/desk\n\ngo 1.24\n',
      'registry/tool.go': `
package registry

import "github.com/modelcontextprotocol/go-sdk/mcp"

type ServerTool struct {
	Tool    mcp.Tool
	Handler any
}

func NewTool(tool mcp.Tool, handler any) ServerTool {
	return ServerTool{Tool: tool, Handler: handler}
}

func (t ServerTool) Register(server *mcp.Server) {
	described := &mcp.Tool{Name: t.Tool.Name + suffix()}
	server.AddTool(described, nil)
}
`,
      'orders/orders.go': `
package orders

import (
	"example.com/desk/registry"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func All(translate func(string, string) string) []registry.ServerTool {
	return []registry.ServerTool{
		registry.NewTool(mcp.Tool{
			Name:        "read_order",
			Description: translate("READ_ORDER", "Reads an order."),
			Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
		}, nil),
		{Tool: mcp.Tool{Name: "delete_order"}},
	}
}
`,
    });
    expect(names('tool')).toEqual(['delete_order', 'read_order']);
    expect(report.objects.find(({ name }) => name === 'read_order')?.fields).toMatchObject({ is_readonly: true });
  });

  it('has no tools that are the handlers of resources', async () => {
    const { names } = await scanSources({
      'go.mod': 'module example.com/desk\n\ngo 1.24\n',
      'main.go': `
package main

import (
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func guide() (mcp.Resource, server.ResourceHandlerFunc) {
	return mcp.NewResource("/guide", "guide"), func(request mcp.ReadResourceRequest) error { return nil }
}

func main() {
	desk := server.NewMCPServer("desk", "1")
	desk.AddResource(guide())
	desk.AddTool(mcp.NewTool("read_order"), nil)
}
`,
    });
    expect(names('tool')).toEqual(['guide', 'read_order']);
  });
});

describe('a function of the repository that creates tools under the names of its callers', () => {
  const many = Array.from({ length: 90 }, (_, index) => index + 1);

  it('is followed from all of them, with what each of them says', async () => {
    const { report, names, relations } = await scanSources({
      'go.mod': 'module example.com/desk\n\ngo 1.24\n',
      'desk.go': `package desk

import (
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type Tool struct {
	Tool    mcp.Tool
	Handler server.ToolHandlerFunc
}

func Convert(name, description string, handler any) (mcp.Tool, server.ToolHandlerFunc, error) {
	return mcp.Tool{Name: name, Description: description}, nil, nil
}

func Must(name, description string, handler any) Tool {
	tool, call, _ := Convert(name, description, handler)
	return Tool{Tool: tool, Handler: call}
}
`,
      'tools/tools.go': `package tools

import "example.com/desk"

${many.map((each) => `var Tool${each} = desk.Must("tool_${each}", "Number ${each}.", run)`).join('\n')}
`,
    });
    expect(names('tool')).toHaveLength(many.length);
    expect(relations()).toEqual([]);
    const last = report.objects.find(({ name }) => name === 'tool_90');
    expect(last?.fields.description).toBe('Number 90.');
    expect(last?.locations.map(({ file }) => file)).toContain('tools/tools.go');
  });
});
