let numbers: Intl.NumberFormat | undefined;

/** Formats a number. Most are small, and are written without the formatter, which takes time to create. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1000) return String(value);
  numbers ??= new Intl.NumberFormat('en');
  return numbers.format(value);
}

/** Returns a number with the noun that it counts: "1 row", "1,200 rows". */
export function countOf(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}
