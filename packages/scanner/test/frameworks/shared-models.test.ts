import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

const SETTINGS = `from llama_index.core import Settings
from llama_index.llms.openai import OpenAI
Settings.llm = OpenAI(model="gpt-5-mini")
`;
const AGENTS = `from llama_index.core.agent.workflow import FunctionAgent
from llama_index.llms.anthropic import Anthropic
shared = FunctionAgent(name="shared", tools=[])
own = FunctionAgent(name="own", tools=[], llm=Anthropic(model="claude-sonnet-4-5"))
`;

describe('the model of the settings of LlamaIndex', () => {
  it('is that of agents without one of their own, also from another file', async () => {
    const { relations } = await scanSources({
      'app/settings.py': SETTINGS,
      'app/agents.py': `from . import settings\n${AGENTS}`,
    });
    expect(relations('models')).toEqual(['own -models-> claude-sonnet-4-5', 'shared -models-> gpt-5-mini']);
  });

  it('is that of its own file first', async () => {
    const { relations } = await scanSources({
      'app/settings.py': SETTINGS,
      'app/agents.py': `from . import settings\nfrom llama_index.core import Settings
from llama_index.llms.openai import OpenAI
Settings.llm = OpenAI(model="gpt-5")
${AGENTS}`,
    });
    expect(relations('models')).toEqual(['own -models-> claude-sonnet-4-5', 'shared -models-> gpt-5']);
  });

  it('is that of agents in TypeScript', async () => {
    const { relations } = await scanSources({
      'agent.ts': `import { agent, Settings } from 'llamaindex';
import { openai } from '@llamaindex/openai';
Settings.llm = openai({ model: 'gpt-4o' });
export const helper = agent({ tools: [] });
`,
    });
    expect(relations('models')).toEqual(['helper -models-> gpt-4o']);
  });

  it.each<[string, Record<string, string>]>([
    ['settings of a file that nothing connects', { 'other/settings.py': SETTINGS, 'app/agents.py': AGENTS }],
    [
      'settings of another package',
      { 'app/agents.py': `from desk import Settings\nSettings.llm = "gpt-5"\n${AGENTS}` },
    ],
    [
      'the setting for embeddings',
      { 'app/agents.py': `${SETTINGS.replace('Settings.llm', 'Settings.embed_model')}${AGENTS}` },
    ],
    ['settings of a test', { 'tests/settings.py': `import app.agents\n${SETTINGS}`, 'app/agents.py': AGENTS }],
  ])('is none: %s', async (_, files) => {
    const { relations } = await scanSources(files);
    expect(relations('models')).toEqual(['own -models-> claude-sonnet-4-5']);
  });
});

describe('a default for one of several providers', () => {
  it('is a model of those that can have it', async () => {
    const { report } = await scanSources({
      'client.py': `from langchain_anthropic import ChatAnthropic
from langchain_deepseek import ChatDeepSeek
from langchain_aws import ChatBedrockConverse
from langchain_openai import ChatOpenAI
from langchain_xai import ChatXAI
DEFAULT = "claude-sonnet-4-5"
def make(provider, model=DEFAULT):
    if provider == "anthropic":
        return ChatAnthropic(model=model)
    if provider == "deepseek":
        return ChatDeepSeek(model=model)
    if provider == "xai":
        return ChatXAI(model=model)
    if provider == "bedrock":
        return ChatBedrockConverse(model=model)
    return ChatOpenAI(model=model)
open_weights = ChatXAI(model="llama-3.3")
`,
    });
    const models = report.objects.flatMap(({ kind, fields }) =>
      kind === 'model' ? [(fields as { provider_name?: string }).provider_name] : [],
    );
    expect(models.sort()).toEqual(['anthropic', 'aws-bedrock', 'xai']);
  });
});
