import type { CatalogueCase } from '../find.ts';

export const MODEL_SDKS_JS_CASES: Readonly<Record<string, CatalogueCase>> = {
  'SDKs of model providers for JavaScript': {
    sources: {
      'main.ts': `
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import { GoogleGenerativeAI } from '@google/generative-ai';
import { pipeline } from '@huggingface/transformers';
import { Mistral } from '@mistralai/mistralai';
import Groq from 'groq-sdk';
import ollama from 'ollama';
import OpenAI, { AzureOpenAI } from 'openai';

const look = { type: 'function', function: { name: 'look_up', parse: JSON.parse, function: () => 1, parameters: {} } };
export async function ask() {
  await new OpenAI().chat.completions.create({ model: 'm-openai', messages: [] });
  await new AzureOpenAI().chat.completions.create({ model: 'm-azure', messages: [] });
  await new Anthropic().messages.create({ model: 'm-anthropic', max_tokens: 1, messages: [] });
  await new GoogleGenAI({}).models.generateContent({ model: 'm-genai', contents: 'x' });
  new GoogleGenerativeAI(key).getGenerativeModel({ model: 'm-generative' });
  await new Groq().chat.completions.create({ model: 'm-groq', messages: [] });
  await ollama.chat({ model: 'm-ollama', messages: [] });
  await new Mistral({}).chat.complete({ model: 'm-mistral', messages: [] });
  await pipeline('summarization', 'acme/m-pipeline');
  const runner = new OpenAI().chat.completions.runTools({ model: 'm-tools', messages: [], tools: [look] });
}
`,
    },
    found: [
      'agent runner',
      'model acme/m-pipeline (acme)',
      'model m-anthropic (anthropic)',
      'model m-azure (azure)',
      'model m-genai (google)',
      'model m-generative (google)',
      'model m-groq (groq)',
      'model m-mistral (mistral)',
      'model m-ollama (ollama)',
      'model m-openai (openai)',
      'model m-tools (unknown)',
      'runner -models-> m-tools',
      'runner -tools-> look_up',
      'tool look_up',
    ],
  },
};
