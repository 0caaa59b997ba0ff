import { formatCodePoint, splitHidden } from '@aispm/openapi/hidden-characters';

/** A part of a text from outside. */
export interface TextPart {
  text: string;
  /** `hidden`: a character that is not seen, or that changes the order of others. `mixed`: a word whose letters look like those of another script. */
  kind: 'plain' | 'hidden' | 'mixed';
}

/** Words, and what is between them. */
const WORDS = /[\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_]+/gu;
/** Scripts whose letters look like Latin ones. */
const LOOK_ALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}]/u;
/** Letters, digits and signs of ASCII: they hide nothing, deceive nobody and keep their order beside any other text. */
const PLAIN = /^[\x20-\x7e]*$/;
const LATIN = /\p{Script=Latin}/u;
/** Cyrillic and Greek letters that cannot be told from Latin ones (UTS 39). */
const SAME_LOOK = /[АВЕЗІЈКМНОРСТУХЅҮҺӀԌԚԜасеһіјорсухѕүӏԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧοϲϳ]/gu;
/** Forms of Latin letters that are not what a keyboard writes, such as mathematical ones (UTS 39). */
const COMPATIBILITY = /[\uff21-\uff5a\u{1d400}-\u{1d7ff}]/u;

/** Whether a text can be shown as it is. Most texts can; others are to be divided ({@link toVisibleParts}). */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/**
 * Divides a text from outside so that nothing in it deceives: hidden characters become their code points ({@link splitHidden} has
 * which ones are hidden, and where), and words are marked that mix Latin letters with similar ones of other scripts, or that seem
 * Latin while nothing in the text shows another script. New lines and tabs stay, and nothing else is lost or changed.
 */
export function toVisibleParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  const isLatinOnly = !LOOK_ALIKE.test(text.replace(SAME_LOOK, ''));
  for (const segment of splitHidden(text)) {
    if (segment.text === '\n' || segment.text === '\t') append(parts, segment.text, 'plain');
    else if (segment.isHidden) parts.push({ text: formatCodePoint(segment.text), kind: 'hidden' });
    else {
      for (const [word] of segment.text.matchAll(WORDS))
        append(parts, word, isDeceptive(word, isLatinOnly) ? 'mixed' : 'plain');
    }
  }
  return parts;
}

/** Returns a text from outside for places that take no elements, such as accessible names: hidden characters become code points. */
export function toVisibleText(text: string): string {
  if (isPlain(text)) return text;
  return toVisibleParts(text)
    .map((part) => part.text)
    .join('');
}

function append(parts: TextPart[], text: string, kind: 'plain' | 'mixed'): void {
  const last = parts.at(-1);
  if (kind === 'plain' && last?.kind === 'plain') last.text += text;
  else parts.push({ text, kind });
}

/** @param isLatinOnly whether all letters of the text are Latin or look the same */
function isDeceptive(word: string, isLatinOnly: boolean): boolean {
  return COMPATIBILITY.test(word) || (LOOK_ALIKE.test(word) && (isLatinOnly || LATIN.test(word)));
}
