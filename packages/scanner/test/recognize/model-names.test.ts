/** Names of models in lists and settings, without a call that selects them. */
import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

const listed = async (...names: string[]) => {
  const list = names.map((name) => JSON.stringify(name)).join(', ');
  const { names: found } = await scanSources({ 'a.py': `import openai\nMODELS = [${list}]\n` });
  return found('model');
};

describe('a text in a list', () => {
  it('is the name of a model when it has a family and a version', async () => {
    const names = ['gpt-5-mini', 'claude-sonnet-4-5', 'gemini-2.5-pro', 'mistral-large-latest', 'llama3.2:3b'];
    expect(await listed(...names)).toEqual(names.toSorted());
  });

  it('is none when it is a word, a regular expression, a host or a call', async () => {
    const others = ['Gemini', 'gemini', 'GeminiEmbeddingScreen', 'gpt-5(?:-\\w+)?', 'claude-3*', 'gpt-4()'];
    expect(await listed(...others, 'llama-build.llama.svc.cluster.local:8001', 'llama2.example.com')).toEqual([]);
  });
});
