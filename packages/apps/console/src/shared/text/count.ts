let numbers: Intl.NumberFormat | undefined;

/** Formats a number. Small numbers don't need the formatter, which is slow to create. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1000) return String(value);
  numbers ??= new Intl.NumberFormat('en');
  return numbers.format(value);
}

/** Formats a number with its noun: "1 row", "1,200 rows". */
export function countOf(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}
