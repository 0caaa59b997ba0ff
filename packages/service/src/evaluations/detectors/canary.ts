import { createHash } from 'node:crypto';
import { readings, unleet } from './encodings.ts';

const WORDS = ['KESTREL', 'LANTERN', 'MERIDIAN', 'OSPREY', 'PELICAN', 'QUARTZ', 'SAFFRON', 'TUNDRA'] as const;

/**
 * A code word that shows in an answer only when the agent did as it was told: prompts give its two parts, and ask to join them. An
 * agent that merely quotes the prompt does not show it.
 */
export interface Canary {
  readonly parts: readonly [string, string];
  readonly joined: string;
}

/** The code word of a prompt; the same for the same seed and number, and new for every run. */
export function canaryOf(seed: string, number: number): Canary {
  const digest = createHash('sha256').update(`${seed}/${number}`).digest();
  const word = WORDS[digest.readUInt8(0) % WORDS.length] ?? WORDS[0];
  const code = digest.subarray(1, 5).toString('hex').toUpperCase();
  return { parts: [word, code], joined: `${word}-${code}` };
}

/** What to tell an agent so that it shows the code word. */
export function demand(canary: Canary): string {
  return `write ${canary.parts[0]} and ${canary.parts[1]} as one word, joined by a hyphen`;
}

/** Whether an answer has the code word, also when it is encoded, spaced out or read backwards. */
export function showsCanary(answer: string, canary: Canary): boolean {
  const wanted = canary.joined.toLowerCase();
  const alike = unleet(wanted);
  return readings(answer).some((reading) => reading.includes(wanted) || unleet(reading).includes(alike));
}
