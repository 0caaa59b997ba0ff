/** Returns a number with the noun that it counts: "1 row", "1,200 rows". */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
