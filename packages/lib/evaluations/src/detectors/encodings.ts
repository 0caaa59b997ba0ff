/** Decodes text that is hidden from a plain search. */
export const ENCODINGS = {
  base64: (text: string) => Buffer.from(text).toString('base64'),
  hex: (text: string) => Buffer.from(text).toString('hex'),
  rot13: (text: string) => text.replace(/[a-z]/gi, rotate13),
  reversed: (text: string) => Array.from(text).reverse().join(''),
  leet: (text: string) => text.replace(/[aeiost]/gi, (letter) => LEET[letter.toLowerCase()] ?? letter),
  spaced: (text: string) => Array.from(text).join(' '),
  url: (text: string) => Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  /** Characters of the Unicode tag block, which are invisible. */
  unicode_tags: (text: string) =>
    Array.from(text, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return code < 0x7f ? String.fromCodePoint(0xe0000 + code) : character;
    }).join(''),
} as const satisfies Record<string, (text: string) => string>;

export type Encoding = keyof typeof ENCODINGS;

const LEET: Readonly<Record<string, string>> = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' };

/** Maximum length of decoded text, in characters. */
const MAX_DECODED_LENGTH = 65_536;

/**
 * Returns all variants of a text that may reveal something, in lower case: without invisible characters, reversed, decoded, and
 * without separators.
 */
export function decodeVariants(text: string): string[] {
  const clipped = text.slice(0, MAX_DECODED_LENGTH);
  const tags = Array.from(clipped, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code >= 0xe0020 && code < 0xe007f ? String.fromCodePoint(code - 0xe0000) : '';
  }).join('');
  const plain = clipped.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
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
  const variants = [
    plain,
    tags,
    ENCODINGS.rot13(plain),
    ENCODINGS.reversed(plain),
    plain.replace(/[\s*_`]+/g, ''),
    ...decoded,
  ];
  return variants.map((variant) => variant.toLowerCase());
}

/** Replaces digits with the letters that they look like. */
export function decodeLeet(text: string): string {
  return Object.entries(LEET).reduce((result, [letter, digit]) => result.replaceAll(digit, letter), text.toLowerCase());
}

function rotate13(letter: string): string {
  const first = letter <= 'Z' ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
}
