/** The default order of a list, according to its description. */
export interface DocumentedOrder {
  /** The sentence that describes it; empty when there is none. */
  sentence: string;
  key: string | undefined;
  /** Whether rows with the same value are ordered by descending identifiers, so that the newest is first. */
  hasDescendingIds: boolean;
}

/** Reads the order of a list from the description of its operation. */
export function findDocumentedOrder(description: string): DocumentedOrder {
  for (const sentence of description.split('.')) {
    const [, key] = /\bordered by `(\w+)`/.exec(sentence) ?? [];
    if (key !== undefined) return { sentence, key, hasDescendingIds: /\bboth\s+descending\b/.test(sentence) };
  }
  return { sentence: '', key: undefined, hasDescendingIds: false };
}
