/**
 * @import { Operation } from '../../document/contract.js'
 * @import { Rule } from '../../document/rule.js'
 */
import { getListSchema, SCOPE_PATTERN } from '../../document/contract.js';
import { camelCase, isPlural, singular, words } from '../../document/words.js';

/**
 * The verb for one record by HTTP method.
 *
 * @type {Map<string, string>}
 */
const RECORD_VERBS = new Map([
  ['get', 'get'],
  ['put', 'put'],
  ['patch', 'update'],
  ['delete', 'delete'],
]);

/**
 * The resource that a path leads to.
 *
 * @typedef {object} Resource
 * @property {'collection' | 'subcollection' | 'record' | 'action'} type
 * @property {string[]} plural Name of all records, as words.
 * @property {string[]} singular Name of one record, as words.
 * @property {string[]} verb Name of the action, as words; empty unless the type is `action`.
 */

/**
 * Returns the resource of a path without its scope: a collection, and the segments after it.
 *
 * @param {string[]} collection
 * @param {string[]} segments
 * @returns {Resource}
 */
function resolveResource(collection, segments) {
  /** @type {Resource} */
  let resource = { type: 'collection', plural: collection, singular: singular(collection), verb: [] };
  for (const segment of segments) resource = resolveSegment(resource, segment);
  return resource;
}

/**
 * @param {Resource} resource
 * @param {string} segment
 * @returns {Resource}
 */
function resolveSegment(resource, segment) {
  const { type, plural } = resource;
  const name = words(segment);
  const subcollection = [...resource.singular, ...name];
  if (!segment.startsWith('{')) {
    return type === 'record' && !isPlural(name)
      ? { ...resource, type: 'action', verb: name }
      : { type: 'subcollection', plural: subcollection, singular: singular(subcollection), verb: [] };
  }
  // A parameter directly after an identifier selects a relation of the record: `{id}/{edge}`.
  if (type === 'record') return { ...resource, type: 'subcollection', plural: subcollection };
  if (type === 'action') return { ...resource, type: 'record', singular: [...resource.singular, ...resource.verb] };
  // A collection whose name has no plural, such as `client-storage`, contains entries.
  const hasEntries = type === 'collection' && !isPlural(plural);
  return { ...resource, type: 'record', singular: hasEntries ? [...plural, 'entry'] : resource.singular };
}

/**
 * Returns the valid names of an operation, as words; none when no naming pattern applies.
 *
 * @param {Operation} operation
 * @returns {string[][]}
 */
function listValidNames(operation) {
  const { method, path, responses } = operation;
  const [beforeScope = '', ...afterScope] = path.replaceAll(SCOPE_PATTERN, '\0').split(/\0+/);
  const segments = beforeScope.split('/').filter(Boolean);
  const hasScope = afterScope.length > 0;
  // With a scope, the collection is the segment before it, and those before group paths (`/eval`).
  const collection = words((hasScope ? segments.pop() : segments.shift()) ?? '');
  if (collection.length > 1 && collection[0] === 'aispm') collection.shift();
  if (collection.length > 1 && collection.at(-1) === 'dash') collection.pop();
  const resource = resolveResource(collection, hasScope ? afterScope.join('/').split('/').filter(Boolean) : segments);

  if (resource.type === 'action') {
    // The last word of a list without a plural, such as `history`.
    if (method === 'get' && getListSchema(operation)) return [['list', ...resource.singular, ...resource.verb]];
    return [[...resource.verb, ...resource.singular]];
  }
  if (resource.type === 'record') {
    const verb = RECORD_VERBS.get(method);
    return verb ? [[verb, ...resource.singular]] : [];
  }
  if (method === 'get') {
    if (getListSchema(operation)) return [['list', ...resource.plural]];
    return [['get', ...(resource.type === 'collection' ? resource.singular : resource.plural)]];
  }
  if (method === 'patch') return [['update', ...resource.plural]];
  if (method !== 'post') return [];
  if (responses.some(({ status }) => status === '202')) return [['submit', ...resource.singular]];
  return [
    ['create', ...resource.singular],
    ['ingest', ...resource.plural],
  ];
}

/** @type {Rule} */
export default {
  id: 'operation-id-from-path',
  why:
    'The name of an operation is a function name in every client. Names that follow from method and path are ' +
    'predictable.',
  fix:
    'Name the operation with a verb and the resource of its path: `list` or `update` a collection, `get`, `update`, `put` ' +
    'or `delete` one record, `create` a record or `ingest` a batch of records (201), `submit` a job (202), or the last word ' +
    'of the path if that is an action.',
  *check({ operations }) {
    for (const operation of operations) {
      const { operationId, method, path, node } = operation;
      const names = listValidNames(operation).map((name) => camelCase(name));
      if (names.some((name) => words(name).join() === words(operationId).join())) continue;
      yield {
        path: [...node.path, 'operationId'],
        problem:
          names.length > 0
            ? `\`${operationId}\` should be ${names.map((name) => `\`${name}\``).join(' or ')}`
            : `No naming pattern applies to ${method.toUpperCase()} ${path}`,
      };
    }
  },
};
