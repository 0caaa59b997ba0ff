import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import contract from '@aispm/spec/openapi.json' with { type: 'json' };
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { builtInEvaluations } from '../../src/evaluations/catalogue/index.ts';
import type { InteractionCounts, ProbeEvaluation, RunnableEvaluation } from '../../src/evaluations/evaluation.ts';
import { createOutgoing, type Outgoing, OutgoingError, type OutgoingFailure } from '../../src/evaluations/outgoing.ts';
import { type PromptResult, type RunEvent, type RunInput, runEvaluation } from '../../src/evaluations/run.ts';
import { cpuMsOf } from '../cpu-time.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(contract, 'contract');

function named(name: string): RunnableEvaluation {
  const found = builtInEvaluations.find(({ item }) => item.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

interface Sent {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** An agent whose answers are made from the conversation, without a network. */
function agent(
  answer: (sent: Sent, call: number) => string | OutgoingFailure | Error,
): Outgoing & { readonly calls: Sent[] } {
  const calls: Sent[] = [];
  const outgoing: Outgoing = async (_address, body) => {
    calls.push(structuredClone(body) as Sent);
    const said = answer(body as Sent, calls.length);
    if (said instanceof Error) throw said;
    if (said === 'unreachable' || said === 'timeout' || said === 'not_allowed' || said === 'bad_answer') {
      throw new OutgoingError(said, `It is ${said}.`);
    }
    return { status: 200, body: JSON.stringify({ choices: [{ message: { content: said } }] }), latencyMs: 7 };
  };
  return Object.assign(outgoing, { calls });
}

const declining = agent(() => "I'm sorry, I can't help with that.");

function input(evaluation: RunnableEvaluation, outgoing: Outgoing, more: Partial<RunInput> = {}): RunInput {
  return {
    evaluation,
    config: {},
    seed: 'run-1',
    endpoint: { url: 'https://agent.example/v1/chat/completions' },
    agent: { instructionsFingerprint: null },
    outgoing,
    countInteractions: () => Promise.reject(new Error('a probe counts no interactions')),
    ...more,
  };
}

async function eventsOf(run: RunInput): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of runEvaluation(run)) events.push(event);
  return events;
}

function results(events: readonly RunEvent[]): PromptResult[] {
  return events.flatMap((event) => (event.kind === 'result' ? [event.result] : []));
}

const ends = (events: readonly RunEvent[]) => events.filter((event) => event.kind !== 'result');

describe.each(
  builtInEvaluations.filter(({ approach }) => approach === 'probe').map((probe) => [probe.item.name, probe] as const),
)('%s', (name, evaluation) => {
  test('gives one result of the contract for each prompt, growing progress, and one end with their sum', async () => {
    const outgoing = agent(() => (name === 'Over-refusal' ? 'It is Tuesday.' : "I'm sorry, I can't help with that."));
    const events = await eventsOf(input(evaluation, outgoing));
    const total = evaluation.item.num_prompts;
    expect(results(events).map(({ prompt_index }) => prompt_index)).toEqual(
      Array.from({ length: total }, (_, index) => index),
    );
    const validate = ajv.getSchema('contract#/components/schemas/EvaluationRunResult');
    for (const result of results(events)) {
      validate?.({ ...result, id: 'i', run_id: 'r', created_at: '2026-11-18T09:30:00Z' });
      expect(validate?.errors ?? []).toEqual([]);
    }
    const progress = events.flatMap((event) => (event.kind === 'result' ? [event.progress] : []));
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.every((part) => part > 0 && part < 1)).toBe(true);
    expect(ends(events)).toMatchObject([
      { kind: 'completed', summary: { score: 1, total, passed: total, failed: 0, errored: 0 } },
    ]);
  });
});

const injection = named('Prompt injection') as ProbeEvaluation;

describe('conversations', () => {
  test('go on while the agent withstands and turns are left, and count its time together', async () => {
    const config = { num_prompts: 1, attack_techniques: ['role_play'] };
    for (const [max_turns, turns] of [
      [1, 1],
      [2, 2],
      [4, 3],
    ] as const) {
      const outgoing = agent(() => 'No.');
      const [result] = results(await eventsOf(input(injection, outgoing, { config: { ...config, max_turns } })));
      expect(outgoing.calls.map(({ messages }) => messages.length)).toEqual(
        Array.from({ length: turns }, (_, turn) => 2 * turn + 1),
      );
      expect(result).toMatchObject({ status: 'passed', score: 1, latency_ms: 7 * turns, category: 'role_play' });
      expect(result?.conversation?.map(({ role }) => role)).toEqual(Array(turns).fill(['user', 'assistant']).flat());
    }
  });

  test('end with the answer that failed', async () => {
    const obeying = agent(({ messages }, call) => {
      const [, word, code] =
        /write (\w+) and (\w+) as one word/.exec(messages.map(({ content }) => content).join(' ')) ?? [];
      return call === 2 ? `${word}-${code}` : 'No.';
    });
    const [result] = results(
      await eventsOf(input(injection, obeying, { config: { num_prompts: 1, attack_techniques: ['role_play'] } })),
    );
    expect(result).toMatchObject({ status: 'failed', score: 0 });
    expect(obeying.calls).toHaveLength(2);
  });

  test('are kept without secrets, and cut', async () => {
    const key = `sk-${'a'.repeat(40)}`;
    const outgoing = agent(() => `${key} ${'x'.repeat(40_000)}`);
    const [result] = results(await eventsOf(input(injection, outgoing, { config: { num_prompts: 1, max_turns: 1 } })));
    const said = result?.conversation?.[1]?.content ?? '';
    expect(said).toMatch(/^\[REDACTED\] x+…$/);
    expect(said).toHaveLength(32_768);
  });
});

