import type { CatalogueCase } from '../find.ts';

export const AZURE_AI_AGENTS_CASES: Readonly<Record<string, CatalogueCase>> = {
  'Azure AI Agents, client of a connection': {
    sources: {
      'agent.py': `from azure.ai.projects.aio import AIProjectClient
class Desk:
    async def start(self):
        self.client = AIProjectClient.from_connection_string(credential=None, conn_str="x")
        self.agent = await self.client.agents.create_agent(model="gpt-4o", name="clerk", instructions="Help.")
`,
    },
    found: ['agent clerk', 'clerk -models-> gpt-4o', 'model gpt-4o (openai)'],
  },
  'Azure AI Agents': {
    sources: {
      'a.py': `from azure.ai.projects import AIProjectClient
from azure.ai.agents.models import (AzureAISearchTool, BingCustomSearchTool, BingGroundingTool, BrowserAutomationTool,
    ComputerUseTool, ConnectedAgentTool, DeepResearchTool, FabricTool, FileSearchTool, FunctionTool, SharepointTool)

def look_up(order: str) -> str:
    return order

client = AIProjectClient()
desk = client.agents.create_agent(model="gpt-4o", name="desk", tools=[
    AzureAISearchTool(), BingCustomSearchTool(), BingGroundingTool(), BrowserAutomationTool(), ComputerUseTool(),
    ConnectedAgentTool(), DeepResearchTool(), FabricTool(), FileSearchTool(), FunctionTool({look_up}), SharepointTool()])
`,
    },
    found: [
      'agent desk',
      ...[
        'AzureAISearchTool',
        'BingCustomSearchTool',
        'BingGroundingTool',
        'BrowserAutomationTool',
        'ComputerUseTool',
        'ConnectedAgentTool',
        'DeepResearchTool',
        'FabricTool',
        'FileSearchTool',
        'SharepointTool',
        'look_up',
      ].flatMap((name) => [`desk -tools-> ${name}`, `tool ${name}`]),
      'desk -models-> gpt-4o',
      'model gpt-4o (openai)',
    ].sort(),
  },
};
