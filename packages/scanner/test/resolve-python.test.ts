/** Statements and libraries of Python that decide values: global names, class methods, `match`, and lists that libraries return. */
import { describe, expect, it } from 'vitest';
import { scanSources } from './scan-sources.ts';

describe('a setting that a class method creates', () => {
  it('has the fields of the class through which the method is called', async () => {
    const { relations } = await scanSources({
      'desk/settings.py': `
from dataclasses import dataclass, field, fields

@dataclass(kw_only=True)
class Base:
    encoder: str = field(default="openai/text-embedding-3-large")

    @classmethod
    def of_config(cls, config=None):
        known = {each.name for each in fields(cls)}
        return cls(**{key: value for key, value in (config or {}).items() if key in known})

@dataclass(kw_only=True)
class Settings(Base):
    model: str = field(default="anthropic/claude-sonnet-4-5")
`,
      'desk/graph.py': `
from langchain.chat_models import init_chat_model
from langgraph.graph import StateGraph
from desk.settings import Settings

def answer(state, config):
    settings = Settings.of_config(config)
    return init_chat_model(settings.model).invoke(settings.encoder)

builder = StateGraph(dict)
builder.add_node(answer)
desk = builder.compile()
`,
    });
    expect(relations()).toEqual(['desk -models-> claude-sonnet-4-5']);
  });
});

describe('a match statement', () => {
  it('has the calls of all its cases', async () => {
    const { names } = await scanSources({
      'encoders.py': `
def encoder_of(kind: str):
    match kind:
        case "openai":
            from langchain_openai import OpenAIEmbeddings
            return OpenAIEmbeddings(model="text-embedding-3-small")
        case "cohere" | "other":
            from langchain_cohere import CohereEmbeddings
            return CohereEmbeddings(model="embed-english-v3.0")
        case _:
            raise ValueError(kind)
`,
    });
    expect(names('model')).toEqual(['embed-english-v3.0', 'text-embedding-3-small']);
  });
});

describe('a global name', () => {
  const SOURCE = `
Encoder = None
NAME = "sentence-transformers/all-MiniLM-L6-v2"

def load():
    global Encoder
    try:
        from sentence_transformers import SentenceTransformer
        Encoder = SentenceTransformer
    except ImportError:
        pass

def encode(text):
    return Encoder(NAME).encode(text)
`;

  it('has the values that functions assign to it', async () => {
    const { names } = await scanSources({ 'encode.py': SOURCE });
    expect(names('model')).toEqual([expect.stringContaining('all-MiniLM-L6-v2')]);
  });

  it('is another one than a local name of the same text', async () => {
    const { names } = await scanSources({ 'encode.py': SOURCE.replace('    global Encoder\n', '') });
    expect(names('model')).toEqual([]);
  });
});

describe('a list that a library returns', () => {
  it('also has the items that are added to it', async () => {
    const { relations } = await scanSources({
      'desk.py': `
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.tools.yahoo_finance import YahooFinanceToolSpec

def multiply(a: float, b: float) -> float:
    """Multiplies."""
    return a * b

def add(a: float, b: float) -> float:
    """Adds."""
    return a + b

tools = YahooFinanceToolSpec().to_tool_list()
tools.extend([multiply])
tools.append(add)
desk = FunctionAgent(name="Desk", tools=tools)
`,
    });
    expect(relations('tools')).toEqual(['Desk -tools-> add', 'Desk -tools-> multiply']);
  });

  it('stands for its parts when it is taken apart', async () => {
    const { relations } = await scanSources({
      'desk.py': `
from semantic_kernel.agents import OpenAIAssistantAgent

tools, resources = OpenAIAssistantAgent.configure_code_interpreter_tool()
desk = OpenAIAssistantAgent(name="Desk", plugins=tools)
`,
    });
    expect(relations('tools')).toEqual(['Desk -tools-> code_interpreter']);
  });
});
