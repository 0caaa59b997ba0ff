/**
 * Data of a document that looks like a part of a schema, such as an example that describes one. Prism's reader and the validator do
 * not know data: the reader would replace references by what they name, and open files; the validator would take identifiers for
 * those of schemas.
 */
import { isJsonObject, type JsonObject, visitNodes } from '../bundled/openapi.ts';

/** Keywords that refer to or identify schemas. */
const KEYWORDS = ['$ref', '$id', '$anchor', '$dynamicAnchor'];

/** Suffix of hidden keywords. */
const HIDDEN = ' (data)';

/**
 * Hides properties that look like references or identifiers in the data of a document.
 *
 * @param document is modified
 * @returns whether there was any
 */
export function hideDataReferences(document: JsonObject): boolean {
  const nodes = new Set<JsonObject>();
  visitNodes(document, (node) => nodes.add(node));
  const names = new Map(KEYWORDS.map((keyword) => [keyword, keyword + HIDDEN]));
  return rename(document, names, (object) => !nodes.has(object));
}

/** Restores the properties that {@link hideDataReferences} has hidden, in place. */
export function showDataReferences(value: unknown): void {
  rename(value, new Map(KEYWORDS.map((keyword) => [keyword + HIDDEN, keyword])), () => true);
}

/** Renames properties of the objects in a value, in place, and returns whether there was one. Only strings are renamed. */
function rename(root: unknown, names: ReadonlyMap<string, string>, applies: (object: JsonObject) => boolean): boolean {
  const seen = new Set<object>();
  const isNamed = ([key, child]: [string, unknown]) => names.has(key) && typeof child === 'string';
  let isRenamed = false;
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (isJsonObject(value) && Object.entries(value).some(isNamed) && applies(value)) {
      const entries = Object.entries(value);
      for (const key of Object.keys(value)) delete value[key];
      for (const entry of entries) value[(isNamed(entry) && names.get(entry[0])) || entry[0]] = entry[1];
      isRenamed = true;
    }
    for (const child of Object.values(value)) visit(child);
  };
  visit(root);
  return isRenamed;
}
