/** Values that depend on how a function is called, and on the types of its parameters. */
import { describe, expect, it } from 'vitest';
import { scanSources } from './scan-sources.ts';

describe('a function that is called with flags', () => {
  const SOURCE = {
    'tools.py': `
from langchain_core.tools import tool

@tool
def search(query: str) -> str:
    """Searches."""
    return query

@tool
def mail(text: str) -> str:
    """Mails."""
    return text

def get_tools(include_mail: bool = False):
    tools = [search]
    if include_mail:
        tools.append(mail)
    return tools
`,
    'plain.py': `
from langgraph.prebuilt import create_react_agent
from tools import get_tools
plain = create_react_agent("openai:gpt-4.1", tools=get_tools(), name="plain")
`,
  };

  it('returns what the flag of the call allows', async () => {
    const { relations } = await scanSources({
      ...SOURCE,
      'full.py': SOURCE['plain.py'].replaceAll('plain', 'full').replace('get_tools()', 'get_tools(include_mail=True)'),
    });
    expect(relations('tools')).toEqual(['full -tools-> mail', 'full -tools-> search', 'plain -tools-> search']);
  });

  it('may return everything when the flag is not known', async () => {
    const { relations } = await scanSources({
      ...SOURCE,
      'unsure.py': SOURCE['plain.py'].replaceAll('plain', 'unsure').replace('get_tools()', 'get_tools(input())'),
    });
    expect(relations('tools')).toEqual(['plain -tools-> search', 'unsure -tools-> mail', 'unsure -tools-> search']);
  });

  it('works the same way in TypeScript', async () => {
    const { relations } = await scanSources({
      'agent.ts': `
import { Agent, tool } from '@openai/agents';
const search = tool({ name: 'search', parameters: {} });
const mail = tool({ name: 'mail', parameters: {} });
function getTools(includeMail = false) {
  const tools = [search];
  if (includeMail) {
    tools.push(mail);
  } else {
    console.log('none');
  }
  return tools;
}
export const plain = new Agent({ name: 'plain', tools: getTools() });
export const full = new Agent({ name: 'full', tools: getTools(true) });
`,
    });
    expect(relations('tools')).toEqual(['full -tools-> mail', 'full -tools-> search', 'plain -tools-> search']);
  });
});

describe('a parameter of a generic type', () => {
  it('passes an object of the first parameter of the type', async () => {
    const { relations } = await scanSources({
      'graph.py': `
from dataclasses import dataclass, field
from langchain.chat_models import init_chat_model
from langgraph.graph import StateGraph
from langgraph.runtime import Runtime

@dataclass
class Context:
    model: str = field(default="anthropic/claude-sonnet-4-5")

def load(full_name: str):
    provider, name = full_name.split("/", maxsplit=1)
    return init_chat_model(name, model_provider=provider)

async def call_model(state: dict, runtime: Runtime[Context]):
    return await load(runtime.context.model).ainvoke(state)

builder = StateGraph(dict)
builder.add_node("call_model", call_model)
graph = builder.compile(name="desk")
`,
    });
    expect(relations()).toEqual(['desk -models-> claude-sonnet-4-5']);
  });
});

describe('the items of what a library returns', () => {
  it('are those of the library', async () => {
    const { relations } = await scanSources({
      'main.py': `
from langchain_mcp_adapters.client import MultiServerMCPClient
from langgraph.prebuilt import create_react_agent

async def main():
    client = MultiServerMCPClient({"weather": {"url": "https://weather.example.com/mcp", "transport": "http"}})
    tools = [each for each in await client.get_tools() if each.name == "now"]
    return create_react_agent("openai:gpt-4.1", tools=tools, name="desk")
`,
    });
    expect(relations('mcp_servers')).toEqual(['desk -mcp_servers-> weather']);
  });
});

describe('langgraph.json', () => {
  it('names the graph that an exported function call returns', async () => {
    const { names, relations } = await scanSources({
      'langgraph.json': '{ "graphs": { "desk": "./src/graph.ts:desk" } }',
      'src/graph.ts': `
import { StateGraph } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
const call = async (state) => new ChatOpenAI({ model: 'gpt-4.1' }).invoke(state);
const createDesk = async () => {
  const builder = new StateGraph(State).addNode('call', call);
  return builder.compile();
};
export const desk = createDesk();
`,
    });
    expect(names('agent')).toEqual(['desk']);
    expect(relations()).toEqual(['desk -models-> gpt-4.1']);
  });
});

describe('tools that a helper binds', () => {
  it('belong to the graph whose node calls the model', async () => {
    const { relations } = await scanSources({
      'graph.py': `
from langchain.chat_models import init_chat_model
from langchain_core.tools import tool
from langgraph.graph import StateGraph

@tool
def search(query: str) -> str:
    """Searches."""
    return query

def setup():
    model = init_chat_model("openai:gpt-4.1")
    return {"plain": model, "bound": model.bind_tools([search])}

def classify(state):
    return setup()["plain"].invoke(state)

def work(state):
    return setup()["bound"].invoke(state)

router = StateGraph(dict)
router.add_node("classify", classify)
first = router.compile(name="first")
worker = StateGraph(dict)
worker.add_node("work", work)
second = worker.compile(name="second")
`,
    });
    expect(relations('tools')).toEqual(['second -tools-> search']);
  });
});

describe('the URL of a server', () => {
  it('that is not a URI does not invalidate the scan document', async () => {
    const { report } = await scanSources({
      'main.py': `
from langchain_mcp_adapters.client import MultiServerMCPClient
client = MultiServerMCPClient({"odd": {"url": "https://odd.example.com/a|b[c]/100%", "transport": "http"}})
`,
    });
    const [server] = report.document.objects.filter((each) => each.object_type === 'mcp_server');
    expect(server?.url).toBe('https://odd.example.com/a%7Cb%5Bc%5D/100%25');
  });
});

describe('functions of the same name in folders that nothing connects', () => {
  it('have the values of their own calls, however many others there are', { tags: ['long'] }, async () => {
    const files = Object.fromEntries(
      Array.from({ length: 420 }, (_, index) => [
        `service-${String(index).padStart(3, '0')}/app.py`,
        `from agents import Agent\n\ndef build(name):\n    return Agent(name=name)\n\nbuild("agent-${index}")\n`,
      ]),
    );
    const { names } = await scanSources(files);
    expect(names('agent')).toHaveLength(420);
    expect(names('agent')).toContain('agent-419');
    expect(names('agent').filter((name) => !/^agent-\d+$/.test(name))).toEqual([]);
  });
});
