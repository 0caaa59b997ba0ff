/**
 * Removes all characters of a kind from the end of a string. A pattern such as `/-+$/` does the same in quadratic time.
 *
 * @param isRemoved matches one character
 */
export function trimEnd(text: string, isRemoved: RegExp): string {
  let end = text.length;
  while (end > 0 && isRemoved.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/**
 * Removes all characters of a kind from both ends of a string.
 *
 * @param isRemoved matches one character
 */
export function trimBoth(text: string, isRemoved: RegExp): string {
  const trimmed = trimEnd(text, isRemoved);
  let start = 0;
  while (start < trimmed.length && isRemoved.test(trimmed.charAt(start))) start += 1;
  return trimmed.slice(start);
}
