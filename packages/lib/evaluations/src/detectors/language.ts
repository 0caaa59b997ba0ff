/** Frequent words of English that are rare in other languages. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `about and are as at be by can do for from have help how i if is it my not of only or please that the there these this to
  was we what which with would you your`.split(/\s+/),
);

/** Minimum share of such words in an English text. */
const MIN_SHARE = 0.15;

/** Returns whether a text is in English, so patterns of English wordings apply to it. */
export function isEnglish(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.filter((word) => FUNCTION_WORDS.has(word)).length >= MIN_SHARE * words.length;
}
