/** Compares strings by their code units, as the collation "C" of the service does for ASCII. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
