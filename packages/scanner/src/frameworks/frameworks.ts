/** The frameworks that the scanner knows. */

import type { Framework } from '../recognize/shared/framework.ts';
import { agentFrameworkCsharp } from './csharp/agent-framework-csharp.ts';
import { mcpCsharp } from './csharp/mcp-csharp.ts';
import { semanticKernelCsharp } from './csharp/semantic-kernel-csharp.ts';
import { mcpGo } from './go/mcp-go.ts';
import { langchain4j } from './java/langchain4j.ts';
import { mcpJava } from './java/mcp-java.ts';
import { springAi } from './java/spring-ai.ts';
import { agentFramework } from './python/agent-framework.ts';
import { autogen } from './python/autogen.ts';
import { azureAiAgents } from './python/azure-ai-agents.ts';
import { claudeAgentSdk } from './python/claude-agent-sdk.ts';
import { crewai } from './python/crewai.ts';
import { googleAdk } from './python/google-adk.ts';
import { langchain } from './python/langchain.ts';
import { llamaindex } from './python/llamaindex.ts';
import { mcpPython } from './python/mcp-python.ts';
import { modelSdks } from './python/model-sdks.ts';
import { openaiAgents } from './python/openai-agents.ts';
import { pydanticAi } from './python/pydantic-ai.ts';
import { semanticKernel } from './python/semantic-kernel.ts';
import { smolagents } from './python/smolagents.ts';
import { claudeAgentSdkJs } from './typescript/claude-agent-sdk-js.ts';
import { googleAdkJs } from './typescript/google-adk-js.ts';
import { langchainJs } from './typescript/langchain-js.ts';
import { llamaindexTs } from './typescript/llamaindex-ts.ts';
import { mastra } from './typescript/mastra.ts';
import { mcpTypescript } from './typescript/mcp-typescript.ts';
import { modelSdksJs } from './typescript/model-sdks-js.ts';
import { openaiAgentsJs } from './typescript/openai-agents-js.ts';
import { vercelAi } from './typescript/vercel-ai.ts';

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
