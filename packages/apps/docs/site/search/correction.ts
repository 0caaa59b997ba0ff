/** Returns the number of tolerated typos in a word, by length. */
function maxErrors(length: number): number {
  if (length < 4) return 0;
  if (length < 7) return 1;
  return 2;
}

/**
 * Returns the most similar words of a vocabulary to a word that it doesn't contain: the ones with the fewest typos, sorted by
 * the length of the common prefix. Empty if none is similar.
 */
export function correct(word: string, vocabulary: Iterable<string>): string[] {
  let fewest = maxErrors(word.length);
  let closest: string[] = [];
  if (fewest === 0) return [];
  for (const candidate of vocabulary) {
    if (Math.abs(candidate.length - word.length) > fewest) continue;
    const errors = countErrors(word, candidate);
    if (errors > fewest) continue;
    if (errors < fewest) closest = [];
    fewest = errors;
    closest.push(candidate);
  }
  return closest.sort((a, b) => countCommonLetters(word, b) - countCommonLetters(word, a));
}

/** Returns the length of the common prefix of two words. */
function countCommonLetters(a: string, b: string): number {
  const different = [...a].findIndex((letter, index) => letter !== b[index]);
  return different === -1 ? a.length : different;
}

/**
 * Counts the typos between two words: missing, added, wrong and swapped letters (optimal string alignment). Common libraries
 * count a swap as two typos, which makes "agnet" as close to "asset" as to "agent".
 */
export function countErrors(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
