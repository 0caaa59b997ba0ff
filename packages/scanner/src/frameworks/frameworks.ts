/** The frameworks that the scanner knows. */
import { agentFramework } from './agent-framework.ts';
import { agentFrameworkCsharp } from './agent-framework-csharp.ts';
import { autogen } from './autogen.ts';
import { azureAiAgents } from './azure-ai-agents.ts';
import { claudeAgentSdk } from './claude-agent-sdk.ts';
import { claudeAgentSdkJs } from './claude-agent-sdk-js.ts';
import { crewai } from './crewai.ts';
import type { Framework } from './framework.ts';
import { googleAdk } from './google-adk.ts';
import { googleAdkJs } from './google-adk-js.ts';
import { langchain } from './langchain.ts';
import { langchainJs } from './langchain-js.ts';
import { langchain4j } from './langchain4j.ts';
import { llamaindex } from './llamaindex.ts';
import { llamaindexTs } from './llamaindex-ts.ts';
import { mastra } from './mastra.ts';
import { mcpCsharp } from './mcp-csharp.ts';
import { mcpGo } from './mcp-go.ts';
import { mcpJava } from './mcp-java.ts';
import { mcpPython } from './mcp-python.ts';
import { mcpTypescript } from './mcp-typescript.ts';
import { modelSdks } from './model-sdks.ts';
import { modelSdksJs } from './model-sdks-js.ts';
import { openaiAgents } from './openai-agents.ts';
import { openaiAgentsJs } from './openai-agents-js.ts';
import { pydanticAi } from './pydantic-ai.ts';
import { semanticKernel } from './semantic-kernel.ts';
import { semanticKernelCsharp } from './semantic-kernel-csharp.ts';
import { smolagents } from './smolagents.ts';
import { springAi } from './spring-ai.ts';
import { vercelAi } from './vercel-ai.ts';

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
  azureAiAgents,
  claudeAgentSdk,
  mcpPython,
  modelSdks,
  openaiAgentsJs,
  vercelAi,
  mastra,
  langchainJs,
  llamaindexTs,
  claudeAgentSdkJs,
  googleAdkJs,
  mcpTypescript,
  modelSdksJs,
  mcpGo,
  mcpCsharp,
  agentFrameworkCsharp,
  semanticKernelCsharp,
  mcpJava,
  langchain4j,
  springAi,
];
