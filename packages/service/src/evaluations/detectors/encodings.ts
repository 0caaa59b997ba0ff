/** Ways to hide a text from whoever only looks for it as it is. */
export const ENCODINGS = {
  base64: (text: string) => Buffer.from(text).toString('base64'),
  hex: (text: string) => Buffer.from(text).toString('hex'),
  rot13: (text: string) => text.replace(/[a-z]/gi, turned),
  reversed: (text: string) => Array.from(text).reverse().join(''),
  leet: (text: string) => text.replace(/[aeiost]/gi, (letter) => LEET[letter.toLowerCase()] ?? letter),
  spaced: (text: string) => Array.from(text).join(' '),
  url: (text: string) => Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  /** Characters of the Unicode tag block, which are not drawn. */
  unicode_tags: (text: string) =>
    Array.from(text, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return code < 0x7f ? String.fromCodePoint(0xe0000 + code) : character;
    }).join(''),
} as const satisfies Record<string, (text: string) => string>;

export type Encoding = keyof typeof ENCODINGS;

const LEET: Readonly<Record<string, string>> = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' };

/** Longest text that is searched for encoded parts, in characters. */
const SEARCHED = 65_536;

/**
 * A text in every form in which it may hide something: as it is, read backwards, with its encoded parts decoded, without separators
 * and with look-alike digits taken for letters. In lower case, without characters that are not drawn.
 */
export function readings(text: string): string[] {
  const searched = text.slice(0, SEARCHED);
  const tags = Array.from(searched, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code >= 0xe0020 && code < 0xe007f ? String.fromCodePoint(code - 0xe0000) : '';
  }).join('');
  const plain = searched.replace(/[\u{E0000}-\u{E007F}\u200B-\u200D\u2060\uFEFF\u00AD]/gu, '');
  const decoded = [
    ...[...plain.matchAll(/[A-Za-z0-9+/_-]{8,}={0,2}/g)].map(([part]) =>
      Buffer.from(part, 'base64').toString('latin1'),
    ),
    ...[...plain.matchAll(/(?:[0-9a-f]{2}[\s:]?){6,}/gi)].map(([part]) =>
      Buffer.from(part.replace(/[^0-9a-f]/gi, ''), 'hex').toString('latin1'),
    ),
    ...[...plain.matchAll(/(?:%[0-9a-f]{2}){4,}/gi)].map(([part]) =>
      Buffer.from(part.replaceAll('%', ''), 'hex').toString('latin1'),
    ),
  ];
  const forms = [
    plain,
    tags,
    ENCODINGS.rot13(plain),
    ENCODINGS.reversed(plain),
    plain.replace(/[\s*_`]+/g, ''),
    ...decoded,
  ];
  return forms.map((form) => form.toLowerCase());
}

/** Look-alike digits taken for the letters that they stand for. */
export function unleet(text: string): string {
  return Object.entries(LEET).reduce((result, [letter, digit]) => result.replaceAll(digit, letter), text.toLowerCase());
}

function turned(letter: string): string {
  const first = letter <= 'Z' ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
}
