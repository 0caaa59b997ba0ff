/** Calls that wait for a person, loops that an SDK runs, and tools of builders. */
import type { CatalogueCase } from './find.ts';

export const LATER_CASES: Readonly<Record<string, CatalogueCase>> = {
  'LangGraph, approval': {
    sources: {
      'a.py': `from langchain.agents import create_agent
from langchain_core.tools import tool
from langgraph.types import interrupt

@tool
def ask(text: str) -> str:
    "Asks."
    return interrupt({"question": text})

asks = create_agent("openai:gpt-5", tools=[ask], name="asks")
`,
    },
    found: ['agent asks (supervised)', 'asks -models-> gpt-5', 'asks -tools-> ask', 'model gpt-5 (openai)', 'tool ask'],
  },
  'CrewAI, approval': {
    sources: {
      'a.py': `from crewai import Agent, Task
writer = Agent(role="Writer", goal="x", backstory="y")
draft = Task(description="x", expected_output="y", agent=writer, human_input=True)
`,
    },
    found: ['agent Writer (supervised)'],
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
  'Pydantic AI, approval': {
    sources: {
      'a.py': `from pydantic_ai import Agent, ApprovalRequired, RunContext
waits = Agent("openai:gpt-5", name="waits")

@waits.tool
def update(ctx: RunContext, path: str) -> str:
    if path == ".env":
        raise ApprovalRequired()
    return path
`,
    },
    found: [
      'agent waits (supervised)',
      'model gpt-5 (openai)',
      'tool update',
      'waits -models-> gpt-5',
      'waits -tools-> update',
    ],
  },
  'Google ADK, approval': {
    sources: {
      'a.py': `from google.adk.agents import Agent
from google.adk.tools import ToolContext

def book(days: int, tool_context: ToolContext) -> str:
    tool_context.request_confirmation(hint="Approve?")
    return "x"

waits = Agent(name="waits", model="gemini-2.5-flash", tools=[book])
`,
    },
    found: [
      'agent waits (supervised)',
      'model gemini-2.5-flash (google)',
      'tool book',
      'waits -models-> gemini-2.5-flash',
      'waits -tools-> book',
    ],
  },
  'Anthropic, runner of tools': {
    sources: {
      'a.py': `from anthropic import Anthropic, beta_tool
client = Anthropic()

@beta_tool
def area(radius: float) -> str: return "x"

runner = client.beta.messages.tool_runner(model="claude-sonnet-4-5", tools=[area], messages=[])
`,
    },
    found: [
      'agent runner',
      'model claude-sonnet-4-5 (anthropic)',
      'runner -models-> claude-sonnet-4-5',
      'runner -tools-> area',
      'tool area',
    ],
  },
  'LangGraph for JavaScript, approval': {
    sources: {
      'a.ts': `import { createAgent, tool } from 'langchain';
import { interrupt } from '@langchain/langgraph';
const ask = tool(async () => interrupt('Sure?'), { name: 'ask', description: 'x' });
export const asks = createAgent({ name: 'asks', model: 'openai:gpt-5', tools: [ask] });
`,
    },
    found: ['agent asks (supervised)', 'asks -models-> gpt-5', 'asks -tools-> ask', 'model gpt-5 (openai)', 'tool ask'],
  },
  'Java, builders of tools': {
    sources: {
      'src/main/java/desk/Beans.java': `package desk;
import io.modelcontextprotocol.spec.McpSchema;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.function.FunctionToolCallback;
class Beans {
  ToolCallback order() {
    return FunctionToolCallback.builder("order_stock", (Input input) -> input.text()).inputType(Input.class).build();
  }
  Object back() {
    return McpSchema.Tool.builder().name("return_stock").description("Takes stock back.").build();
  }
}
`,
    },
    found: ['tool order_stock', 'tool return_stock'],
  },
};
