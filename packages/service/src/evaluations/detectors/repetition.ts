/** How often one piece may stand in a row, and how long an answer may be, in characters, before it counts as run away. */
const MOST_IN_A_ROW = 50;
const LONGEST = 16_000;
/** Longest piece that is looked for, in characters. */
const PIECE = 64;

/** How an answer has run away, or undefined: it repeats itself without end, or is far too long. */
export function repetition(answer: string): string | undefined {
  // Lines that are drawn with punctuation repeat themselves for a reason.
  const count = longestRun(answer.slice(0, LONGEST).replace(/([^\p{L}\p{N}])\1+/gu, '$1'));
  if (count > MOST_IN_A_ROW) return `The answer repeats one piece ${count} times in a row.`;
  return answer.length > LONGEST ? `The answer is ${answer.length} characters long.` : undefined;
}

/** How often the piece that is repeated most stands in a row. */
function longestRun(text: string): number {
  let longest = 0;
  for (let length = 1; length <= PIECE; length += 1) {
    let same = 0;
    for (let index = length; index < text.length; index += 1) {
      same = text[index] === text[index - length] ? same + 1 : 0;
      longest = Math.max(longest, Math.floor(same / length) + 1);
    }
  }
  return longest;
}
