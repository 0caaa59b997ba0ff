import { builtInEvaluations, type ProbeEvaluation, type ProbePrompt } from '@aispm/evaluations';
import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import { type OutgoingClient, OutgoingError } from '../../src/domains/evaluations/agents/outgoing-client.ts';
import { type RunEvent, runEvaluation } from '../../src/domains/evaluations/runs/run-evaluation.ts';

const base = builtInEvaluations.find(({ approach }) => approach === 'probe') as ProbeEvaluation;

/** A request that waits for its response. */
interface Waiting {
  readonly prompt: string;
  readonly respond: () => void;
  readonly fail: (error: Error) => void;
  readonly signal: AbortSignal | undefined;
}

/** Starts a run of prompts that are named by their index, with an agent whose responses the test releases. */
function start(count: number, concurrency?: number, control: ProbePrompt['control'] = null) {
  const waiting: Waiting[] = [];
  const sent: string[] = [];
  const outgoing: OutgoingClient = (_address, body, { signal } = {}) => {
    const prompt = (body as { messages: { content: string }[] }).messages[0]?.content ?? '';
    sent.push(prompt);
    return new Promise((resolve, reject) => {
      const remove = () => waiting.splice(waiting.indexOf(request), 1);
      const settle = (end: () => void) => () => {
        remove();
        end();
      };
      // No two responses differ in numbers only.
      const message = { content: `Done: ${prompt.replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}` };
      const response = { status: 200, body: JSON.stringify({ choices: [{ message }] }), latencyMs: 1 };
      const request: Waiting = {
        prompt,
        respond: settle(() => resolve(response)),
        fail: (error) => settle(() => reject(error))(),
        signal,
      };
      signal?.addEventListener('abort', () => reject(signal.reason));
      waiting.push(request);
    });
  };
  const prompt = (index: number): ProbePrompt => ({
    category: null,
    turns: [String(index)],
    judge: () => ({ status: 'passed', explanation: '' }),
    control,
  });
  const events: RunEvent[] = [];
  const ended = (async () => {
    for await (const event of runEvaluation({
      evaluation: { ...base, prompts: () => Array.from({ length: count }, (_, index) => prompt(index)) },
      config: {},
      seed: 'run',
      endpoint: { url: 'https://agent.example/', ...(concurrency !== undefined && { request: { concurrency } }) },
      agent: { instructionsFingerprint: null },
      outgoing,
      judge: async (_, { judge }) => judge({ text: '', toolCalls: [] }),
      redact: async (text) => text,
      countInteractions: () => Promise.reject(new Error('A probe must not count interactions.')),
    })) {
      events.push(event);
    }
  })();
  return { waiting, sent, events, ended };
}

/** Lets everything happen that waits for no response. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('prompts', () => {
  it.each([
    [undefined, 4],
    [1, 1],
    [3, 3],
    [16, 16],
  ])('are sent concurrently, up to the setting (%s): %i', async (concurrency, expected) => {
    const { waiting, ended, events } = start(40, concurrency);
    let most = 0;
    while (events.at(-1)?.kind !== 'completed') {
      await settle();
      most = Math.max(most, waiting.length);
      waiting[0]?.respond();
    }
    await ended;
    expect(most).toBe(expected);
  });

  it('have results in their order, regardless of the order of the responses', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 16 }),
        fc.array(fc.nat(15), { minLength: 60 }),
        async (limit, picks) => {
          const { waiting, ended, events } = start(20, limit);
          for (const pick of picks) {
            await settle();
            expect(waiting.length).toBeLessThanOrEqual(limit);
            waiting[pick % waiting.length]?.respond();
          }
          while (events.at(-1)?.kind !== 'completed') {
            await settle();
            waiting[0]?.respond();
          }
          await ended;
          const results = events.flatMap((event) => (event.kind === 'result' ? [event] : []));
          expect(results.map(({ result }) => result.prompt_index)).toEqual(Array.from({ length: 20 }, (_, i) => i));
          const progress = results.map((event) => event.progress);
          expect(progress).toEqual(progress.toSorted((a, b) => a - b));
        },
      ),
    );
  });

  it('in flight end when the run fails', async () => {
    const { waiting, ended, events, sent } = start(40, 3);
    await settle();
    const signals = waiting.map(({ signal }) => signal);
    waiting[0]?.fail(new OutgoingError('not_allowed', 'No.'));
    await ended;
    expect(events).toMatchObject([{ kind: 'failed', errorMessage: 'No.' }]);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, true]);
    expect(sent).toHaveLength(3);
  });

  it('in flight share a control of their form', async () => {
    const control = { form: 'f', wordings: [{ prompt: 'control', isMet: () => true }] as const, consequence: '' };
    const { waiting, ended, events, sent } = start(8, 4, control);
    while (events.at(-1)?.kind !== 'completed') {
      await settle();
      waiting[0]?.respond();
    }
    await ended;
    // Once at the first prompt, and once at the end.
    expect(sent.filter((prompt) => prompt === 'control')).toHaveLength(2);
  });
});
