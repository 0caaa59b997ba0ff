/** The frameworks that the scanner knows. */
import { agentFramework } from './agent-framework.ts';
import { autogen } from './autogen.ts';
import { claudeAgentSdk } from './claude-agent-sdk.ts';
import { crewai } from './crewai.ts';
import type { Framework } from './framework.ts';
import { googleAdk } from './google-adk.ts';
import { langchain } from './langchain.ts';
import { llamaindex } from './llamaindex.ts';
import { mcpPython } from './mcp-python.ts';
import { modelSdks } from './model-sdks.ts';
import { openaiAgents } from './openai-agents.ts';
import { pydanticAi } from './pydantic-ai.ts';
import { semanticKernel } from './semantic-kernel.ts';
import { smolagents } from './smolagents.ts';

export const FRAMEWORKS: readonly Framework[] = [
  openaiAgents,
  langchain,
  crewai,
  autogen,
  agentFramework,
  llamaindex,
  pydanticAi,
  googleAdk,
  smolagents,
  semanticKernel,
  claudeAgentSdk,
  mcpPython,
  modelSdks,
];
