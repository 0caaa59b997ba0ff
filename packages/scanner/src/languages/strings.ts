/** Decodes the literals of Python strings. */

const SIMPLE: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '\n': '',
};

/** Decodes the escapes of a string that isn't raw. An escape that Python doesn't know stays as it is. */
export function decodeEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|\r?(\n)|([\s\S]))/g,
    (whole, byte, short, long, octal, lineBreak, other) => {
      const code = byte ?? short ?? long;
      if (code !== undefined) return codePoint(Number.parseInt(code, 16), whole);
      if (octal !== undefined) return codePoint(Number.parseInt(octal, 8), whole);
      if (lineBreak !== undefined) return '';
      return SIMPLE[other] ?? whole;
    },
  );
}

function codePoint(code: number, whole: string): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

/** Removes the common indentation of a docstring, as `inspect.cleandoc` does. */
export function cleanDocumentation(text: string): string {
  const [first = '', ...rest] = text.replaceAll('\t', '        ').split('\n');
  const indentations = rest.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const margin = Math.min(...indentations, Number.MAX_SAFE_INTEGER);
  return [first.trim(), ...rest.map((line) => line.slice(margin).trimEnd())].join('\n').trim();
}
