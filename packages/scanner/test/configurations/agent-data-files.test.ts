/** Agents in TOML and JSON. */
import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

describe('a definition of an agent as data', () => {
  it('is read from the TOML files of Codex, with its model and its MCP servers', async () => {
    const { report, names, relations } = await scanSources({
      '.codex/agents/clerk.toml': `name = "clerk"
description = "Replies customers."
developer_instructions = """
Be brief.
"""
model = "gpt-5-codex"

[mcp_servers.orders]
command = "npx"
args = ["-y", "orders-mcp"]
`,
      '.codex/agents/porter.toml': 'name = "porter"\ndeveloper_instructions = "Carry."\n',
      '.codex/agents/nameless.toml': 'description = "Nobody."\ndeveloper_instructions = "x"\n',
      '.codex/agents/limits.toml': 'name = "limits"\nmax_threads = 3\n',
      'agents/other.toml': 'name = "other"\ndescription = "Another tool."\n',
    });
    expect(names('agent')).toEqual(['clerk', 'porter']);
    expect(relations()).toEqual(['clerk -mcp_servers-> orders', 'clerk -models-> gpt-5-codex']);
    expect(names('mcp_server')).toEqual(['orders']);
    const clerk = report.objects.find(({ name }) => name === 'clerk');
    expect(clerk?.fields).toMatchObject({ description: 'Replies customers.', framework: 'agent-file' });
    expect(clerk?.fields).toHaveProperty('instructions_fingerprint');
  });

  it('is read from the JSON files of Amazon Q and Kiro, and named after its file', async () => {
    const { names, relations } = await scanSources({
      '.amazonq/cli-agents/desk.json': `{
        "description": "Works at the desk.", "prompt": "Help.", "model": "claude-sonnet-4",
        "tools": ["fs_read", "@orders", "@orders/find", "*"],
        "mcpServers": { "orders": { "command": "orders-mcp" } }
      }`,
      '.kiro/agents/porter.json': '{ "name": "carrier", "prompt": "Carry.", "allowedTools": ["read"] }',
      '.kiro/agents/list.json': '{ "name": "a list", "items": [] }',
      '.kiro/settings/porter.json': '{ "name": "nobody", "prompt": "x", "tools": ["read"] }',
    });
    expect(names('agent')).toEqual(['carrier', 'desk']);
    expect(relations()).toEqual([
      'carrier -tools-> read',
      'desk -mcp_servers-> orders',
      'desk -models-> claude-sonnet-4',
      'desk -tools-> fs_read',
    ]);
  });

  it('is an entry of the settings of OpenCode that describes more than a change', async () => {
    const { names, relations } = await scanSources({
      'opencode.json': `{
        "agent": {
          "reviewer": {
            "description": "Reviews code.", "model": "anthropic/claude-sonnet-4-5", "prompt": "{file:./review.md}",
            "tools": { "read": true, "write": false }
          },
          "build": { "model": "openai/gpt-5" },
          "off": { "description": "Nobody.", "disable": true }
        },
        "mcp": { "docs": { "type": "remote", "url": "https://docs.example.com/mcp" } }
      }`,
      'settings.json': '{ "agent": { "nobody": { "description": "Of another program." } } }',
    });
    expect(names('agent')).toEqual(['reviewer']);
    expect(names('mcp_server')).toEqual(['docs']);
    expect(relations()).toEqual(['reviewer -models-> anthropic/claude-sonnet-4-5', 'reviewer -tools-> read']);
  });

  it('may switch tools on by name in front matter', async () => {
    const { names, relations } = await scanSources({
      '.opencode/agents/clerk.md':
        '---\ndescription: Replies.\nmode: subagent\ntools:\n  read: true\n  bash: false\n  "orders*": true\n---\nBe brief.\n',
    });
    expect(names('tool')).toEqual(['read']);
    expect(relations()).toEqual(['clerk -tools-> read']);
  });
});
