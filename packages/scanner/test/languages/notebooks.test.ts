import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

const PYTHON =
  'from langchain.agents import create_agent\nagent = create_agent("openai:gpt-5", tools=[], name="clerk")';

function notebook(cells: readonly object[], metadata: object): Record<string, string> {
  return { 'desk/a.ipynb': JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }) };
}

const code = (source: string) => ({ cell_type: 'code', source });

describe('notebooks', () => {
  it.each([
    ['python', { kernelspec: { name: 'python3', language: 'python' } }],
    ['python3', { kernelspec: { name: 'conda', language: 'python3' } }],
    ['no language', { kernelspec: { name: 'python3' } }],
    ['the language of the file', { language_info: { name: 'ipython' } }],
    ['no metadata', {}],
  ])('are read when the kernel says %s', async (_, metadata) => {
    const { relations } = await scanSources(notebook([code(PYTHON)], metadata));
    expect(relations('models')).toEqual(['clerk -models-> gpt-5']);
  });

  it.each(['R', 'julia', 'scala'])('are not read as Python when they are in %s', async (language) => {
    const { relations } = await scanSources(notebook([code(PYTHON)], { kernelspec: { name: 'x', language } }));
    expect(relations('models')).toEqual([]);
  });

  it('are read in version 3 of the format', async () => {
    const { relations } = await scanSources({
      'desk/a.ipynb': JSON.stringify({
        worksheets: [{ cells: [{ cell_type: 'code', input: PYTHON.split(/(?<=\n)/), language: 'python' }] }],
        nbformat: 3,
      }),
    });
    expect(relations('models')).toEqual(['clerk -models-> gpt-5']);
  });

  it('are read in TypeScript', async () => {
    const source = `import { createAgent, tool } from "langchain";
const look = tool(() => 1, { name: "look" });
const agent = createAgent({ name: "clerk", model: "openai:gpt-5", tools: [look] });`;
    const { relations } = await scanSources(
      notebook([code(source)], { kernelspec: { name: 'deno', language: 'typescript' } }),
    );
    expect(relations('tools')).toEqual(['clerk -tools-> look']);
  });

  it('have no code in the further lines of a command', async () => {
    const command = '!echo \\\nghost = create_agent("openai:o3", tools=[], name="ghost")';
    const { relations } = await scanSources(notebook([code(`${PYTHON}\n${command}\nprint(agent)`)], {}));
    expect(relations('models')).toEqual(['clerk -models-> gpt-5']);
  });
});
