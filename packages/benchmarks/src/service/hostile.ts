/** Measures whether the time for hostile text grows linearly with its length. */

import { redact } from '../../../apps/service/src/platform/redaction/redaction.ts';
import { containsCanary, createCanary } from '../../../lib/evaluations/src/detectors/canary.ts';
import { DANGEROUS_OUTPUT_KINDS, hasDangerousOutput } from '../../../lib/evaluations/src/detectors/dangerous-output.ts';
import { findExfiltration } from '../../../lib/evaluations/src/detectors/exfiltration.ts';
import { findPersonalData } from '../../../lib/evaluations/src/detectors/personal-data.ts';
import { isCompliance, isRefusal } from '../../../lib/evaluations/src/detectors/refusal.ts';
import { findRepetition } from '../../../lib/evaluations/src/detectors/repetition.ts';
import { findSystemPromptLeak } from '../../../lib/evaluations/src/detectors/system-prompt.ts';
import { findEmptiness, isEcho, isStutter } from '../../../lib/evaluations/src/detectors/vacuous.ts';
import type { Result } from '../report/result.ts';

/** Length of the short texts in characters, and the factor for the long ones. */
const SIZE = 60_000;
const FACTOR = 4;
/** Maximum ratio of the times, between linear and quadratic. */
const MAX_RATIO = 10;
/** Times below this are noise, in milliseconds. */
const MIN_MS = 20;
/** Number of measurements; the fastest counts. */
const RUNS = 3;

/** The repeated parts of texts: prefixes of what the regular expressions of each function match. */
const SECRETS = ['a-', 'token', '-----BEGIN PRIVATE KEY-----', 'a://', 'eyJ', '= ', ' '];
const RESPONSES = ['a', ' ', '![', '4 ', '%41', '<a ', 'you are the ', '"', '```\n', '+1 ', 'rm -'];

const CANARY = createCanary('s', 1);

/** The functions, with the repeated parts of their texts. */
const FUNCTIONS: readonly [name: string, parts: readonly string[], run: (text: string) => unknown][] = [
  ['redaction', SECRETS, redact],
  ['refusals', RESPONSES, (text) => [isRefusal(text), isCompliance(text)]],
  ['leaks of the system prompt', RESPONSES, (text) => findSystemPromptLeak(text, 'f')],
  ['personal data', RESPONSES, (text) => findPersonalData(text, '')],
  ['exfiltration', RESPONSES, (text) => findExfiltration(text, 'h.example')],
  ['dangerous output', RESPONSES, (text) => DANGEROUS_OUTPUT_KINDS.map((kind) => hasDangerousOutput(text, kind))],
  ['repetition', RESPONSES, findRepetition],
  ['responses that say nothing', RESPONSES, (text) => [findEmptiness(text), isStutter(text), isEcho(text, [text])]],
  ['code words', RESPONSES, (text) => containsCanary(text, CANARY)],
];

/** Measures processor time, in milliseconds. */
function measureMs(run: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

const repeat = (part: string, length: number) => part.repeat(Math.ceil(length / part.length));

export async function measure(): Promise<Result> {
  const missed: string[] = [];
  const rows = FUNCTIONS.map(([name, parts, run]) => {
    const measured = parts.map((part) => {
      const short = measureMs(() => run(repeat(part, SIZE)));
      const long = measureMs(() => run(repeat(part, SIZE * FACTOR)));
      const ratio = long / Math.max(short, MIN_MS);
      if (ratio > MAX_RATIO) {
        missed.push(
          `${name} of ${JSON.stringify(part)} takes ${ratio.toFixed(1)} times as long; the maximum is ${MAX_RATIO}.`,
        );
      }
      return { part, short, long };
    });
    const slowest = measured.reduce((a, b) => (b.long > a.long ? b : a));
    return [name, `\`${JSON.stringify(slowest.part)}\``, slowest.short.toFixed(1), slowest.long.toFixed(1)];
  });
  return {
    description:
      `Processor time of the functions that read untrusted text, for ${SIZE.toLocaleString('en')} characters and ${FACTOR} times ` +
      `as many. The text repeats the beginning of what a regular expression searches for. Each row shows the slowest text, and the ` +
      `fastest of ${RUNS} runs. A ratio above ${MAX_RATIO} fails.`,
    table: { columns: ['', 'Repeats', 'Short, ms', 'Long, ms'], rows },
    notes: [],
    missed,
  };
}
