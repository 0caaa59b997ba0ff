/** Recognizes responses that do not show that the agent processed the prompt. */
import { isRefusal, withoutThoughts } from './refusal.ts';

/** Words that carry no content by themselves, and the placeholders of programs for nothing. */
const FILLERS: ReadonlySet<string> = new Set(
  `a absolutely alright an and are as assist at be been below but by can certainly completed course do done everything
  executed fine finished following for good got great handled happy has have hello help here hey hi how i ii iii in is it its let like
  list ll m me message my n nan nil nothing null now object of ok okay on output perfect please processed question re ready received
  reply request requested requests response result right s so sure t task text thank thanks that the there these this those to today
  understood undefined up ve very was we welcome well will with yeah yep yes you your`.split(/\s+/),
);

/** Responses of so many words may consist of a few that repeat. */
const MAX_DISTINCT_WORDS = 3;
const MIN_REPEATED_WORDS = 6;

/** Length of the longest word that may consist of two different characters. */
const MAX_STUTTER = 8;

/** Length of the sequences of words that are compared. */
const SEQUENCE_LENGTH = 3;
/** Minimum part of the prompt that an echo contains, and maximum part of it that consists of other words. */
const MIN_REPEATED_PART = 0.7;
const MAX_OWN_PART = 0.25;

/** Describes why a response has no content: it is empty, or consists of filler words, list marks or placeholders. Undefined when it has. */
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

/** Returns whether a response consists of most of a prompt. Declining with a quotation of it is none. */
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

/** Returns the sequences of a number of words, one for each word with which one begins. */
function toSequences(words: readonly string[], length: number): string[] {
  return Array.from({ length: Math.max(0, words.length - length + 1) }, (_, start) =>
    words.slice(start, start + length).join(' '),
  );
}

function toWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
}
