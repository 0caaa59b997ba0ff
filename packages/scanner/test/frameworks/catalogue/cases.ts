/** Sources that use every entry of the catalogue, as the frameworks document them, and everything that is found in them. */
import { AGENT_FRAMEWORK_CSHARP_CASES } from './csharp/agent-framework-csharp.ts';
import { MCP_CSHARP_CASES } from './csharp/mcp-csharp.ts';
import { SEMANTIC_KERNEL_CSHARP_CASES } from './csharp/semantic-kernel-csharp.ts';
import type { CatalogueCase } from './find.ts';
import { MCP_GO_CASES } from './go/mcp-go.ts';
import { JAVA_CASES } from './java/java.ts';
import { AGENT_FRAMEWORK_CASES } from './python/agent-framework.ts';
import { AUTOGEN_CASES } from './python/autogen.ts';
import { AZURE_AI_AGENTS_CASES } from './python/azure-ai-agents.ts';
import { CLAUDE_AGENT_SDK_CASES } from './python/claude-agent-sdk.ts';
import { CREWAI_CASES } from './python/crewai.ts';
import { GOOGLE_ADK_CASES } from './python/google-adk.ts';
import { LANGCHAIN_CASES } from './python/langchain.ts';
import { LLAMAINDEX_CASES } from './python/llamaindex.ts';
import { MCP_PYTHON_CASES } from './python/mcp-python.ts';
import { MODEL_SDKS_CASES } from './python/model-sdks.ts';
import { OPENAI_AGENTS_CASES } from './python/openai-agents.ts';
import { PYDANTIC_AI_CASES } from './python/pydantic-ai.ts';
import { SEMANTIC_KERNEL_CASES } from './python/semantic-kernel.ts';
import { SMOLAGENTS_CASES } from './python/smolagents.ts';
import { CLAUDE_AGENT_SDK_JS_CASES } from './typescript/claude-agent-sdk-js.ts';
import { GOOGLE_ADK_JS_CASES } from './typescript/google-adk-js.ts';
import { LANGCHAIN_JS_CASES } from './typescript/langchain-js.ts';
import { LLAMAINDEX_TS_CASES } from './typescript/llamaindex-ts.ts';
import { MASTRA_CASES } from './typescript/mastra.ts';
import { MCP_TYPESCRIPT_CASES } from './typescript/mcp-typescript.ts';
import { MODEL_SDKS_JS_CASES } from './typescript/model-sdks-js.ts';
import { OPENAI_AGENTS_JS_CASES } from './typescript/openai-agents-js.ts';
import { VERCEL_AI_CASES } from './typescript/vercel-ai.ts';

export const CASES: Readonly<Record<string, CatalogueCase>> = {
  ...AGENT_FRAMEWORK_CSHARP_CASES,
  ...MCP_CSHARP_CASES,
  ...SEMANTIC_KERNEL_CSHARP_CASES,
  ...MCP_GO_CASES,
  ...JAVA_CASES,
  ...AGENT_FRAMEWORK_CASES,
  ...AUTOGEN_CASES,
  ...AZURE_AI_AGENTS_CASES,
  ...CLAUDE_AGENT_SDK_CASES,
  ...CREWAI_CASES,
  ...GOOGLE_ADK_CASES,
  ...LANGCHAIN_CASES,
  ...LLAMAINDEX_CASES,
  ...MCP_PYTHON_CASES,
  ...MODEL_SDKS_CASES,
  ...OPENAI_AGENTS_CASES,
  ...PYDANTIC_AI_CASES,
  ...SEMANTIC_KERNEL_CASES,
  ...SMOLAGENTS_CASES,
  ...CLAUDE_AGENT_SDK_JS_CASES,
  ...GOOGLE_ADK_JS_CASES,
  ...LANGCHAIN_JS_CASES,
  ...LLAMAINDEX_TS_CASES,
  ...MASTRA_CASES,
  ...MCP_TYPESCRIPT_CASES,
  ...MODEL_SDKS_JS_CASES,
  ...OPENAI_AGENTS_JS_CASES,
  ...VERCEL_AI_CASES,
};
