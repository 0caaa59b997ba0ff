import type { CatalogueCase } from '../find.ts';

export const CLAUDE_AGENT_SDK_CASES: Readonly<Record<string, CatalogueCase>> = {
  'Claude Agent SDK': {
    sources: {
      'main.py': `
from claude_agent_sdk import AgentDefinition, ClaudeAgentOptions, ClaudeSDKClient, create_sdk_mcp_server, tool

@tool("greet", "Greets a person", {"name": str})
async def greet_person(args):
    return {}

server = create_sdk_mcp_server(name="people", tools=[greet_person])

async def chat():
    options = ClaudeAgentOptions(
        model="opus",
        allowed_tools=["Read", "mcp__people__greet"],
        mcp_servers={"people": server},
        agents={"reviewer": AgentDefinition(description="Reviews.", prompt="Review.", tools=["Grep"], model="haiku")},
    )
    async with ClaudeSDKClient(options=options) as client:
        await client.query("x")
    async with ClaudeSDKClient(options=ClaudeAgentOptions(tools={"type": "preset", "preset": "claude_code"})) as plain:
        await plain.query("x")
`,
    },
    found: [
      'agent client',
      'agent plain',
      'agent reviewer',
      'client -mcp_servers-> people',
      'client -models-> opus',
      'client -sub_agents-> reviewer',
      'client -tools-> Read',
      'mcp_server people (stdio)',
      'model haiku (anthropic)',
      'model opus (anthropic)',
      'people -tools-> greet',
      'reviewer -models-> haiku',
      'reviewer -tools-> Grep',
      'tool Grep',
      'tool Read',
      'tool greet',
    ],
  },
  'Claude Agent SDK, options that come first': {
    sources: {
      'a.py': `from claude_agent_sdk import AgentDefinition, ClaudeAgentOptions, ClaudeSDKClient

options = ClaudeAgentOptions(
    model="claude-sonnet-4-5",
    permission_mode="plan",
    allowed_tools=["Read"],
    agents={"critic": AgentDefinition(description="x", prompt="y", model="haiku")},
    mcp_servers={"files": {"command": "npx", "args": ["files"]}},
)

async def main():
    async with ClaudeSDKClient(options) as client:
        await client.query("x")
`,
    },
    found: [
      'agent client (human_in_loop)',
      'agent critic',
      'client -mcp_servers-> files',
      'client -models-> claude-sonnet-4-5',
      'client -sub_agents-> critic',
      'client -tools-> Read',
      'critic -models-> haiku',
      'mcp_server files (stdio)',
      'model claude-sonnet-4-5 (anthropic)',
      'model haiku (anthropic)',
      'tool Read',
    ],
  },
};
