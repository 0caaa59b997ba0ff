/** Words without meaning for a search. */
const STOP_WORDS = new Set(
  'a an and are as at be by can do does for from has have how i if in is it its my of on or our that the their then there this to was what when where which who why will with you your'.split(
    ' ',
  ),
);

/**
 * Splits a string into words. Names are also split into their parts: `listRules` is `listRules`, `list` and `Rules`. Names
 * that contain stop words are also kept whole: `If-Match` is `If-Match`, `If` and `Match`.
 */
export function tokenize(text: string): string[] {
  return text.split(/[^\p{L}\p{N}-]+/u).flatMap((name) => {
    const words = name.split('-').filter(Boolean);
    const isIncomplete = words.length > 1 && words.some((word) => STOP_WORDS.has(word.toLowerCase()));
    return [...(isIncomplete ? [words.join('-')] : []), ...words.flatMap(divideName)];
  });
}

function divideName(word: string): string[] {
  const parts = word.split(/(?<=\p{Ll})(?=\p{Lu})/u);
  return parts.length > 1 ? [word, ...parts] : [word];
}

/** Returns the indexed form of a word: lower case, singular; null for stop words. */
export function normalizeTerm(word: string): string | null {
  const term = word.toLowerCase();
  if (STOP_WORDS.has(term)) return null;
  if (term.length <= 3) return term;
  return term
    .replace(/ies$/, 'y')
    .replace(/(ss|x)es$/, '$1')
    .replace(/([^sui])s$/, '$1');
}

/** Returns the words of a string in their indexed form. */
export function listTerms(text: string): string[] {
  return tokenize(text).flatMap((word) => normalizeTerm(word) ?? []);
}
