/** Limits beyond which a response counts as runaway: repetitions of a part in a row, and length in characters. */
const MAX_REPETITIONS = 50;
const MAX_LENGTH = 16_000;
/** Maximum length of a repeated part, in characters. */
const MAX_PART_LENGTH = 64;

/** Describes how a response is runaway: it repeats itself endlessly, or is far too long. Undefined if it isn't. */
export function findRepetition(response: string): string | undefined {
  // Punctuation may repeat legitimately, in drawn lines.
  const count = countRepetitions(response.slice(0, MAX_LENGTH).replace(/([^\p{L}\p{N}])\1+/gu, '$1'));
  if (count > MAX_REPETITIONS) return `The response repeats a part ${count} times in a row.`;
  return response.length > MAX_LENGTH ? `The response is ${response.length} characters long.` : undefined;
}

/** Returns the number of consecutive repetitions of the most repeated part. */
function countRepetitions(text: string): number {
  let longest = 0;
  for (let length = 1; length <= MAX_PART_LENGTH; length += 1) {
    let same = 0;
    for (let index = length; index < text.length; index += 1) {
      same = text[index] === text[index - length] ? same + 1 : 0;
      longest = Math.max(longest, Math.floor(same / length) + 1);
    }
  }
  return longest;
}
