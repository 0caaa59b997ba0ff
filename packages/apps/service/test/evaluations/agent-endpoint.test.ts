import type { RequestListener, ServerResponse } from 'node:http';
import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import { type AgentEndpoint, callAgent } from '../../src/domains/evaluations/agents/endpoint.ts';
import { OutgoingError, type OutgoingOptions } from '../../src/domains/evaluations/agents/outgoing-client.ts';
import { readJson, serveAgent } from './local-agents.ts';

type Setup = Omit<AgentEndpoint, 'url'>;

async function call(listener: RequestListener, setup: Setup = {}, options: Partial<OutgoingOptions> = {}) {
  await using agent = await serveAgent(listener);
  const { response } = await callAgent(agent.client(options), { url: agent.url, ...setup }, [
    { role: 'user', content: 'Hi' },
  ]);
  return response;
}

async function catchFailure(promise: Promise<unknown>): Promise<OutgoingError> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(OutgoingError);
  return error as OutgoingError;
}

const respond =
  (body: unknown, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));

const completion = (content: unknown) => ({ choices: [{ message: { role: 'assistant', content } }] });

/** Streams events. @param end whether the connection is closed after them */
const stream =
  (events: readonly unknown[], end = true): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    for (const event of events) writeEvent(response, event);
    if (end) response.end();
  };

