import type { CatalogueCase } from '../find.ts';

export const LLAMAINDEX_CASES: Readonly<Record<string, CatalogueCase>> = {
  LlamaIndex: {
    sources: {
      'main.py': `
from llama_index.core.agent import AgentRunner, FunctionCallingAgentWorker, ReActAgent
from llama_index.core.agent.workflow import AgentWorkflow, FunctionAgent
from llama_index.core.tools import FunctionTool, QueryEngineTool
from llama_index.embeddings.huggingface import HuggingFaceEmbedding
from llama_index.llms.anthropic import Anthropic
from llama_index.llms.azure_openai import AzureOpenAI
from llama_index.llms.mistralai import MistralAI
from llama_index.llms.ollama import Ollama
from llama_index.llms.openai import OpenAI
from llama_index.tools.mcp import BasicMCPClient, McpToolSpec

def multiply(a: float, b: float) -> float:
    """Multiplies."""
    return a * b

product = FunctionTool.from_defaults(multiply, name="product")
manual = QueryEngineTool.from_defaults(query_engine=None, name="manual", description="Answers.")
embedding = HuggingFaceEmbedding("BAAI/bge-small")
math = FunctionAgent(name="Math", llm=OpenAI("gpt-4o-mini"), tools=[product])
react = ReActAgent.from_tools([manual], llm=Anthropic("claude-3-5-haiku"))
quick = AgentWorkflow.from_tools_or_functions([multiply], llm=AzureOpenAI(engine="gpt-4o"))
flow = AgentWorkflow(agents=[math], root_agent="Math")
worker = FunctionCallingAgentWorker.from_tools([product], llm=MistralAI(model="mistral-large"))
runner = AgentRunner(worker)
boss = FunctionAgent(name="Boss", llm=Ollama(model="llama3.2"), can_handoff_to=[flow, runner], tools=McpToolSpec(client=BasicMCPClient("https://search.example.com/mcp")).to_tool_list())
`,
    },
    found: [
      'Boss -mcp_servers-> search.example.com',
      'Boss -models-> llama3.2',
      'Boss -sub_agents-> Math',
      'Boss -sub_agents-> worker',
      'Math -models-> gpt-4o-mini',
      'Math -tools-> product',
      'agent Boss',
      'agent Math',
      'agent quick',
      'agent react',
      'agent worker',
      'mcp_server search.example.com (streamable-http)',
      'model BAAI/bge-small (BAAI)',
      'model claude-3-5-haiku (anthropic)',
      'model gpt-4o (azure)',
      'model gpt-4o-mini (openai)',
      'model llama3.2 (ollama)',
      'model mistral-large (mistral)',
      'quick -models-> gpt-4o',
      'quick -tools-> product',
      'react -models-> claude-3-5-haiku',
      'react -tools-> manual',
      'tool manual',
      'tool product',
      'worker -models-> mistral-large',
      'worker -tools-> product',
    ],
  },
  'LlamaIndex, approval': {
    sources: {
      'a.py': `from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.workflow import Context, HumanResponseEvent, InputRequiredEvent

async def danger(ctx: Context) -> str:
    response = await ctx.wait_for_event(HumanResponseEvent, waiter_event=InputRequiredEvent(prefix="Sure?"))
    return response.response

waits = FunctionAgent(name="waits", tools=[danger])
`,
    },
    found: ['agent waits (supervised)', 'tool danger', 'waits -tools-> danger'],
  },
  'LlamaIndex, agents that hand over by name': {
    sources: {
      'a.py': `from llama_index.core.agent.workflow import FunctionAgent

first = FunctionAgent(name="First", can_handoff_to=["Second", "Missing"])
second = FunctionAgent(name="Second")
`,
      'b.py': `from llama_index.core.agent.workflow import FunctionAgent

other = FunctionAgent(name="Second")
`,
    },
    found: ['First -sub_agents-> Second', 'agent First', 'agent Second', 'agent Second'],
  },
  'LlamaIndex, a workflow that executes tools': {
    sources: {
      'a.py': `from llama_index.core.llms import ChatMessage
from llama_index.core.workflow import Context, Workflow, step

def add(a: int) -> int:
    return a

class Desk(Workflow):
    @step
    async def ask(self, ctx: Context, ev):
        model = await ctx.get("model")
        return await model.achat_with_tools([add], chat_history=[])

    @step
    async def act(self, ctx: Context, ev):
        return ChatMessage(role="tool", content="x")

class Once(Workflow):
    @step
    async def ask(self, ctx: Context, ev):
        model = await ctx.get("model")
        return await model.astream_chat_with_tools([add], chat_history=[])

class Streams(Workflow):
    @step
    def ask(self, ctx: Context, ev):
        for call in ctx.get("model").chat_with_tools([add]).tool_calls:
            ctx.get("model").stream_chat_with_tools([add])
`,
    },
    found: ['Desk -tools-> add', 'Streams -tools-> add', 'agent Desk', 'agent Streams', 'tool add'],
  },
  'LlamaIndex, workers, specifications of tools and servers': {
    sources: {
      'a.py': `from llama_index.agent.openai import OpenAIAgentWorker
from llama_index.core.agent import FunctionAgent, QueryPipelineAgentWorker, ReActAgent, ReActAgentWorker
from llama_index.core.llms import CustomLLM
from llama_index.core.tools import QueryPlanTool
from llama_index.core.tools.tool_spec.base import BaseToolSpec
from llama_index.llms.cohere import Cohere
from llama_index.llms.gemini import Gemini
from llama_index.tools.mcp import aget_tools_from_mcp_url

class Orders(BaseToolSpec):
    spec_functions = ["find", ("load", "aload")]

    def find(self, order: str) -> str:
        "Finds."
        return order

    def load(self, order: str) -> str:
        "Loads."
        return order

    async def aload(self, order: str) -> str:
        return order

class Gateway(CustomLLM):
    model: str = "qwen3-max"

class Careful(ReActAgent):
    pass

reader = ReActAgentWorker.from_tools([QueryPlanTool.from_defaults([])], llm=Gemini("models/gemini-1.5-pro")).as_agent()
writer = OpenAIAgentWorker.from_tools([], llm=Gateway()).as_agent()
planner = QueryPipelineAgentWorker(None).as_agent()
clerk = FunctionAgent(name="clerk", llm=Cohere(model="command-r"), tools=Orders().to_tool_list())
careful = Careful.from_tools(Orders().to_tool_list())

async def main():
    guest = FunctionAgent(name="guest", tools=await aget_tools_from_mcp_url("http://127.0.0.1:8000/mcp"))
`,
    },
    found: [
      'agent careful',
      'agent clerk',
      'agent guest',
      'agent planner',
      'agent reader',
      'agent writer',
      'careful -tools-> find',
      'careful -tools-> load',
      'clerk -models-> command-r',
      'clerk -tools-> find',
      'clerk -tools-> load',
      'guest -mcp_servers-> 127.0.0.1',
      'mcp_server 127.0.0.1 (streamable-http)',
      'model command-r (cohere)',
      'model gemini-1.5-pro (google)',
      'model qwen3-max (alibaba)',
      'reader -models-> gemini-1.5-pro',
      'reader -tools-> query_plan_tool',
      'tool find',
      'tool load',
      'tool query_plan_tool',
      'writer -models-> qwen3-max',
    ],
  },
};
