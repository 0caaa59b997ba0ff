import { isJsonObject, visitNodes } from '@aispm/openapi';

/**
 * Copies a contract without what neither validation nor the checks read: summaries, descriptions and the examples of
 * responses. The examples of shared responses remain: their reasons distinguish protocol responses.
 */
export function compactContract<T extends object>(document: T): T {
  const copy = structuredClone(document);
  visitNodes(copy, (node, keys) => {
    const isResponse = keys.at(-2) === 'responses';
    delete node.summary;
    delete node.description;
    if (!isResponse || keys[0] === 'components' || !isJsonObject(node.content)) return;
    for (const mediaType of Object.values(node.content).filter(isJsonObject)) {
      delete mediaType.example;
      delete mediaType.examples;
    }
  });
  return copy;
}
