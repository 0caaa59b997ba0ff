/** Patterns of SQL's `LIKE`. */

/** A part of a pattern: a character in lower case, `_` as any character, or `%` as any text. */
type Part = { character: string } | 'any character' | 'any text';

/**
 * Returns the function that tells whether a text contains a pattern, in any case. `%` stands for any text, `_` for any character; a
 * backslash makes the next character literal.
 */
export function createLikeMatcher(pattern: string): (text: string) => boolean {
  const parts = ['any text' as const, ...parsePattern(pattern), 'any text' as const];
  return (text) => matches(parts, [...text.toLowerCase()]);
}

function parsePattern(pattern: string): Part[] {
  const tokens = pattern.toLowerCase().match(/\\.|./gsu) ?? [];
  return tokens.map((token) => {
    if (token === '%') return 'any text';
    return token === '_' ? 'any character' : { character: token.replace(/^\\(?=.)/su, '') };
  });
}

/** Goes back to the last `%` only, so that the time is limited by the product of the lengths. */
function matches(parts: readonly Part[], characters: readonly string[]): boolean {
  let [part, position] = [0, 0];
  let last: { part: number; position: number } | undefined;
  while (position < characters.length) {
    const current = parts[part];
    if (current === 'any text') {
      last = { part, position };
      part += 1;
    } else if (current === 'any character' || (current && current.character === characters[position])) {
      part += 1;
      position += 1;
    } else if (last) {
      last.position += 1;
      part = last.part + 1;
      position = last.position;
    } else return false;
  }
  return parts.slice(part).every((rest) => rest === 'any text');
}
