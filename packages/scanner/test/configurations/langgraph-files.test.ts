import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

const SERVER = `from langgraph.prebuilt import create_react_agent
from .tracing import traced

async def get_agent(config):
    return create_react_agent("openai:gpt-5", tools=[]).with_config(config)

traced_agent = traced(get_agent, "desk")
`;
const TRACING = `import contextlib

def traced(factory, project):
    @contextlib.asynccontextmanager
    async def entrypoint(config):
        graph = await factory(config)
        with context(project):
            yield graph
    return entrypoint
`;

async function agents(files: Record<string, string>) {
  const { report } = await scanSources(files);
  return report.objects
    .filter(({ kind }) => kind === 'agent')
    .map(({ name, fields, locations }) => [name, 'entry_point' in fields && fields.entry_point, locations.length]);
}

describe('a graph that langgraph.json registers', () => {
  it.each<[string, string, string, string]>([
    ['the path of a file', './desk/server.py:get_agent', 'desk/server.py', 'get_agent'],
    ['the name of a module', 'desk.server:get_agent', 'desk/server.py', 'get_agent'],
    ['a module that imports it', 'desk.graphs.agent:get_agent', 'desk/graphs/agent.py', 'get_agent'],
    ['a function that wraps the one that creates it', 'desk.server:traced_agent', 'desk/server.py', 'traced_agent'],
    ['a wrapped one that a module imports', 'desk.graphs.agent:traced_agent', 'desk/graphs/agent.py', 'traced_agent'],
  ])('is the one of the code: %s', async (_, target, file, name) => {
    const found = await agents({
      'langgraph.json': JSON.stringify({ graphs: { desk: target } }),
      'desk/__init__.py': '',
      'desk/server.py': SERVER,
      'desk/tracing.py': TRACING,
      'desk/graphs/__init__.py': '',
      'desk/graphs/agent.py': 'from desk.server import get_agent, traced_agent\n',
    });
    expect(found).toEqual([['desk', `${file}:${name}`, 2]]);
  });

  it('is the one that its own call wraps, when several graphs share the wrapper', async () => {
    const desk = (name: string) => SERVER.replaceAll('get_agent', `get_${name}`).replaceAll('traced_agent', name);
    const found = await agents({
      'langgraph.json': JSON.stringify({ graphs: { desk: 'desk.server:desk', berth: 'desk.berth:berth' } }),
      'desk/__init__.py': '',
      'desk/server.py': desk('desk'),
      'desk/berth.py': desk('berth'),
      'desk/tracing.py': TRACING,
    });
    expect(found.toSorted()).toEqual([
      ['berth', 'desk/berth.py:berth', 2],
      ['desk', 'desk/server.py:desk', 2],
    ]);
  });

  it('is one in the folder of sources', async () => {
    const found = await agents({
      'langgraph.json': JSON.stringify({ graphs: { desk: { path: 'desk.server:get_agent' } } }),
      'src/desk/__init__.py': '',
      'src/desk/server.py': SERVER.replace('from .tracing', 'from desk.tracing'),
      'src/desk/tracing.py': TRACING,
    });
    expect(found).toEqual([['desk', 'src/desk/server.py:get_agent', 2]]);
  });

  it('is a separate agent when the code does not define it', async () => {
    const found = await agents({
      'langgraph.json': JSON.stringify({ graphs: { desk: './desk/missing.py:graph' } }),
      'desk/server.py': SERVER,
      'desk/tracing.py': TRACING,
    });
    expect(found).toEqual([
      ['get_agent', false, 1],
      ['desk', 'desk/missing.py:graph', 1],
    ]);
  });
});
