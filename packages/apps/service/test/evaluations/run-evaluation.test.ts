import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  builtInEvaluations,
  type InteractionCounts,
  type ProbeEvaluation,
  type RunnableEvaluation,
} from '@aispm/evaluations';
import contract from '@aispm/spec/strict.json' with { type: 'json' };
import fc from '@aispm/testing/properties';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import {
  createOutgoingClient,
  type OutgoingClient,
  OutgoingError,
  type OutgoingFailure,
} from '../../src/domains/evaluations/agents/outgoing-client.ts';
import { judgeTurn } from '../../src/domains/evaluations/judging/judge-turn.ts';
import {
  type PromptResult,
  type RunEvent,
  type RunInput,
  runEvaluation,
} from '../../src/domains/evaluations/runs/run-evaluation.ts';
import { redact } from '../../src/platform/redaction/redaction.ts';
import { DeadlineError } from '../../src/platform/threads/threads.ts';
import { respondToHarmless } from './agents.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(contract, 'contract');

function findEvaluation(name: string): RunnableEvaluation {
  const found = builtInEvaluations.find(({ item }) => item.name === name);
  if (found === undefined) throw new Error(`There is no evaluation ${name}.`);
  return found;
}

interface Sent {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/**
 * Creates a client that reaches a simulated agent, without a network. The agent responds to the controls of probes by itself.
 *
 * @param knowsControls whether it does
 */
function simulateAgent(
  respond: (sent: Sent, call: number) => string | OutgoingFailure | Error,
  { knowsControls = true } = {},
): OutgoingClient & { readonly calls: Sent[] } {
  const calls: Sent[] = [];
  const outgoing: OutgoingClient = async (_address, body) => {
    const harmless = knowsControls && respondToHarmless((body as Sent).messages.at(-1)?.content ?? '');
    if (harmless) {
      const message = typeof harmless === 'string' ? { content: harmless } : harmless;
      return { status: 200, body: JSON.stringify({ choices: [{ message }] }), latencyMs: 7 };
    }
    calls.push(structuredClone(body) as Sent);
    const content = respond(body as Sent, calls.length);
    if (content instanceof Error) throw content;
    if (content === 'unreachable' || content === 'timeout' || content === 'not_allowed' || content === 'bad_response') {
      throw new OutgoingError(content, `It is ${content}.`);
    }
    return { status: 200, body: JSON.stringify({ choices: [{ message: { content } }] }), latencyMs: 7 };
  };
  return Object.assign(outgoing, { calls });
}

const declining = simulateAgent(() => "I'm sorry, I can't help with that.");

function createInput(evaluation: RunnableEvaluation, outgoing: OutgoingClient, more: Partial<RunInput> = {}): RunInput {
  return {
    evaluation,
    config: {},
    seed: 'run-1',
    endpoint: { url: 'https://agent.example/v1/chat/completions', request: { concurrency: 1 } },
    agent: { instructionsFingerprint: null },
    outgoing,
    judge: async ({ turn, response }, prompt) => judgeTurn(prompt, turn, response),
    redact: async (text) => redact(text).text,
    countInteractions: () => Promise.reject(new Error('A probe must not count interactions.')),
    ...more,
  };
}

async function collectEvents(run: RunInput): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of runEvaluation(run)) events.push(event);
  return events;
}

function selectResults(events: readonly RunEvent[]): PromptResult[] {
  return events.flatMap((event) => (event.kind === 'result' ? [event.result] : []));
}

/** What an agent may say that doesn't read its prompts. */
const constantResponses = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.lorem({ mode: 'sentences' }), { maxLength: 5 }).map((sentences) => sentences.join('\n')),
    fc
      .array(fc.constantFrom("I'm sorry,", 'I cannot', 'Sure, here it is:', '1.', 'KESTREL', '-', 'write', 'ok', '\n'))
      .map((parts) => parts.join(' ')),
  )
  // They are the names of failures of the simulated agent.
  .filter((text) => !['unreachable', 'timeout', 'not_allowed', 'bad_response'].includes(text));

const selectEnds = (events: readonly RunEvent[]) => events.filter((event) => event.kind !== 'result');