function writeEvent(response: ServerResponse, event: unknown): void {
  response.write(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`);
}

const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const textDelta = (delta: string) => ({ type: 'response.output_text.delta', delta });

describe('a request to an agent', () => {
  /** Returns what an agent receives. */
  async function receive(setup: Setup) {
    const seen = Promise.withResolvers<{ headers: Record<string, unknown>; body: unknown }>();
    await call(async (message, response) => {
      seen.resolve({ headers: message.headers, body: await readJson(message) });
      respond(completion('Hello'))(message, response);
    }, setup);
    return seen.promise;
  }

  const conversation = [{ role: 'user', content: 'Hi' }];

  it('is a chat completion without a model by default', async () => {
    expect((await receive({})).body).toEqual({ messages: conversation, stream: false });
  });

  it('has the model, and uses the Responses API or a stream if the settings say so', async () => {
    const { body } = await receive({ request: { api: 'responses_api', model: 'm', stream: true } });
    expect(body).toEqual({ model: 'm', input: conversation, stream: true });
  });

  it('has the headers from the settings and the credential, which replaces a header of that name', async () => {
    const { headers } = await receive({
      request: { headers: { 'X-Team': 'customs', Authorization: 'none' } },
      credential: { header: 'authorization', value: 'Bearer secret-1234', secret: 'secret-1234' },
    });
    expect(headers).toMatchObject({
      'x-team': 'customs',
      authorization: 'Bearer secret-1234',
      'content-type': 'application/json',
    });
  });

  it('has the body of a template', async () => {
    const listed = { request: { body: { model: 'm', deep: [{ messages: '{messages}' }], temperature: 0 } } };
    expect((await receive(listed)).body).toEqual({ model: 'm', deep: [{ messages: conversation }], temperature: 0 });
    const named = { request: { body: { query: 'Customer: {prompt}', user: null } } };
    expect((await receive(named)).body).toEqual({ query: 'Customer: Hi', user: null });
  });

  it('contains any prompt unchanged', async () => {
    await using agent = await serveAgent(async (message, response) => {
      const { query } = await readJson(message);
      respond(completion(query))(message, response);
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('$&', '$1', '$$', '{prompt}', '{messages}', '"', '\\', 'ü', '\n')),
        async (parts) => {
          const content = parts.join('');
          const endpoint = { url: agent.url, request: { body: { query: '{prompt}' } } };
          const { response } = await callAgent(agent.client(), endpoint, [{ role: 'user', content }]);
          expect(response.text).toBe(content);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('a response', () => {
  it.each<[string, unknown, object]>([
    [
      'parts',
      completion([{ type: 'text', text: 'Hel' }, { type: 'image' }, { type: 'text', text: 'lo' }]),
      { text: 'Hello' },
    ],
    ['a refusal', { choices: [{ message: { content: null, refusal: 'No.' } }] }, { text: 'No.' }],
    [
      'tool calls',
      {
        choices: [
          {
            message: {
              content: null,
              tool_calls: [
                { function: { name: 'a', arguments: '{"x":1}' } },
                { function: { name: 'b', arguments: { y: 2 } } },
                {},
              ],
            },
          },
        ],
      },
      {
        text: '',
        toolCalls: [
          { name: 'a', arguments: '{"x":1}' },
          { name: 'b', arguments: '{"y":2}' },
        ],
      },
    ],
    [
      'the output of the Responses API',
      {
        object: 'response',
        status: 'completed',
        output: [
          { type: 'reasoning', summary: [] },
          {
            type: 'message',
            content: [
              { type: 'output_text', text: 'Hel' },
              { type: 'output_text', text: 'lo' },
            ],
          },
          { type: 'function_call', name: 'a', arguments: '{"x":1}' },
        ],
      },
      { text: 'Hello', toolCalls: [{ name: 'a', arguments: '{"x":1}' }] },
    ],
    [
      'a refusal of the Responses API',
      { output: [{ type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] }] },
      { text: 'No.' },
    ],
    [
      'a chat completion that ended at its limit of tokens',
      { choices: [{ message: { content: 'Hel' }, finish_reason: 'length' }] },
      { text: 'Hel', isCut: true },
    ],
    [
      'a response of the Responses API that ended at its limit of tokens',
      {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hel' }] }],
      },
      { text: 'Hel', isCut: true },
    ],
  ])('is read from %s', async (_, body, expected) => {
    expect(await call(respond(body))).toEqual({ toolCalls: [], ...expected });
  });

  it.each<[unknown, number, string]>([
    ['<html>', 200, 'bad_response'],
    [{ choices: [] }, 200, 'bad_response'],
    [{ answer: 'Hello' }, 200, 'bad_response'],
    [[], 200, 'bad_response'],
    [{ status: 'failed', output: [], error: { code: 'server_error' } }, 200, 'bad_response'],
    [{ error: 'x' }, 400, 'bad_response'],
    [{ error: 'x' }, 401, 'unreachable'],
    [{}, 429, 'unreachable'],
    [{}, 503, 'unreachable'],
  ])('%j with status %i fails as %s', async (body, status, failure) => {
    expect((await catchFailure(call(respond(body, status)))).failure).toBe(failure);
  });

  it('with status 401 or 403 tells whether a credential is missing or rejected', async () => {
    for (const status of [401, 403]) {
      const { message } = await catchFailure(call(respond({}, status)));
      expect(message).toContain("Select one of the operator's credentials in `request.credential`");
      const credential = { header: 'x-api-key', value: 'secret-1234', secret: 'secret-1234' };
      const rejected = await catchFailure(call(respond({}, status), { credential }));
      expect(rejected.message).toBe(`The agent responded with status ${status}: it rejects the credential.`);
    }
  });
});

describe('a stream of events', () => {
  it.each<[string, unknown[], object]>([
    [
      'chat completions with a refusal',
      [chunk({ role: 'assistant' }), chunk({ refusal: 'N' }), chunk({ refusal: 'o.' }), chunk({}, 'stop')],
      { text: 'No.' },
    ],
    [
      'chat completions that end without a mark',
      [chunk({ content: 'Hel' }), chunk({ content: 'lo' })],
      { text: 'Hello' },
    ],
    [
      'chat completions with tool calls in parts',
      [
        chunk({ tool_calls: [{ index: 0, function: { name: 'a', arguments: '' } }] }),
        chunk({
          tool_calls: [
            { index: 0, function: { arguments: '{"x"' } },
            { index: 1, function: { name: 'b' } },
          ],
        }),
        chunk({ tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }),
        '[DONE]',
      ],
      {
        text: '',
        toolCalls: [
          { name: 'a', arguments: '{"x":1}' },
          { name: 'b', arguments: '' },
        ],
      },
    ],
    [
      'the Responses API, whose last event repeats the output',
      [
        { type: 'response.created', response: { output: [] } },
        textDelta('Hel'),
        textDelta('lo'),
        {
          type: 'response.completed',
          response: { output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hello' }] }] },
        },
      ],
      { text: 'Hello' },
    ],
    [
      'the Responses API, whose last event is incomplete',
      [
        textDelta('Hello'),
        { type: 'response.output_item.done', item: { id: '1', type: 'function_call', name: 'a', arguments: '{}' } },
        { type: 'response.incomplete', response: { output: [] } },
      ],
      { text: 'Hello', toolCalls: [{ name: 'a', arguments: '{}' }] },
    ],
    [
      'chat completions that end at their limit of tokens',
      [chunk({ content: 'Hel' }), chunk({}, 'length'), '[DONE]'],
      { text: 'Hel', isCut: true },
    ],
    [
      'the Responses API, whose last event says that it ended at its limit of tokens',
      [
        textDelta('Hel'),
        {
          type: 'response.incomplete',
          response: { output: [], incomplete_details: { reason: 'max_output_tokens' } },
        },
      ],
      { text: 'Hel', isCut: true },
    ],
  ])('is read from %s', async (_, events, expected) => {
    expect(await call(stream(events))).toEqual({ toolCalls: [], ...expected });
  });

  it.each<[string, unknown[]]>([
    ['chat completions', [chunk({ content: 'Hello' }), chunk({}, 'stop')]],
    ['chat completions with a mark', [chunk({ content: 'Hello' }), '[DONE]']],
    ['the Responses API', [textDelta('Hello'), { type: 'response.completed', response: {} }]],
  ])('of %s ends with its last event, even if the connection stays open', async (_, events) => {
    expect(await call(stream(events, false))).toEqual({ text: 'Hello', toolCalls: [] });
  });

  it('is read no matter how its bytes are split', async () => {
    const bytes = Buffer.from(
      [chunk({ content: 'Grüß' }), chunk({ content: ' dich 👋' }), '[DONE]']
        .map((event) => `: comment\r\ndata: ${typeof event === 'string' ? event : JSON.stringify(event)}\r\n\r\n`)
        .join(''),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 8 }), async (cuts) => {
        const positions = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const pieces = positions.slice(1).map((end, index) => bytes.subarray(positions[index], end));
        const text = await call(async (_, response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          for (const piece of pieces) await new Promise((done) => response.write(piece, done));
          response.end();
        });
        expect(text.text).toBe('Grüß dich 👋');
      }),
      { numRuns: 20 },
    );
  });

  it.each<[string, unknown[]]>([
    ['an error', [chunk({ content: 'Hel' }), { error: { message: 'overloaded' } }]],
    ['an error event', [textDelta('Hel'), { type: 'error', message: 'overloaded' }]],
    ['a failed response', [textDelta('Hel'), { type: 'response.failed', response: {} }]],
    ['nothing', []],
    ['only comments and unknown events', ['x', { type: 'ping' }, {}]],
  ])('with %s fails', async (_, events) => {
    expect((await catchFailure(call(stream(events)))).failure).toBe('bad_response');
  });

  it('that never ends is ended by the timeout', async () => {
    const endless: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const timer = setInterval(() => writeEvent(response, chunk({ content: '' })), 5);
      response.on('close', () => clearInterval(timer));
    };
    expect((await catchFailure(call(endless, {}, { timeoutMs: 200 }))).failure).toBe('timeout');
  });

  it.each<[string, (response: ServerResponse) => boolean]>([
    ['small events', (response) => response.write(`data: {}\n\n`.repeat(1_000))],
    ['one line', (response) => response.write('x'.repeat(10_000))],
    ['one event', (response) => response.write(`data: ${'x'.repeat(10_000)}\n`)],
  ])('that never ends is ended by its size if it is %s', async (_, write) => {
    const flood: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const pump = () => {
        while (!response.destroyed && write(response));
        if (!response.destroyed) response.once('drain', pump);
      };
      pump();
    };
    const error = await catchFailure(call(flood, {}, { maxStreamBytes: 1_000_000 }));
    expect(error).toMatchObject({ failure: 'bad_response', message: expect.stringContaining('longer than the limit') });
  });

  it('fails if its text exceeds the limit of a response', async () => {
    const events = Array.from({ length: 12 }, () => chunk({ content: 'x'.repeat(100_000) }));
    expect((await catchFailure(call(stream([...events, '[DONE]'])))).message).toContain('longer than the limit');
  });
});

describe('the secret of a credential', () => {
  const secret = 'sesame-open-1234';
  const bearer = { header: 'authorization', value: `Bearer ${secret}`, secret };
  const pair = Buffer.from('clerk:hunter2hunter2').toString('base64');
  const basic = { header: 'authorization', value: `Basic ${pair}`, secret: pair };

  it('never occurs in what is stored of a response', async () => {
    const echo: RequestListener = (message, response) => {
      const { authorization = '' } = message.headers;
      const token = authorization.replace(/^\w+ /, '');
      const text = [authorization, encodeURIComponent(token), btoa(token), atob(pair)].join(' | ');
      const called = { name: token, arguments: JSON.stringify({ token }) };
      respond({ choices: [{ message: { content: text, tool_calls: [{ function: called }] } }] })(message, response);
    };
    for (const credential of [bearer, basic]) {
      const { text, toolCalls } = await call(echo, { credential });
      const all = JSON.stringify([text, toolCalls]);
      expect(all).toContain('[REDACTED]');
      for (const leaked of [credential.secret, btoa(credential.secret)]) expect(all).not.toContain(leaked);
    }
    expect(JSON.stringify(await call(echo, { credential: basic }))).not.toContain('hunter2');
  });

  it('does not occur even if it is split between events', async () => {
    const parts = [...secret].map((character) => chunk({ content: character }));
    expect((await call(stream([...parts, '[DONE]']), { credential: bearer })).text).toBe('[REDACTED]');
  });
});
