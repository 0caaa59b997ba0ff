import type { CatalogueCase } from '../find.ts';

export const LLAMAINDEX_TS_CASES: Readonly<Record<string, CatalogueCase>> = {
  'LlamaIndex for TypeScript': {
    sources: {
      'main.ts': `
import { FunctionTool, OpenAIAgent, QueryEngineTool, WikipediaTool } from 'llamaindex';
import { agent } from '@llamaindex/workflow';
import { openai } from '@llamaindex/openai';
import { documentGenerator, duckduckgo, imageGenerator, interpreter, mcp, weather, wiki } from '@llamaindex/tools';

const sum = FunctionTool.from(({ a, b }) => a + b, { name: 'sum', description: 'Adds.', parameters: {} });
const product = new FunctionTool(({ a, b }) => a * b, { name: 'product', description: 'Multiplies.', parameters: {} });
const manual = new QueryEngineTool({ queryEngine, metadata: { name: 'manual', description: 'Answers.' } });
const server = mcp({ clientName: 'files', command: 'npx', args: ['-y', 'files-mcp'] });
export const maths = agent({ name: 'Maths', llm: openai({ model: 'gpt-4o' }), tools: [sum, product, manual] });
export const desk = new OpenAIAgent({
  name: 'Desk',
  tools: [wiki(), duckduckgo(), weather(), interpreter({}), imageGenerator({}), documentGenerator({}), new WikipediaTool(), ...(await server.tools())],
});
`,
    },
    found: [
      'Desk -mcp_servers-> files',
      'Desk -tools-> document_generator',
      'Desk -tools-> duckduckgo_search',
      'Desk -tools-> get_weather',
      'Desk -tools-> image_generator',
      'Desk -tools-> interpreter',
      'Desk -tools-> wiki',
      'Desk -tools-> wikipedia_tool',
      'Maths -models-> gpt-4o',
      'Maths -tools-> manual',
      'Maths -tools-> product',
      'Maths -tools-> sum',
      'agent Desk',
      'agent Maths',
      'mcp_server files (stdio)',
      'model gpt-4o (openai)',
      'tool document_generator',
      'tool duckduckgo_search',
      'tool get_weather',
      'tool image_generator',
      'tool interpreter',
      'tool manual',
      'tool product',
      'tool sum',
      'tool wiki',
      'tool wikipedia_tool',
    ],
  },
  'Models of LlamaIndex for TypeScript': {
    sources: {
      'models.ts': `
import { OpenAIResponses as Model0 } from '@llamaindex/openai';
import { anthropic as Model1 } from '@llamaindex/anthropic';
import { gemini as Model2 } from '@llamaindex/google';
import { ollama as Model3 } from '@llamaindex/ollama';
import { mistral as Model4 } from '@llamaindex/mistral';
import { groq as Model5 } from '@llamaindex/groq';
import { deepseek as Model6 } from '@llamaindex/deepseek';
import { AzureOpenAI as Model7 } from '@llamaindex/azure';
import { bedrock as Model8 } from '@llamaindex/aws';
import { HuggingFaceLLM as Model9 } from '@llamaindex/huggingface';
import { FireworksLLM as Model10 } from '@llamaindex/fireworks';
import { TogetherLLM as Model11 } from '@llamaindex/together';
import { OpenAI as Model12 } from 'llamaindex';
import { Anthropic as Model13 } from 'llamaindex';
import { Ollama as Model14 } from 'llamaindex';
import { Gemini as Model15 } from 'llamaindex';
import { MistralAI as Model16 } from 'llamaindex';

export const models = [
  new Model0({ model: 'm-0-openai' }),
  Model1({ model: 'm-1-anthropic' }),
  Model2({ model: 'm-2-google' }),
  Model3({ model: 'm-3-ollama' }),
  Model4({ model: 'm-4-mistral' }),
  Model5({ model: 'm-5-groq' }),
  Model6({ model: 'm-6-deepseek' }),
  new Model7({ model: 'm-7-azure' }),
  Model8({ model: 'm-8-aws-bedrock' }),
  new Model9({ model: 'm-9-huggingface' }),
  new Model10({ model: 'm-10-fireworks' }),
  new Model11({ model: 'm-11-together' }),
  new Model12({ model: 'm-12-openai' }),
  new Model13({ model: 'm-13-anthropic' }),
  new Model14({ model: 'm-14-ollama' }),
  new Model15({ model: 'm-15-google' }),
  new Model16({ model: 'm-16-mistral' }),
];
`,
    },
    found: [
      'model m-0-openai (openai)',
      'model m-1-anthropic (anthropic)',
      'model m-10-fireworks (fireworks)',
      'model m-11-together (together)',
      'model m-12-openai (openai)',
      'model m-13-anthropic (anthropic)',
      'model m-14-ollama (ollama)',
      'model m-15-google (google)',
      'model m-16-mistral (mistral)',
      'model m-2-google (google)',
      'model m-3-ollama (ollama)',
      'model m-4-mistral (mistral)',
      'model m-5-groq (groq)',
      'model m-6-deepseek (deepseek)',
      'model m-7-azure (azure)',
      'model m-8-aws-bedrock (aws-bedrock)',
      'model m-9-huggingface (huggingface)',
    ],
  },
  'LlamaIndex (TypeScript), a loop that executes tools': {
    sources: {
      'a.ts': `import { openai } from '@llamaindex/openai';
import { tool } from 'llamaindex';

async function ask() {
  const llm = openai({ model: 'gpt-5' });
  for (;;) {
    const { toolCalls } = await llm.exec({ messages: [], tools: [tool({ name: 'weather', parameters: {} })] });
    if (toolCalls.length === 0) return;
  }
}
`,
    },
    found: ['agent ask', 'ask -models-> gpt-5', 'ask -tools-> weather', 'model gpt-5 (openai)', 'tool weather'],
  },
};
