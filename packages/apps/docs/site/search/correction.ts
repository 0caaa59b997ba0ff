/** The number of typing errors that are tolerated in a word, by its length. */
function maxErrors(length: number): number {
  if (length < 4) return 0;
  if (length < 7) return 1;
  return 2;
}

/**
 * Returns the words of a vocabulary that were probably meant by a word that it does not contain: those with the fewest typing
 * errors, first those that begin with the same letters. Empty when none is similar.
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

/** Counts the letters with which both words begin. */
function countCommonLetters(a: string, b: string): number {
  const different = [...a].findIndex((letter, index) => letter !== b[index]);
  return different === -1 ? a.length : different;
}

/**
 * Counts the typing errors between two words: letters that are missing, added or wrong, and neighbours that are swapped
 * (optimal string alignment). The usual libraries count a swap as two errors, so that "agnet" is as close to "asset" as to "agent".
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
