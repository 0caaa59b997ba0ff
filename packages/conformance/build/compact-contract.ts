import { isJsonObject, visitNodes } from '@aispm/openapi';

/** Properties of the document and of its operations that only documentation and linting read. */
const UNREAD = ['tags', 'x-tagGroups', 'x-lint-exceptions', 'x-stability-level'];
/** Properties that only documentation reads, at any depth. */
const UNREAD_ANYWHERE = ['summary', 'description', 'x-enumDescriptions', 'x-remedies'];

/**
 * Copies a contract without what neither validation nor the checks read: what is for documentation and linting, and the examples of
 * responses. The examples of shared responses remain: their reasons distinguish protocol responses.
 */
export function compactContract<T extends object>(document: T): T {
  const copy = structuredClone(document);
  visitNodes(copy, (node, keys) => {
    const isOperation = keys[0] === 'paths' && keys.length === 3;
    if (isOperation || keys.length === 0) for (const name of UNREAD) delete node[name];
    const isResponse = keys.at(-2) === 'responses';
    for (const name of UNREAD_ANYWHERE) delete node[name];
    if (!isResponse || keys[0] === 'components' || !isJsonObject(node.content)) return;
    for (const mediaType of Object.values(node.content).filter(isJsonObject)) {
      delete mediaType.example;
      delete mediaType.examples;
    }
  });
  return copy;
}
