import { describe, expect, it } from 'vitest';
import { scanSources } from '../scan-sources.ts';

/** The agents of files with their tools and models. */
async function agents(files: Record<string, string>) {
  const { report } = await scanSources(files);
  return Object.fromEntries(
    report.objects
      .filter(({ kind }) => kind === 'agent')
      .map((agent) => {
        const related = (edge: string) =>
          report.relations
            .filter((each) => each.from === agent && each.edge === edge)
            .map(({ to }) => to.name)
            .sort();
        return [
          agent.name,
          { tools: related('tools'), models: related('models'), confidence: agent.labels.get('confidence') },
        ];
      }),
  );
}

const OPENAI_TOOLS = `TOOLS = [
    {"type": "function", "function": {"name": "get_weather", "description": "Weather", "parameters": {"type": "object", "properties": {}}}},
    {"type": "function", "function": {"name": "book", "description": "Books", "parameters": {"type": "object", "properties": {}}}},
]
`;

describe('a call of a model with tools in a loop', () => {
  it.each<[string, string, string, object]>([
    [
      'while, OpenAI',
      'weather.py',
      `import json
from openai import OpenAI
client = OpenAI()
${OPENAI_TOOLS}
def weather_agent(question):
    messages = [{"role": "user", "content": question}]
    while True:
        response = client.chat.completions.create(model="gpt-4.1", messages=messages, tools=TOOLS)
        message = response.choices[0].message
        if not message.tool_calls:
            return message.content
        for call in message.tool_calls:
            messages.append({"role": "tool", "tool_call_id": call.id, "content": run(call)})
`,
      { weather_agent: { tools: ['book', 'get_weather'], models: ['gpt-4.1'], confidence: '0.8' } },
    ],
    [
      'a limited number of turns, Responses API',
      'turns.py',
      `from openai import OpenAI
def research(client: OpenAI, items):
    for turn in range(10):
        response = client.responses.create(model="gpt-5", input=items, instructions="Research.", tools=[{"type": "web_search"}, {"type": "function", "name": "save", "description": "Saves", "parameters": {}}])
        calls = [item for item in response.output if item.type == "function_call"]
        if not calls:
            break
        for call in calls:
            items.append({"type": "function_call_output", "call_id": call.call_id, "output": "x"})
`,
      { research: { tools: ['save', 'web_search'], models: ['gpt-5'], confidence: '0.8' } },
    ],
    [
      'a class of Anthropic',
      'coder/agent.py',
      `import anthropic
TOOLS = [{"name": "read_file", "description": "Reads", "input_schema": {"type": "object"}}, {"type": "bash_20250124", "name": "bash"}]
class CodingAgent:
    def __init__(self):
        self.client = anthropic.Anthropic()
    def call_model(self, messages):
        return self.client.messages.create(model="claude-sonnet-4-5", max_tokens=1000, system="Code.", tools=TOOLS, messages=messages)
    def run(self):
        messages = []
        while True:
            response = self.call_model(messages)
            results = []
            for block in response.content:
                if block.type == "tool_use":
                    results.append({"type": "tool_result", "tool_use_id": block.id, "content": "x"})
            if not results:
                return
            messages.append({"role": "user", "content": results})
`,
      { CodingAgent: { tools: ['bash', 'read_file'], models: ['claude-sonnet-4-5'], confidence: '0.8' } },
    ],
    [
      'a session of Gemini',
      'gem.py',
      `from google import genai
from google.genai import types
client = genai.Client()
lookup = types.FunctionDeclaration(name="lookup", description="Looks up", parameters={})
def assistant():
    chat = client.chats.create(model="gemini-2.5-flash", config=types.GenerateContentConfig(tools=[types.Tool(function_declarations=[lookup])]))
    response = chat.send_message("Hello")
    while response.function_calls:
        parts = [types.Part.from_function_response(name=c.name, response={}) for c in response.function_calls]
        response = chat.send_message(parts)
`,
      { assistant: { tools: ['lookup'], models: ['gemini-2.5-flash'], confidence: '0.8' } },
    ],
    [
      'recursion in TypeScript, OpenAI',
      'loop.ts',
      `import OpenAI from 'openai';
const client = new OpenAI();
const tools = [{ type: 'function' as const, function: { name: 'search', description: 'Searches', parameters: { type: 'object' } } }];
export async function runTurn(messages: any[]): Promise<string> {
  const response = await client.chat.completions.create({ model: 'gpt-4o', messages, tools });
  const message = response.choices[0].message;
  if (!message.tool_calls) return message.content;
  for (const call of message.tool_calls) messages.push({ role: 'tool', tool_call_id: call.id, content: await execute(call) });
  return runTurn(messages);
}
`,
      { runTurn: { tools: ['search'], models: ['gpt-4o'], confidence: '0.8' } },
    ],
    [
      'a loop in TypeScript, Anthropic',
      'agent.ts',
      `import Anthropic from '@anthropic-ai/sdk';
const anthropic = new Anthropic();
export class Helper {
  async run(messages: any[]) {
    for (let turn = 0; turn < 20; turn++) {
      const response = await anthropic.messages.create({ model: 'claude-haiku-4-5', max_tokens: 100, messages, tools: [{ name: 'grep', description: 'Greps', input_schema: { type: 'object' } }] });
      if (response.stop_reason !== 'tool_use') return response;
      const results = response.content.filter((block) => block.type === 'tool_use').map((block) => ({ type: 'tool_result', tool_use_id: block.id, content: 'x' }));
      messages.push({ role: 'user', content: results });
    }
  }
}
`,
      { Helper: { tools: ['grep'], models: ['claude-haiku-4-5'], confidence: '0.8' } },
    ],
    [
      'a loop in TypeScript, Gemini',
      'gem.ts',
      `import { GoogleGenAI } from '@google/genai';
const ai = new GoogleGenAI({ apiKey: key });
export async function desk(contents: any[]) {
  while (true) {
    const result = await ai.models.generateContent({ model: 'gemini-2.5-pro', contents, config: { tools: [{ functionDeclarations: [{ name: 'dim', description: 'Dims', parameters: {} }] }] } });
    if (!result.functionCalls) return result.text;
    contents.push({ role: 'user', parts: result.functionCalls.map((call) => ({ functionResponse: { name: call.name, response: {} } })) });
  }
}
`,
      { desk: { tools: ['dim'], models: ['gemini-2.5-pro'], confidence: '0.8' } },
    ],
    [
      'Bedrock, while',
      'bedrock.py',
      `import boto3
client = boto3.client("bedrock-runtime")
TOOLS = {"tools": [{"toolSpec": {"name": "top_song", "description": "Song", "inputSchema": {"json": {"type": "object"}}}}]}
def generate(messages):
    response = client.converse(modelId="anthropic.claude-3-haiku-20240307-v1:0", messages=messages, toolConfig=TOOLS)
    while response["stopReason"] == "tool_use":
        messages.append({"role": "user", "content": [{"toolResult": {"toolUseId": "x", "content": []}}]})
        response = client.converse(modelId="anthropic.claude-3-haiku-20240307-v1:0", messages=messages, toolConfig=TOOLS)
`,
      { generate: { tools: ['top_song'], models: ['anthropic.claude-3-haiku-20240307-v1:0'], confidence: '0.8' } },
    ],
    [
      'the runner of Anthropic',
      'runner.py',
      `from anthropic import Anthropic, beta_tool
client = Anthropic()
@beta_tool
def area(radius: float) -> str: return "x"
runner = client.beta.messages.tool_runner(model="claude-sonnet-4-5", tools=[area], messages=[])
`,
      { runner: { tools: ['area'], models: ['claude-sonnet-4-5'], confidence: undefined } },
    ],
  ])('is an agent: %s', async (_, path, source, expected) => {
    expect(await agents({ [path]: source })).toEqual(expected);
  });

  it.each<[string, Record<string, string>, object]>([
    [
      'the call in one file, the loop in another',
      {
        'desk/model.py': `from openai import OpenAI
client = OpenAI()
def complete(messages, tools):
    return client.chat.completions.create(model="gpt-4.1", messages=messages, tools=tools).choices[0].message
`,
        'desk/main.py': `from .model import complete
${OPENAI_TOOLS}
def answer(messages):
    while True:
        message = complete(messages, TOOLS)
        if not message.tool_calls:
            return message.content
        for call in message.tool_calls:
            messages.append({"role": "tool", "tool_call_id": call.id, "content": "x"})
`,
      },
      { answer: { tools: ['book', 'get_weather'], models: ['gpt-4.1'], confidence: '0.8' } },
    ],
    [
      'a function between both, and a body of the request that is completed later',
      {
        'src/client.ts': `import OpenAI from 'openai';
const openai = new OpenAI();
const tools = [{ type: 'function', name: 'mark_done', description: 'Ends', parameters: {} }];
async function callModel(input: any[], previous?: string) {
  const body: any = { model: 'gpt-5', tools, input };
  if (previous) body.previous_response_id = previous;
  return openai.responses.create(body);
}
export async function sendInput(text: string) { return callModel([{ role: 'user', content: text }]); }
export async function sendFunctionCallOutput(id: string) { return callModel([{ call_id: id, output: 'x' }], id); }
`,
        'src/loop.ts': `import { sendFunctionCallOutput, sendInput } from './client';
export async function desk() {
  let response: any = await sendInput('start');
  while (true) {
    const [call] = response.output;
    if (!call) return response;
    response = await sendFunctionCallOutput(call.id);
  }
}
`,
      },
      { desk: { tools: ['mark_done'], models: ['gpt-5'], confidence: '0.8' } },
    ],
  ])('is an agent over two files: %s', async (_, files, expected) => {
    expect(await agents(files)).toEqual(expected);
  });

  it('is needed, also over two files: a loop of questions that executes nothing is no agent', async () => {
    const found = await agents({
      'desk/model.py': `from openai import OpenAI
client = OpenAI()
${OPENAI_TOOLS}
def complete(messages):
    message = client.chat.completions.create(model="gpt-4.1", messages=messages, tools=TOOLS)
    return [{"role": "tool", "tool_call_id": call.id} for call in message.tool_calls]
def process(question):
    return complete([question])
`,
      'desk/main.py': `from .model import process
def chat():
    while True:
        print(process(input()))
`,
    });
    expect(found).toEqual({});
  });

  it.each<[string, string, string]>([
    [
      'a call without a loop',
      'a.py',
      `from openai import OpenAI
client = OpenAI()
${OPENAI_TOOLS}
def once(messages):
    response = client.chat.completions.create(model="gpt-4.1", messages=messages, tools=TOOLS)
    for call in response.choices[0].message.tool_calls:
        messages.append({"role": "tool", "tool_call_id": call.id, "content": "x"})
    return client.chat.completions.create(model="gpt-4.1", messages=messages)
`,
    ],
    [
      'a call without tools in a loop',
      'a.py',
      `from openai import OpenAI
client = OpenAI()
def chat(messages):
    while True:
        messages.append({"role": "user", "content": input()})
        response = client.chat.completions.create(model="gpt-4.1", messages=messages)
        print(response.choices[0].message.tool_calls)
`,
    ],
    [
      'a list of questions, each with one call',
      'a.py',
      `from openai import OpenAI
client = OpenAI()
${OPENAI_TOOLS}
def batch(questions):
    for question in questions:
        response = client.chat.completions.create(model="gpt-4.1", messages=[question], tools=TOOLS)
        print(response.choices[0].message.tool_calls[0].function.arguments)
`,
    ],
    [
      'a loop that tries again, and executes nothing',
      'a.ts',
      `import OpenAI from 'openai';
const client = new OpenAI();
export async function extract(messages: any[]) {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await client.chat.completions.create({ model: 'gpt-4o', messages, tools: [{ type: 'function', function: { name: 'result', parameters: {} } }] });
    } catch {}
  }
}
`,
    ],
    [
      'a loop of questions around a function with one round of tools',
      'a.py',
      `from anthropic import Anthropic
class Client:
    def __init__(self): self.anthropic = Anthropic()
    def process(self, query):
        response = self.anthropic.messages.create(model="claude-sonnet-4-5", max_tokens=10, tools=self.tools, messages=[query])
        return [{"type": "tool_result", "tool_use_id": block.id} for block in response.content]
    def chat_loop(self):
        while True:
            print(self.process(input()))
`,
    ],
    [
      'an empty list of tools',
      'a.py',
      `from openai import OpenAI
client = OpenAI()
def chat(messages):
    while True:
        message = client.chat.completions.create(model="gpt-4.1", messages=messages, tools=None)
        messages.append({"role": "tool", "tool_call_id": "x"})
`,
    ],
    [
      'a test',
      'tests/test_agent.py',
      `from openai import OpenAI
client = OpenAI()
${OPENAI_TOOLS}
def test_loop(messages):
    while True:
        message = client.chat.completions.create(model="gpt-4.1", messages=messages, tools=TOOLS)
        messages.append({"role": "tool", "tool_call_id": "x"})
`,
    ],
  ])('is needed: %s is not an agent', async (_, path, source) => {
    expect(await agents({ [path]: source })).toEqual({});
  });
});
