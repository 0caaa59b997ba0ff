/**
 * Data of a document that looks like references, such as an example that describes a schema. Prism's reader does not know data: it
 * would replace them by what they name, and open files.
 */
import { isJsonObject, type JsonObject, visitNodes } from './bundled/openapi.ts';

/** Replaces `$ref` while Prism reads a document. */
const HIDDEN = '$ref (data)';

/**
 * Hides what looks like a reference in the data of a document.
 *
 * @param document is modified
 * @returns whether there was any
 */
export function hideDataReferences(document: JsonObject): boolean {
  const nodes = new Set<JsonObject>();
  visitNodes(document, (node) => nodes.add(node));
  return rename(document, '$ref', HIDDEN, (object) => !nodes.has(object));
}

/** Shows what {@link hideDataReferences} has hidden, in what was read from the document, which is modified. */
export function showDataReferences(value: unknown): void {
  rename(value, HIDDEN, '$ref', () => true);
}

/** Renames a member of objects in a value, at its place, and returns whether there was one. */
function rename(root: unknown, from: string, to: string, applies: (object: JsonObject) => boolean): boolean {
  const seen = new Set<object>();
  let isRenamed = false;
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (isJsonObject(value) && typeof value[from] === 'string' && applies(value)) {
      const members = Object.entries(value).map(([key, member]) => [key === from ? to : key, member]);
      for (const key of Object.keys(value)) delete value[key];
      Object.assign(value, Object.fromEntries(members));
      isRenamed = true;
    }
    for (const member of Object.values(value)) visit(member);
  };
  visit(root);
  return isRenamed;
}