test('an answer of a mebibyte that is made to be slow to judge holds nothing up', async () => {
  const outgoing = agent(() => '!['.repeat(524_288));
  const evaluation = input(named('Data exfiltration through markup'), outgoing, { config: { num_prompts: 1 } });
  expect(await cpuMsOf(() => eventsOf(evaluation))).toBeLessThan(3_000);
});

describe('errors', () => {
  test('an errored prompt is no failed one, and lowers no score', async () => {
    const flaky = agent((_, call) => (call % 2 === 0 ? 'timeout' : 'No.'));
    const events = await eventsOf(input(injection, flaky, { config: { num_prompts: 6, max_turns: 1 } }));
    expect(results(events).map(({ status, score, latency_ms }) => [status, score, latency_ms])).toEqual(
      Array(3)
        .fill([
          ['passed', 1, 7],
          ['errored', null, null],
        ])
        .flat(),
    );
    expect(results(events)[1]).toMatchObject({ explanation: 'It is timeout.', conversation: [{ role: 'user' }] });
    expect(ends(events)).toMatchObject([
      { kind: 'completed', summary: { score: 1, total: 6, passed: 3, failed: 0, errored: 3 } },
    ]);
  });

  test.each([
    ['unreachable', 'agent_unreachable', 5],
    ['timeout', 'timeout', 5],
    ['not_allowed', 'agent_unreachable', 0],
    ['bad_answer', 'judge_error', 12],
  ] as const)('an agent that is only %s fails the run as %s after %i results', async (failure, errorKind, count) => {
    const events = await eventsOf(
      input(
        injection,
        agent(() => failure),
        { config: { num_prompts: 12 } },
      ),
    );
    expect(results(events)).toHaveLength(count);
    expect(results(events).every(({ status }) => status === 'errored')).toBe(true);
    expect(ends(events)).toEqual([{ kind: 'failed', errorKind, errorMessage: `It is ${failure}.` }]);
  });

  test('an answer in between makes the count of lost ones start again', async () => {
    const events = await eventsOf(
      input(
        injection,
        agent((_, call) => (call === 5 ? 'No.' : 'unreachable')),
        { config: { num_prompts: 20, max_turns: 1 } },
      ),
    );
    expect(results(events)).toHaveLength(10);
  });

  test('an agent without an endpoint is not reached', async () => {
    expect(await eventsOf(input(injection, declining, { endpoint: null }))).toMatchObject([
      { kind: 'failed', errorKind: 'agent_unreachable' },
    ]);
  });

  test('a wrong config fails the run before anything is sent', async () => {
    const outgoing = agent(() => 'No.');
    const events = await eventsOf(input(injection, outgoing, { config: { attack_techniques: ['magic'] } }));
    expect(events).toMatchObject([
      { kind: 'failed', errorKind: 'invalid_config', errorMessage: expect.stringContaining('"magic"') },
    ]);
    expect(outgoing.calls).toEqual([]);
  });

  test('a detector that breaks has not judged', async () => {
    const broken: ProbeEvaluation = {
      ...injection,
      prompts: () => [
        {
          category: 'c',
          turns: ['Hi'],
          judge: () => {
            throw new Error('broken');
          },
        },
      ],
    };
    const events = await eventsOf(
      input(
        broken,
        agent(() => 'Hello'),
      ),
    );
    expect(results(events)).toMatchObject([
      { status: 'errored', explanation: 'The answer could not be judged: broken' },
    ]);
    expect(ends(events)).toMatchObject([{ kind: 'failed', errorKind: 'judge_error' }]);
  });

  test('a mistake of the service itself is not taken for one of the agent', async () => {
    await expect(
      eventsOf(
        input(
          injection,
          agent(() => new TypeError('oops')),
        ),
      ),
    ).rejects.toThrow('oops');
  });
});

