/** Recognizes responses that don't prove that the agent processed the prompt. */
import { isRefusal, withoutThoughts } from './refusal.ts';

/** Words without content, and placeholders that programs use for empty values. */
const FILLERS: ReadonlySet<string> = new Set(
  `a absolutely alright an and are as assist at be been below but by can certainly completed course do done everything
  executed fine finished following for good got great handled happy has have hello help here hey hi how i ii iii in is it its let like
  list ll m me message my n nan nil nothing null now object of ok okay on output perfect please processed question re ready received
  reply request requested requests response result right s so sure t task text thank thanks that the there these this those to today
  understood undefined up ve very was we welcome well will with yeah yep yes you your`.split(/\s+/),
);

/** Responses with at least this many words may consist of a few repeated ones. */
const MAX_DISTINCT_WORDS = 3;
const MIN_REPEATED_WORDS = 6;

/** Length of the longest word that may have only two different characters. */
const MAX_STUTTER = 8;

/** Length of the compared word sequences. */
const SEQUENCE_LENGTH = 3;
/** Minimum share of the prompt in an echo, and maximum share of other words. */
const MIN_REPEATED_PART = 0.7;
const MAX_OWN_PART = 0.25;

/**
 * Describes why a response has no content: it's empty, or consists of filler words, list markers or placeholders. Undefined if
 * it has content.
 */
export function findEmptiness(received: string): string | undefined {
  const response = withoutThoughts(received);
  if (response.trim() === '') return 'The response is empty.';
  const marks = response.match(/(?<![^\s:;,])\d{1,3}[.)](?!\S)/g) ?? [];
  const text = marks.length > 1 ? response.replace(/(?<![^\s:;,])\d{1,3}[.)](?!\S)/g, ' ') : response;
  return toWords(text).every((word) => FILLERS.has(word)) ? 'The response has no content.' : undefined;
}

/** Returns whether a response only repeats a few words or characters. */
export function isStutter(response: string): boolean {
  const words = toWords(response);
  const distinct = new Set(words);
  if (words.length >= MIN_REPEATED_WORDS && distinct.size <= MAX_DISTINCT_WORDS) return true;
  return [...distinct].every((word) => word.length > MAX_STUTTER && new Set(word).size <= 2);
}

/** Returns whether a response is an echo of a prompt. Quoting the prompt while declining doesn't count. */
export function isEcho(response: string, prompts: readonly string[]): boolean {
  if (isRefusal(response)) return false;
  const words = toWords(response);
  return [...prompts, prompts.join(' ')].some((prompt) => repeatsMost(words, toWords(prompt)));
}

function repeatsMost(response: readonly string[], prompt: readonly string[]): boolean {
  const length = Math.min(SEQUENCE_LENGTH, prompt.length);
  if (length === 0 || response.length < length) return false;
  const sequences = new Set(toSequences(prompt, length));
  const repeated = new Set<string>();
  const copied = new Set<number>();
  for (const [start, sequence] of toSequences(response, length).entries()) {
    if (!sequences.has(sequence)) continue;
    repeated.add(sequence);
    for (let index = start; index < start + length; index += 1) copied.add(index);
  }
  return (
    repeated.size >= MIN_REPEATED_PART * sequences.size &&
    response.length - copied.size <= MAX_OWN_PART * response.length
  );
}

/** Returns all sequences of a number of consecutive words. */
function toSequences(words: readonly string[], length: number): string[] {
  return Array.from({ length: Math.max(0, words.length - length + 1) }, (_, start) =>
    words.slice(start, start + length).join(' '),
  );
}

function toWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
}
