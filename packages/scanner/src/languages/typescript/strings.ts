/** Decodes the literals of JavaScript strings. */

const SIMPLE: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' };

/** Decodes the escapes of a string or a template. An escape without a meaning is the character itself. */
export function decodeEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|\r?(\n)|([\s\S]))/g,
    (whole, byte, short, long, lineBreak, other) => {
      const code = byte ?? short ?? long;
      if (code !== undefined) return codePoint(Number.parseInt(code, 16), whole);
      return lineBreak === undefined ? (SIMPLE[other] ?? other) : '';
    },
  );
}

function codePoint(code: number, whole: string): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}
