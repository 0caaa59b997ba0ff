import { formatCodePoint, splitHidden } from '@aispm/openapi/hidden-characters';

/** A part of an untrusted string. */
export interface TextPart {
  text: string;
  /**
   * `hidden`: an invisible character, or one that reorders others. `mixed`: a word with letters that look like letters of
   * another script.
   */
  kind: 'plain' | 'hidden' | 'mixed';
}

/** Words and separators. */
const WORDS = /[\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_]+/gu;
/** Scripts with letters that look like Latin ones. */
const LOOK_ALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}]/u;
/** Printable ASCII, which is neither hidden nor deceptive, and never reordered. */
const PLAIN = /^[\x20-\x7e]*$/;
const LATIN = /\p{Script=Latin}/u;
/** Cyrillic and Greek letters that look the same as Latin ones (UTS 39). */
const SAME_LOOK = /[АВЕЗІЈКМНОРСТУХЅҮҺӀԌԚԜасеһіјорсухѕүӏԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧοϲϳ]/gu;
/** Variants of Latin letters that keyboards don't produce, such as mathematical ones (UTS 39). */
const COMPATIBILITY = /[\uff21-\uff5a\u{1d400}-\u{1d7ff}]/u;

/** Whether a string can be shown unchanged, as most can. Others need {@link toVisibleParts}. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/**
 * Splits an untrusted string so that nothing in it is deceptive. Hidden characters ({@link splitHidden}) become code
 * points. Words are marked if they mix Latin letters with similar letters of other scripts, or if they look Latin and
 * nothing else in the string suggests another script. Everything else is unchanged, including line breaks and tabs.
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

/** Converts an untrusted string to plain text, for example for accessible names. Hidden characters become code points. */
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

/** @param isLatinOnly whether all letters of the string are Latin or look the same */
function isDeceptive(word: string, isLatinOnly: boolean): boolean {
  return COMPATIBILITY.test(word) || (LOOK_ALIKE.test(word) && (isLatinOnly || LATIN.test(word)));
}
