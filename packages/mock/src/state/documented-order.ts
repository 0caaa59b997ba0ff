/** The order of a list without the parameter `sort`, as its description says. */
export interface DocumentedOrder {
  /** The sentence that says it; empty when there is none. */
  sentence: string;
  key: string | undefined;
  /** Whether rows with the same value are ordered by descending identifiers, so that the newest comes first. */
  hasDescendingIds: boolean;
}

/** Reads the order of a list in the description of its operation. */
export function findDocumentedOrder(description: string): DocumentedOrder {
  for (const sentence of description.split('.')) {
    const [, key] = /\bordered by `(\w+)`/.exec(sentence) ?? [];
    if (key !== undefined) return { sentence, key, hasDescendingIds: /\bboth\s+descending\b/.test(sentence) };
  }
  return { sentence: '', key: undefined, hasDescendingIds: false };
}
