import { expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

it('a name beside the identifier of a model in a catalogue is no further model', async () => {
  const { names } = await scanSources({
    'models.ts': `import { generateText } from 'ai';
export const models = [
  { id: 'openai/gpt-5', name: 'GPT-5' },
  { value: 'claude-sonnet-4-5', label: 'Claude-Sonnet-4.5' },
  { id: 'first', name: 'gpt-4.1-mini' },
];
export const run = (model: string) => generateText({ model, prompt: 'x' });
`,
  });
  expect(names('model')).toEqual(['claude-sonnet-4-5', 'gpt-4.1-mini', 'gpt-5']);
});