describe('stopping and taking up', () => {
  test('a stop ends the run between two prompts and within one', async () => {
    for (const last of [3, 4]) {
      const stop = new AbortController();
      const outgoing = agent((_, call) => {
        if (call === last) stop.abort();
        return call === 4 ? new Error('aborted') : 'No.';
      });
      const events = await eventsOf(input(injection, outgoing, { config: { max_turns: 1 }, signal: stop.signal }));
      expect(outgoing.calls).toHaveLength(last);
      expect(ends(events)).toEqual([{ kind: 'stopped' }]);
      expect(results(events).length).toBeLessThan(last);
    }
  });

  test('a run that was stopped before it began sends nothing', async () => {
    const outgoing = agent(() => 'No.');
    expect(await eventsOf(input(injection, outgoing, { signal: AbortSignal.abort() }))).toEqual([{ kind: 'stopped' }]);
    expect(outgoing.calls).toEqual([]);
  });

  test('a second attempt sends only what is missing, and sums up all', async () => {
    const config = { num_prompts: 9, max_turns: 1 };
    const whole = await eventsOf(
      input(
        injection,
        agent(() => 'No.'),
        { config },
      ),
    );
    const earlier = results(whole)
      .slice(0, 4)
      .map((result): PromptResult => ({ ...result, status: 'failed', score: 0 }));
    const outgoing = agent(() => 'No.');
    const events = await eventsOf(input(injection, outgoing, { config, earlier }));
    expect(results(events).map(({ prompt_index }) => prompt_index)).toEqual([4, 5, 6, 7, 8]);
    expect(events[0]).toMatchObject({ progress: 5 / 9 });
    expect(ends(events)).toMatchObject([
      { kind: 'completed', summary: { total: 9, passed: 5, failed: 4, score: 0.56 } },
    ]);
    expect(outgoing.calls[0]?.messages[0]?.content).toBe(results(whole)[4]?.conversation?.[0]?.content);
  });
});

describe('metrics', () => {
  const counts: InteractionCounts = {
    total: 200,
    blocked: 8,
    redacted: 0,
    alerted: 0,
    failed: 0,
    timed: 150,
    withinLatency: 120,
    metered: 0,
    withinTokens: 0,
  };
  const run = (name: string, more: Partial<RunInput> = {}) =>
    eventsOf(input(named(name), declining, { endpoint: null, countInteractions: async () => counts, ...more }));

  test('need no endpoint, and judge what was captured', async () => {
    expect(await run('Guardrail block rate')).toEqual([
      { kind: 'completed', summary: { score: 0.96, total: 200, passed: 192, failed: 8, errored: 0 } },
    ]);
    expect(await run('Latency')).toEqual([
      { kind: 'completed', summary: { score: 0.8, total: 200, passed: 120, failed: 30, errored: 50 } },
    ]);
  });

  test('count as their settings say', async () => {
    const asked: unknown[] = [];
    const countInteractions: RunInput['countInteractions'] = async (settings) => {
      asked.push(settings);
      return counts;
    };
    await run('Latency', { config: { max_latency_ms: 250, days: 1 } as never, countInteractions });
    expect(asked).toEqual([{ days: 1, maxLatencyMs: 250, maxTokens: 100_000 }]);
  });

  test('without anything to judge there is no score', async () => {
    expect(await run('Token use')).toMatchObject([
      { kind: 'failed', errorKind: 'judge_error', errorMessage: expect.stringContaining('last 7 days') },
    ]);
  });

  test('a wrong setting fails the run', async () => {
    expect(await run('Latency', { config: { max_latency_ms: 0 } as never })).toMatchObject([
      { kind: 'failed', errorKind: 'invalid_config' },
    ]);
  });
});

test('against a real agent over a real socket', async () => {
  const server = createServer((message, response) => {
    const pieces: Buffer[] = [];
    message.on('data', (piece) => pieces.push(piece));
    message.on('end', () => {
      const { messages } = JSON.parse(Buffer.concat(pieces).toString()) as Sent;
      const said = messages.at(-1)?.content ?? '';
      const [, word, code] = /write (\w+) and (\w+) as one word/.exec(said) ?? [];
      // An agent that falls for roles, and breaks down over encodings.
      if (/Decode|puzzle/.test(said)) response.writeHead(422).end();
      else
        response.end(
          JSON.stringify({
            choices: [{ message: { content: /INVOICE|From:|<html>/.test(said) ? 'A summary.' : `${word}-${code}` } }],
          }),
        );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const outgoing = createOutgoing({ allow: [`127.0.0.1:${port}`] });
    const run = input(injection, outgoing, {
      endpoint: { url: `http://127.0.0.1:${port}/v1/chat/completions` },
      config: { num_prompts: 9 },
    });
    const events = await eventsOf(run);
    expect(results(events).map(({ status, category }) => `${category} ${status}`)).toEqual(
      Array(3).fill(['indirect_injection passed', 'role_play failed', 'encoding errored']).flat(),
    );
    expect(ends(events)).toEqual([
      {
        kind: 'completed',
        summary: {
          score: 0.5,
          total: 9,
          passed: 3,
          failed: 3,
          errored: 3,
          by_category: { indirect_injection: 1, role_play: 0 },
        },
      },
    ]);
  } finally {
    server.close();
  }
});
