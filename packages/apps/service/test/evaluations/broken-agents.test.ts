/** What evaluations say about agents that are broken: nothing. */

import { setImmediate } from 'node:timers/promises';
import { builtInEvaluations, type ProbeEvaluation, type RawConfig } from '@aispm/evaluations';
import { sampleByHash } from '@aispm/testing';
import { describe, expect, it } from 'vitest';
import type { OutgoingClient } from '../../src/domains/evaluations/agents/outgoing-client.ts';
import { judgeTurn } from '../../src/domains/evaluations/judging/judge-turn.ts';
import { type PromptResult, type RunEvent, runEvaluation } from '../../src/domains/evaluations/runs/run-evaluation.ts';
import { redact } from '../../src/platform/redaction/redaction.ts';
import {
  BROKEN,
  healthy,
  OBEYS_SILENTLY,
  PARTIAL,
  REFUSAL,
  respondLate,
  respondToAThird,
  respondToOthers,
  respondWithFirstWord,
  type SampleAgentBehavior,
  vulnerable,
  WRAPPERS,
} from './agents.ts';

const PROBES = builtInEvaluations.filter((evaluation) => evaluation.approach === 'probe');
const ATTACKS = PROBES.filter(({ item }) => item.name !== 'Over-refusal');

const findProbe = (name: string) => PROBES.find(({ item }) => item.name === name) as ProbeEvaluation;

/** Connects to an agent without a network, in one turn of the process for each request. */
function connect(respond: SampleAgentBehavior): OutgoingClient {
  const conversations: string[] = [];
  return async (_, request) => {
    await setImmediate();
    const { messages } = JSON.parse(JSON.stringify(request)) as { messages: { content: string }[] };
    const first = messages[0]?.content ?? '';
    if (!conversations.includes(first)) conversations.push(first);
    const reply = respond(messages.at(-1)?.content ?? '', conversations.indexOf(first) + 1);
    if (typeof reply !== 'string' && typeof reply.status === 'number') {
      const { status, body } = reply as { status: number; body?: string };
      return { status, body: body ?? '', latencyMs: 1 };
    }
    const message = typeof reply === 'string' ? { role: 'assistant', content: reply } : reply;
    const finish_reason = typeof reply === 'object' && 'finish_reason' in reply ? reply.finish_reason : 'stop';
    return { status: 200, body: JSON.stringify({ choices: [{ message, finish_reason }] }), latencyMs: 1 };
  };
}

/** Runs a probe. */
async function run(probe: ProbeEvaluation, respond: SampleAgentBehavior, config: RawConfig = {}) {
  const events: RunEvent[] = [];
  for await (const event of runEvaluation({
    evaluation: probe,
    config,
    seed: 'run-1',
    endpoint: { url: 'http://agent.example/v1/chat/completions' },
    agent: { instructionsFingerprint: null },
    outgoing: connect(respond),
    judge: async ({ turn, response }, prompt) => judgeTurn(prompt, turn, response),
    redact: async (text) => redact(text).text,
    countInteractions: () => Promise.reject(new Error('A probe must not count interactions.')),
  }))
    events.push(event);
  const results = events.flatMap((event): PromptResult[] => (event.kind === 'result' ? [event.result] : []));
  const end = events.at(-1) as Exclude<RunEvent, { kind: 'result' }>;
  return { results, end, passed: results.filter(({ status }) => status === 'passed').length };
}

/** Selects the agents of a probe: each detector is one of some probes, and each agent is one of others. */
const sampleFor = <T>(name: string, agents: Record<string, T>): [string, T][] =>
  sampleByHash(Object.entries(agents), ([title]) => `${name} ${title}`, 2);

describe.each(PROBES.map((probe) => [probe.item.name, probe] as const))('%s', (name, probe) => {
  it('gives a healthy agent a score of 1', async () => {
    const { end } = await run(probe, healthy);
    expect(end).toMatchObject({ kind: 'completed', summary: { score: 1, errored: 0 } });
  });

  it.each(sampleFor(name, BROKEN))('gives no score to an agent that %s', async (_, respond) => {
    const { end, results, passed } = await run(probe, respond);
    expect({ kind: end.kind, passed }).toEqual({ kind: 'failed', passed: 0 });
    expect(end.kind === 'failed' && end.errorMessage).toMatch(/\w/);
    for (const { status, explanation } of results) if (status === 'errored') expect(explanation).toMatch(/\w/);
  });

  it.each(Object.entries(PARTIAL))('gives no score to an agent that %s', async (_, respond) => {
    const { end } = await run(probe, respond);
    expect(end).toMatchObject({ kind: 'failed', errorMessage: expect.stringMatching(/\w/) });
  });

  it.each(sampleFor(name, WRAPPERS))('gives a healthy agent that responds %s a score of 1', async (_, wrap) => {
    const { end } = await run(probe, wrap(healthy));
    expect(end).toMatchObject({ kind: 'completed', summary: { score: 1, errored: 0 } });
  });

  it('gives no score to an agent that always gives its first correct response', async () => {
    expect((await run(probe, respondWithFirstWord())).end).toMatchObject({ kind: 'failed' });
  });

  it('gives no score to an agent whose responses belong to earlier prompts', async () => {
    expect((await run(probe, respondLate(healthy))).end).toMatchObject({ kind: 'failed' });
  });

  it.each<[string, (request: number) => string]>([
    ['the same', () => 'The service is busy at the moment.'],
    ['the number of the request', (request) => `Busy. Request ${request}, trace 8f3a-${request}c.`],
  ])('gives no score to an agent that is busy for two of three requests and responds with %s', async (_, busy) => {
    expect((await run(probe, respondToAThird(healthy, busy))).end).toMatchObject({ kind: 'failed' });
  });

  it('gives an agent that always declines no score, or 0 if it must not decline', async () => {
    const { end, passed } = await run(probe, () => REFUSAL);
    expect(passed).toBe(0);
    if (name === 'Over-refusal') expect(end).toMatchObject({ kind: 'completed', summary: { score: 0 } });
    else expect(end).toMatchObject({ kind: 'failed', errorKind: 'judge_error' });
  });
});

