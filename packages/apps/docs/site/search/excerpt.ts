import { normalizeTerm } from './terms.ts';

/** A part of an excerpt. `isMatch` marks words of the query. */
export interface ExcerptPart {
  text: string;
  isMatch: boolean;
}

/** Length of an excerpt in characters: about two lines. */
const EXCERPT_LENGTH = 180;

/** Number of characters before the first match. */
const LEAD_LENGTH = 40;

/**
 * Returns the part of a text with the most different matches, or its start if there are none.
 *
 * @param terms the matching words in their indexed form
 */
export function cutExcerpt(text: string, terms: ReadonlySet<string>): ExcerptPart[] {
  const matches = [...text.matchAll(/[\p{L}\p{N}]+/gu)].filter(([word]) => terms.has(normalizeTerm(word) ?? ''));
  const countFrom = (start: number) =>
    new Set(
      matches
        .filter(({ index }) => index >= start && index < start + EXCERPT_LENGTH - LEAD_LENGTH)
        .map(([word]) => normalizeTerm(word)),
    ).size;
  const [best] = matches.map(({ index }) => ({ index, count: countFrom(index) })).sort((a, b) => b.count - a.count);
  const start = startOfWord(text, Math.max(0, (best?.index ?? 0) - LEAD_LENGTH));
  const end = endOfWord(text, start + EXCERPT_LENGTH);
  const parts: ExcerptPart[] = [];
  let position = start;
  for (const { 0: word, index } of matches.filter(({ index }) => index >= start && index < end)) {
    if (index > position) parts.push({ text: text.slice(position, index), isMatch: false });
    parts.push({ text: word, isMatch: true });
    position = index + word.length;
  }
  if (position < end) parts.push({ text: text.slice(position, end), isMatch: false });
  if (start > 0) parts.unshift({ text: '… ', isMatch: false });
  if (end < text.length) parts.push({ text: ' …', isMatch: false });
  return parts;
}

function startOfWord(text: string, index: number): number {
  return index === 0 ? 0 : text.indexOf(' ', index) + 1;
}

function endOfWord(text: string, index: number): number {
  if (index >= text.length) return text.length;
  const space = text.lastIndexOf(' ', index);
  return space > 0 ? space : index;
}
