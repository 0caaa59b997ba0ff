/** Returns the end of a chart's scale: the value rounded up to one significant digit. */
export function niceMaximum(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 3, 4, 5, 6, 8, 10].find((step) => step * power >= value) ?? 10);
}
