/**
 * Data of a document that looks like a part of a schema, such as an example that describes one. Prism's reader and the validator do
 * not know data: the reader would replace references by what they name, and open files; the validator would take identifiers for
 * those of schemas.
 */
import { isJsonObject, type JsonObject, visitNodes } from '../bundled/openapi.ts';

/** Keywords that refer to schemas or identify them. */
const KEYWORDS = ['$ref', '$id', '$anchor', '$dynamicAnchor'];

/** Added to the keywords while they are hidden. */
const HIDDEN = ' (data)';

/**
 * Hides what looks like a reference or an identifier in the data of a document.
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

/** Shows what {@link hideDataReferences} has hidden, in what was read from the document, which is modified. */
export function showDataReferences(value: unknown): void {
  rename(value, new Map(KEYWORDS.map((keyword) => [keyword + HIDDEN, keyword])), () => true);
}

/** Renames properties of the objects in a value, in place, and returns whether there was one. Only strings are renamed. */
function rename(root: unknown, names: ReadonlyMap<string, string>, applies: (object: JsonObject) => boolean): boolean {
  const seen = new Set<object>();
  const isNamed = ([key, member]: [string, unknown]) => names.has(key) && typeof member === 'string';
  let isRenamed = false;
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (isJsonObject(value) && Object.entries(value).some(isNamed) && applies(value)) {
      const members = Object.entries(value);
      for (const key of Object.keys(value)) delete value[key];
      for (const entry of members) value[(isNamed(entry) && names.get(entry[0])) || entry[0]] = entry[1];
      isRenamed = true;
    }
    for (const member of Object.values(value)) visit(member);
  };
  visit(root);
  return isRenamed;
}
