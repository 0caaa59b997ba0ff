/** Returns the next number of the form 1, 2 or 5 times a power of ten, which ends the scale of a chart. */
export function niceMaximum(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10);
}
