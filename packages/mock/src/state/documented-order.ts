/** A sentence of a description that says how a list is ordered. */
const ORDER = /[^.]*\bordered by `(\w+)`[^.]*/;

/** The order of a list without the parameter `sort`, as its description says; an empty sentence and no key when it says nothing. */
export function findDocumentedOrder(description: string): { sentence: string; key: string | undefined } {
  const [sentence = '', key] = ORDER.exec(description) ?? [];
  return { sentence, key };
}