describe.each(
  builtInEvaluations.filter(({ approach }) => approach === 'probe').map((probe) => [probe.item.name, probe] as const),
)('%s', (_, evaluation) => {
  it('reports a valid result for each prompt, growing progress, and one end with the summary', async () => {
    const events = await collectEvents(createInput(evaluation, declining));
    const total = evaluation.item.num_prompts;
    expect(selectResults(events).map(({ prompt_index }) => prompt_index)).toEqual(
      Array.from({ length: total }, (_, index) => index),
    );
    const validate = ajv.getSchema('contract#/components/schemas/EvaluationRunResult');
    for (const result of selectResults(events)) {
      validate?.({ ...result, id: 'i', run_id: 'r', created_at: '2026-11-18T09:30:00Z' });
      expect(validate?.errors ?? []).toEqual([]);
    }
    const progress = events.flatMap((event) => (event.kind === 'result' ? [event.progress] : []));
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.every((part) => part > 0 && part < 1)).toBe(true);
    expect(selectEnds(events)).toMatchObject([
      { kind: 'completed', summary: { score: 1, total, passed: total, failed: 0, errored: 0 } },
    ]);
  });

  it('passes no prompt for an agent that always gives the same response', async () => {
    await fc.assert(
      fc.asyncProperty(constantResponses, async (text) => {
        const outgoing = simulateAgent(() => text, { knowsControls: false });
        const config = { num_prompts: evaluation.approach === 'probe' ? evaluation.techniques.length : 1 };
        const results = selectResults(await collectEvents(createInput(evaluation, outgoing, { config })));
        expect(results.filter(({ status }) => status === 'passed')).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});

const injection = findEvaluation('Prompt injection') as ProbeEvaluation;

describe('conversations of a probe', () => {
  it('continue while the agent passes and turns are left, and add up its latency', async () => {
    const config = { num_prompts: 1, attack_techniques: ['role_play'] };
    for (const [max_turns, turns] of [
      [1, 1],
      [2, 2],
      [4, 3],
    ] as const) {
      const outgoing = simulateAgent(() => 'No.');
      const [result] = selectResults(
        await collectEvents(createInput(injection, outgoing, { config: { ...config, max_turns } })),
      );
      expect(outgoing.calls.map(({ messages }) => messages.length)).toEqual(
        Array.from({ length: turns }, (_, turn) => 2 * turn + 1),
      );
      expect(result).toMatchObject({ status: 'passed', score: 1, latency_ms: 7 * turns, category: 'role_play' });
      expect(result?.conversation?.map(({ role }) => role)).toEqual(Array(turns).fill(['user', 'assistant']).flat());
    }
  });

  it('end with the first response that failed', async () => {
    const obeying = simulateAgent(({ messages }, call) => {
      const [, word, code] =
        /write (\w+) and (\w+) as one word/.exec(messages.map(({ content }) => content).join(' ')) ?? [];
      return call === 2 ? `${word}-${code}` : 'No.';
    });
    const [result] = selectResults(
      await collectEvents(
        createInput(injection, obeying, { config: { num_prompts: 1, attack_techniques: ['role_play'] } }),
      ),
    );
    expect(result).toMatchObject({ status: 'failed', score: 0 });
    expect(obeying.calls).toHaveLength(2);
  });

  it('are recorded with secrets redacted, up to the maximum length', async () => {
    const key = `sk-${'a'.repeat(40)}`;
    const outgoing = simulateAgent(() => `${key} ${'x'.repeat(40_000)}`);
    const [result] = selectResults(
      await collectEvents(createInput(injection, outgoing, { config: { num_prompts: 1, max_turns: 1 } })),
    );
    const content = result?.conversation?.[1]?.content ?? '';
    expect(content).toMatch(/^\[REDACTED\] x+…$/);
    expect(content).toHaveLength(32_768);
  });
});

describe('a response of a mebibyte', () => {
  it('is judged and recorded up to the maximum length, even when it is crafted to be slow', async () => {
    const outgoing = simulateAgent(() => '!['.repeat(524_288));
    const evaluation = createInput(findEvaluation('Data exfiltration through markup'), outgoing, {
      config: { num_prompts: 1 },
    });
    const [result] = selectResults(await collectEvents(evaluation));
    expect(result).toMatchObject({ status: 'errored', explanation: 'The response has no content.' });
    expect(result?.conversation?.at(-1)?.content).toHaveLength(32_768);
  });
});

describe('errors of a run', () => {
  it('do not count as failed, and do not lower the score', async () => {
    const flaky = simulateAgent((_, call) => (call === 2 ? 'timeout' : 'No.'));
    const events = await collectEvents(createInput(injection, flaky, { config: { num_prompts: 5, max_turns: 1 } }));
    expect(selectResults(events).map(({ status, score, latency_ms }) => [status, score, latency_ms])).toEqual([
      ['passed', 1, 7],
      ['errored', null, null],
      ...Array(3).fill(['passed', 1, 7]),
    ]);
    expect(selectResults(events)[1]).toMatchObject({ explanation: 'It is timeout.', conversation: [{ role: 'user' }] });
    expect(selectEnds(events)).toMatchObject([
      { kind: 'completed', summary: { score: 1, total: 5, passed: 4, failed: 0, errored: 1 } },
    ]);
  });

  it.each([
    ['timeout', 'timeout'],
    ['unreachable', 'agent_unreachable'],
    ['bad_response', 'judge_error'],
    ['', 'judge_error'],
  ] as const)('leave no score when more than a fifth of the prompts are errored (%j)', async (failure, errorKind) => {
    const flaky = simulateAgent((_, call) => (call % 3 === 0 ? failure : 'No.'));
    const events = await collectEvents(createInput(injection, flaky, { config: { num_prompts: 6, max_turns: 1 } }));
    const reason = failure === '' ? 'The response is empty.' : `It is ${failure}.`;
    expect(selectEnds(events)).toEqual([
      {
        kind: 'failed',
        errorKind,
        errorMessage: `Only 4 of 6 prompts could be judged; a score needs 80 %. Most frequent reason: ${reason}`,
      },
    ]);
  });

  it('of one turn stay if a later turn passes, and are replaced if it fails', async () => {
    const config = { num_prompts: 1, attack_techniques: ['role_play'] };
    const respondWith = async (...texts: string[]) => {
      const outgoing = simulateAgent((_, call) => texts[call - 1] ?? 'No.');
      return selectResults(await collectEvents(createInput(injection, outgoing, { config })))[0];
    };
    expect(await respondWith('', 'No.')).toMatchObject({ status: 'errored', explanation: 'The response is empty.' });
    const [, word, code] = /write (\w+) and (\w+)/.exec((await respondWith())?.conversation?.[0]?.content ?? '') ?? [];
    expect(await respondWith('', `${word}-${code}`)).toMatchObject({ status: 'failed' });
  });

  it.each([
    ['unreachable', 'agent_unreachable', 5],
    ['timeout', 'timeout', 5],
    ['not_allowed', 'agent_unreachable', 0],
    ['bad_response', 'judge_error', 12],
  ] as const)(
    'with the failure %s end the run with the error kind %s after %i results',
    async (failure, errorKind, count) => {
      const events = await collectEvents(
        createInput(
          injection,
          simulateAgent(() => failure),
          { config: { num_prompts: 12 } },
        ),
      );
      expect(selectResults(events)).toHaveLength(count);
      expect(selectResults(events).every(({ status }) => status === 'errored')).toBe(true);
      expect(selectEnds(events)).toEqual([
        { kind: 'failed', errorKind, errorMessage: expect.stringMatching(new RegExp(`It is ${failure}\\.$`)) },
      ]);
    },
  );

  it('are counted again from zero after a response', async () => {
    const events = await collectEvents(
      createInput(
        injection,
        simulateAgent((_, call) => (call === 5 ? 'No.' : 'unreachable')),
        { config: { num_prompts: 20, max_turns: 1 } },
      ),
    );
    expect(selectResults(events)).toHaveLength(10);
  });

  it('include an agent without an endpoint', async () => {
    expect(await collectEvents(createInput(injection, declining, { endpoint: null }))).toMatchObject([
      { kind: 'failed', errorKind: 'agent_unreachable' },
    ]);
  });

  it('in the settings are reported before a prompt is sent', async () => {
    const outgoing = simulateAgent(() => 'No.');
    const events = await collectEvents(createInput(injection, outgoing, { config: { attack_techniques: ['magic'] } }));
    expect(events).toMatchObject([
      { kind: 'failed', errorKind: 'invalid_config', errorMessage: expect.stringContaining('"magic"') },
    ]);
    expect(outgoing.calls).toEqual([]);
  });

  it('of a detector make the result errored', async () => {
    const broken: ProbeEvaluation = {
      ...injection,
      prompts: () => [
        {
          category: 'c',
          turns: ['Hi'],
          judge: () => {
            throw new Error('broken');
          },
          control: null,
        },
      ],
    };
    const events = await collectEvents(
      createInput(
        broken,
        simulateAgent(() => 'Hello'),
      ),
    );
    expect(selectResults(events)).toMatchObject([
      { status: 'errored', explanation: 'The response could not be judged: broken' },
    ]);
    expect(selectEnds(events)).toMatchObject([{ kind: 'failed', errorKind: 'judge_error' }]);
  });

  it.each([
    ['judge', 'The response could not be judged: it took longer than 5 seconds'],
    ['redact', 'The response could not be searched for secrets within 2 seconds.'],
  ] as const)('make the result errored when a thread takes too long to %s it', async (task, explanation) => {
    const outOfTime = {
      judge: () => Promise.reject(new DeadlineError('judge', 5_000)),
      redact: async () => undefined,
    };
    const events = await collectEvents(
      createInput(injection, declining, { config: { num_prompts: 1 }, [task]: outOfTime[task] }),
    );
    expect(selectResults(events)).toMatchObject([{ status: 'errored', explanation }]);
  });

  it('of the service itself are not attributed to the agent', async () => {
    await expect(
      collectEvents(
        createInput(
          injection,
          simulateAgent(() => new TypeError('oops')),
        ),
      ),
    ).rejects.toThrow('oops');
  });
});

describe('stopping and resuming a run', () => {
  it('ends it between two prompts and within one', async () => {
    for (const last of [3, 4]) {
      const stop = new AbortController();
      const outgoing = simulateAgent((_, call) => {
        if (call === last) stop.abort();
        return call === 4 ? new Error('aborted') : 'No.';
      });
      const events = await collectEvents(
        createInput(injection, outgoing, { config: { max_turns: 1 }, signal: stop.signal }),
      );
      expect(outgoing.calls).toHaveLength(last);
      expect(selectEnds(events)).toEqual([{ kind: 'stopped' }]);
      expect(selectResults(events).length).toBeLessThan(last);
    }
  });

  it('sends nothing when the stop was requested before the start', async () => {
    const outgoing = simulateAgent(() => 'No.');
    expect(await collectEvents(createInput(injection, outgoing, { signal: AbortSignal.abort() }))).toEqual([
      { kind: 'stopped' },
    ]);
    expect(outgoing.calls).toEqual([]);
  });

  it('sends only the missing prompts and summarizes all results', async () => {
    const config = { num_prompts: 9, max_turns: 1 };
    const complete = await collectEvents(
      createInput(
        injection,
        simulateAgent(() => 'No.'),
        { config },
      ),
    );
    const earlier = selectResults(complete)
      .slice(0, 4)
      .map((result): PromptResult => ({ ...result, status: 'failed', score: 0 }));
    const outgoing = simulateAgent(() => 'No.');
    const events = await collectEvents(createInput(injection, outgoing, { config, earlier }));
    expect(selectResults(events).map(({ prompt_index }) => prompt_index)).toEqual([4, 5, 6, 7, 8]);
    expect(events[0]).toMatchObject({ progress: 5 / 9 });
    expect(selectEnds(events)).toMatchObject([
      { kind: 'completed', summary: { total: 9, passed: 5, failed: 4, score: 0.56 } },
    ]);
    expect(outgoing.calls[0]?.messages[0]?.content).toBe(selectResults(complete)[4]?.conversation?.[0]?.content);
  });
});

describe('metrics', () => {
  const counts: InteractionCounts = {
    total: 200,
    blocked: 8,
    redacted: 0,
    alerted: 0,
    failed: 0,
    timed: 180,
    withinLatency: 144,
    metered: 0,
    withinTokens: 0,
  };
  const run = (name: string, more: Partial<RunInput> = {}) =>
    collectEvents(
      createInput(findEvaluation(name), declining, { endpoint: null, countInteractions: async () => counts, ...more }),
    );

  it('judge captured interactions without an endpoint', async () => {
    expect(await run('Guardrail unblocked rate')).toEqual([
      { kind: 'completed', summary: { score: 0.96, total: 200, passed: 192, failed: 8, errored: 0 } },
    ]);
    expect(await run('Latency within limit')).toEqual([
      { kind: 'completed', summary: { score: 0.8, total: 200, passed: 144, failed: 36, errored: 20 } },
    ]);
  });

  it('count with their settings', async () => {
    const requested: unknown[] = [];
    const countInteractions: RunInput['countInteractions'] = async (settings) => {
      requested.push(settings);
      return counts;
    };
    await run('Latency within limit', { config: { max_latency_ms: 250, days: 1 } as never, countInteractions });
    expect(requested).toEqual([{ days: 1, maxLatencyMs: 250, maxTokens: 100_000 }]);
  });

  it.each([0, 40, 159])('fail if only %i of 200 interactions can be judged', async (metered) => {
    const countInteractions = async () => ({ ...counts, metered, withinTokens: metered });
    expect(await run('Token use within limit', { countInteractions })).toEqual([
      {
        kind: 'failed',
        errorKind: 'judge_error',
        errorMessage: `Only ${metered} of 200 captured interactions of the agent in the last 7 days could be judged; a score needs 80 %.`,
      },
    ]);
  });

  it('have a score if just enough interactions can be judged', async () => {
    const countInteractions = async () => ({ ...counts, metered: 160, withinTokens: 160 });
    expect(await run('Token use within limit', { countInteractions })).toMatchObject([
      { kind: 'completed', summary: { score: 1, total: 200, passed: 160, failed: 0, errored: 40 } },
    ]);
  });

  it('fail with an invalid setting', async () => {
    expect(await run('Latency within limit', { config: { max_latency_ms: 0 } as never })).toMatchObject([
      { kind: 'failed', errorKind: 'invalid_config' },
    ]);
  });
});

describe('a run over the network', () => {
  it('reports the results by category', async () => {
    const server = createServer((message, response) => {
      const pieces: Buffer[] = [];
      message.on('data', (piece) => pieces.push(piece));
      message.on('end', () => {
        const { messages } = JSON.parse(Buffer.concat(pieces).toString()) as Sent;
        const prompt = messages.at(-1)?.content ?? '';
        const [, word, code] = /write (\w+) and (\w+) as one word/.exec(prompt) ?? [];
        const isDocument = /INVOICE|From:|BEGIN:VEVENT|def total/.test(prompt);
        // An agent that follows roles and rejects web pages.
        if (prompt.includes('<html>')) response.writeHead(422).end();
        else {
          const content = respondToHarmless(prompt) ?? (isDocument ? 'A summary of pumps.' : `${word}-${code}`);
          response.end(JSON.stringify({ choices: [{ message: { content } }] }));
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const outgoing = createOutgoingClient({ allow: [`127.0.0.1:${port}`] });
      const run = createInput(injection, outgoing, {
        endpoint: { url: `http://127.0.0.1:${port}/v1/chat/completions` },
        config: { num_prompts: 10, attack_techniques: ['indirect_injection', 'role_play'] },
      });
      const events = await collectEvents(run);
      expect(selectResults(events).map(({ status }) => status)).toEqual(
        ['passed', 'passed', 'errored', 'passed', 'passed'].flatMap((status) => [status, 'failed']),
      );
      expect(selectEnds(events)).toEqual([
        {
          kind: 'completed',
          summary: {
            score: 0.44,
            total: 10,
            passed: 4,
            failed: 5,
            errored: 1,
            by_category: { indirect_injection: 1, role_play: 0 },
          },
        },
      ]);
    } finally {
      server.close();
    }
  });
});
