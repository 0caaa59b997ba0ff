/**
 * The format of the packaged contract: JSON in which equal parts appear once. It is a list of values, whose last one is
 * the root. In each value, `{"$": n}` stands for the value with the index n, so that a schema that many operations use is one
 * object, which Prism then compiles once.
 */

/** The only key of objects that stand for another value of the list. */
export const REFERENCE = '$';

/** Returns the index of a reference; undefined for all other values. */
export function readReference(value: object): number | undefined {
  const index = (value as Record<string, unknown>)[REFERENCE];
  return typeof index === 'number' && Object.keys(value).length === 1 ? index : undefined;
}

/** Reads a packed value. References to the same value result in the same object. */
export function unpack<Value>(text: string): Value {
  const values: unknown[] = JSON.parse(text);
  for (const value of values) resolveReferences(value, values);
  return values.at(-1) as Value;
}

function resolveReferences(node: unknown, values: readonly unknown[]): void {
  if (typeof node !== 'object' || node === null) return;
  const parts = node as Record<string, unknown>;
  for (const key in parts) {
    const part = parts[key];
    if (typeof part !== 'object' || part === null) continue;
    const index = readReference(part);
    if (index === undefined) resolveReferences(part, values);
    else parts[key] = values[index];
  }
}
