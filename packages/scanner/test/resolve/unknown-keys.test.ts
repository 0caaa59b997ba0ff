/** Dictionaries whose keys are unknown. */
import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

describe('a tool that is named after the key of a dictionary', () => {
  const loop = (entries: string, iteration: string) => `from agents import Agent, FunctionTool
handlers = ${entries}
tools = [FunctionTool(name=name, description="x", params_json_schema={}, on_invoke_tool=run) for ${iteration}]
desk = Agent(name="Desk", tools=tools)
`;

  it('has no name when the key is not known', async () => {
    const { names } = await scanSources({
      'a.py': loop('{build(): 1}', 'name, run in handlers.items()'),
      'b.py': loop('{build(): 1}', 'name in handlers'),
      'c.py': loop('{build(): 1}', 'name in handlers.keys()'),
    });
    expect(names('tool').filter((name) => name.startsWith('?'))).toEqual([]);
  });

  it('has the name of a known key', async () => {
    const { names } = await scanSources({ 'a.py': loop('{"look_up": 1}', 'name, run in handlers.items()') });
    expect(names('tool')).toEqual(['look_up']);
  });
});
