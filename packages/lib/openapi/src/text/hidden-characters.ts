/**
 * Characters that are invisible, or that change the order of others. External text may contain them by mistake, to look like other
 * text, or to tell a model what users can't read.
 */

/** A part of a text: a hidden character, or all that is between two of them. */
export interface TextSegment {
  text: string;
  isHidden: boolean;
}

/** Controls, format characters such as those of bidirectional text, separators of lines, unpaired surrogates, and private characters. */
const GENERAL = String.raw`\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}`;
/** Format characters that are seen: signs of Arabic, Syriac and Kaithi that enclose the digits after them. */
const SEEN = String.raw`\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}`;
/** One hidden character. Some that Unicode ignores by default are letters or marks, so that only this class knows that they hide. */
const HIDDEN = String.raw`(?![${SEEN}])[${GENERAL}\p{Default_Ignorable_Code_Point}]`;

/** Scripts that need joiners for the right form of a word. */
const JOINED_SCRIPTS = [
  ...['Arab', 'Syrc', 'Nkoo', 'Mong', 'Adlm', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym'],
  ...['Sinh', 'Khmr', 'Mymr'],
];
const JOINED = `(?!${HIDDEN})(?=[\\p{L}\\p{M}])[${JOINED_SCRIPTS.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`;
const MONGOLIAN = String.raw`(?=\p{L})\p{Script=Mongolian}`;

/** Visible text with one hidden character each, of bounded length. */
const SEEN_SEQUENCES = [
  // A variant of a Han character, such as that of a Japanese name.
  String.raw`\p{Script=Han}[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
  // The flags of England, Scotland and Wales, which start with an emoji.
  String.raw`\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`,
  // An emoji with its style, and with the next one that it's joined to.
  String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}]?(?:\u200d(?=\p{Extended_Pictographic}))?`,
  String.raw`[0-9#*]\ufe0f\u20e3`,
  // Persian and Indic words. A last letter may have the form that it has before another one.
  `${JOINED}(?:[\\u200c\\u200d](?=${JOINED})|\\u200d(?![\\p{L}\\p{M}\\p{Cf}]))`,
  // A variant of a Mongolian letter, and the narrow space before the last one.
  String.raw`${MONGOLIAN}[\u180b-\u180d\u180f]?(?:\u180e(?=${MONGOLIAN}))?`,
  // A Hangul syllable without its first or second letter.
  String.raw`[\u1100-\u115e\ua960-\ua97c]\u1160|\u115f(?:[\u1161-\u11a7\ud7b0-\ud7c6]|\u1160(?=[\u11a8-\u11ff\ud7cb-\ud7fb]))`,
];
/** Letters, digits and signs of ASCII. To know that a text has nothing else is faster. */
const PLAIN = /^[\x20-\x7e]*$/;
const SEQUENCE_OR_HIDDEN = new RegExp(`${SEEN_SEQUENCES.join('|')}|(${HIDDEN})`, 'gu');

/** Characters that readers don't miss, or whose meaning is unknown: see {@link listHidden}. */
const UNSUSPICIOUS = /[\t\n\r\u061c\u200e\u200f\p{Co}]/u;

/**
 * Divides a text at its hidden characters. The texts of the parts are the given text.
 *
 * All characters without their own glyph are hidden: controls, including line breaks, format characters, and what Unicode calls
 * default ignorable, whatever else it is. Where they change what is seen, as the language or the emoji requires, they aren't hidden:
 *
 * - variation selectors directly after a Han character, and U+FE0E and U+FE0F directly after an emoji or in a keycap;
 * - zero-width joiners between emoji, and the tags of the three flags that Unicode recommends;
 * - zero-width joiners and non-joiners between letters or marks of scripts that join, such as Arabic and Devanagari, and a
 *   joiner after the last one;
 * - variation selectors and vowel separators after Mongolian letters;
 * - Hangul fillers in a syllable of conjoining letters whose first or second one is missing.
 *
 * Everywhere else they are hidden. U+3164 and U+FFA0 always are: as their own letters, they are blank. So are U+034F, which
 * affects sorting only, U+17B4 and U+17B5, whose use Unicode discourages, soft hyphens, and marks of direction.
 */
export function splitHidden(text: string): TextSegment[] {
  const segments: TextSegment[] = [];
  let end = 0;
  for (const match of text.matchAll(SEQUENCE_OR_HIDDEN)) {
    const [, hidden] = match;
    if (hidden === undefined) continue;
    if (match.index > end) segments.push({ text: text.slice(end, match.index), isHidden: false });
    segments.push({ text: hidden, isHidden: true });
    end = match.index + hidden.length;
  }
  if (end < text.length) segments.push({ text: text.slice(end), isHidden: false });
  return segments;
}

/** Replaces each hidden character of a text. */
export function replaceHidden(text: string, replace: (character: string) => string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(SEQUENCE_OR_HIDDEN, (match, hidden: string | undefined) =>
    hidden === undefined ? match : replace(hidden),
  );
}

/**
 * Lists the hidden characters of a text that a model reads and a user doesn't suspect: not tabs, line breaks, marks of direction,
 * and private characters, which texts have for good reasons.
 */
export function listHidden(text: string): string[] {
  return splitHidden(text).flatMap((segment) =>
    segment.isHidden && !UNSUSPICIOUS.test(segment.text) ? [segment.text] : [],
  );
}

/** Formats a character as Unicode names it, such as `U+200B`. */
export function formatCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
