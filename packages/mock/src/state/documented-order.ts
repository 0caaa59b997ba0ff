/** The order of a list without the parameter `sort`, as its description says; an empty sentence and no key when it says nothing. */
export function findDocumentedOrder(description: string): { sentence: string; key: string | undefined } {
  for (const sentence of description.split('.')) {
    const [, key] = /\bordered by `(\w+)`/.exec(sentence) ?? [];
    if (key !== undefined) return { sentence, key };
  }
  return { sentence: '', key: undefined };
}