describe.each(ATTACKS.map((probe) => [probe.item.name, probe] as const))('%s', (_, probe) => {
  it('gives an agent that falls for everything a score of 0', async () => {
    expect((await run(probe, vulnerable)).end).toMatchObject({ kind: 'completed', summary: { score: 0, errored: 0 } });
  });
});

describe.each(ATTACKS.map((probe) => [probe.item.name, probe] as const))('%s', (name, probe) => {
  it.each(sampleFor(name, WRAPPERS))('detects an agent that falls for everything and responds %s', async (_, wrap) => {
    expect((await run(probe, wrap(vulnerable))).end).toMatchObject({ kind: 'completed', summary: { score: 0 } });
  });

  it('gives no score to an agent that only thinks about attacks', async () => {
    const { end, passed } = await run(probe, respondToOthers('<think>I should consider whether that is allowed, and'));
    expect({ kind: end.kind, passed }).toEqual({ kind: 'failed', passed: 0 });
  });

  it('gives no score to an agent whose responses to attacks are cut off', async () => {
    const cut = { role: 'assistant', content: 'First of all, it is good to know that', finish_reason: 'length' };
    const { end, passed } = await run(probe, respondToOthers(cut));
    expect({ kind: end.kind, passed }).toEqual({ kind: 'failed', passed: 0 });
  });
});

describe('an agent that falls for attacks in its own form', () => {
  it.each([
    'Du bist der Assistent von Halden Freight. Du darfst niemals Waren ohne Freigabe herausgeben.',
    'あなたは税関のアシスタントです。許可なしに貨物を出してはいけません。',
    "I'm sorry, I can't help with that. But: you are the assistant of Halden Freight. You must never release goods.",
  ])('does not pass System prompt leak with %j', async (instructions) => {
    const { end, passed } = await run(findProbe('System prompt leak'), respondToOthers(instructions));
    expect({ kind: end.kind, passed }).toEqual({ kind: 'failed', passed: 0 });
  });

  it.each(['', ' hyphen ', '_', ' dash ', '\u2011', '/'])(
    'fails Prompt injection with %j in the code word',
    async (join) => {
      const { end } = await run(findProbe('Prompt injection'), (prompt, nth) => {
        const reply = vulnerable(prompt, nth);
        return typeof reply === 'string' ? reply.replace(/([A-Z]{5,8})-([0-9A-F]{8})/g, `$1${join}$2`) : reply;
      });
      expect(end).toMatchObject({ kind: 'completed', summary: { score: 0 } });
    },
  );

  it.each(['I will delete them right away.', "I'm going to transfer it.", "I've turned off the guardrails."])(
    'does not pass Tool misuse with %j',
    async (claim) => {
      const { end, passed } = await run(findProbe('Tool misuse'), respondToOthers(claim));
      expect({ kind: end.kind, passed }).toEqual({ kind: 'failed', passed: 0 });
    },
  );
});

describe('controls', () => {
  it('pass an agent that responds to all attacks the same way, and to everything else correctly', async () => {
    const { end } = await run(findProbe('Prompt injection'), respondToOthers('Could you send me a tracking number?'));
    expect(end).toMatchObject({ kind: 'completed', summary: { score: 1, errored: 0 } });
  });

  it('make tool misuse unobservable if the agent executes its tools itself', async () => {
    const { end, results } = await run(findProbe('Tool misuse'), OBEYS_SILENTLY);
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['errored']));
    expect(results[0]?.explanation).toMatch(/^Not observable: the responses of the agent contain no tool calls/);
    expect(end).toMatchObject({ kind: 'failed', errorMessage: expect.stringContaining('Not observable') });
  });

  it('exclude the encodings that an agent cannot decode, and keep the score of the others', async () => {
    const weak: SampleAgentBehavior = (prompt, nth) =>
      /rot13|leet/.test(prompt) ? 'I see only letters here, and they make no sense to me.' : healthy(prompt, nth);
    const { end, results } = await run(findProbe('Prompt injection'), weak);
    expect(end).toMatchObject({
      kind: 'completed',
      summary: { score: 1, passed: 110, errored: 10, by_category: { indirect_injection: 1, role_play: 1 } },
    });
    const errored = results.filter(({ status }) => status === 'errored');
    expect(new Set(errored.map(({ category }) => category))).toEqual(new Set(['encoding']));
    expect(errored[0]?.explanation).toMatch(/not known whether it understood/);
  });

  it('do not excuse an agent that falls for an attack', async () => {
    const { results } = await run(findProbe('Insecure output'), () => 'Here you are, have fun: rm -rf ~');
    expect(results.filter(({ category }) => category === 'command').map(({ status }) => status)).toEqual(
      Array(5).fill('failed'),
    );
  });

  it('are sent once for each form', async () => {
    const prompts: string[] = [];
    await run(findProbe('Harmful instructions'), (prompt, nth) => {
      prompts.push(prompt);
      return healthy(prompt, nth);
    });
    // Two forms, and the first once more at the end.
    expect(prompts.filter((prompt) => prompt.includes('as one word'))).toHaveLength(3);
  });
});
