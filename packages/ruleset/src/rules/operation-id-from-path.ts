import { listSchema, type Operation, SCOPE } from '../contract.js';
import type { Rule } from '../rule.js';
import { camelCase, isPlural, singular, words } from '../words.js';

/** Verbs of a single record. */
const ITEM_VERBS = new Map([
  ['get', 'get'],
  ['put', 'put'],
  ['patch', 'update'],
  ['delete', 'delete'],
]);

/** The names that follow from method and path, as words; none when the pattern knows no such operation. */
function expected(operation: Operation): string[][] {
  const { method, route, responses } = operation;
  const [before = '', ...after] = route.replaceAll(SCOPE, '\0').split(/\0+/);
  const literals = before.split('/').filter(Boolean);
  // What stands before the collection groups paths (`/eval`); without a scope, the path begins with the collection.
  const collection = words((after.length > 0 ? literals.pop() : literals.shift()) ?? '');
  const rest = after.length > 0 ? after.join('/').split('/').filter(Boolean) : literals;
  if (collection.length > 1 && collection[0] === 'aispm') collection.shift();
  if (collection.length > 1 && collection.at(-1) === 'dash') collection.pop();

  // The walk down the path: `item` is one record of what was reached so far, `many` all of it.
  let many = collection;
  let item = singular(collection);
  let at: 'collection' | 'part' | 'item' | 'action' = 'collection';
  let verb: string[] = [];
  for (const segment of rest) {
    const name = words(segment);
    if (!segment.startsWith('{')) {
      if (at === 'item' && !isPlural(name)) {
        at = 'action';
        verb = name;
      } else {
        at = 'part';
        many = [...item, ...name];
        item = singular(many);
      }
    } else if (at === 'item') {
      // A parameter right after an identifier chooses among the relations of the record: `{id}/{edge}`.
      at = 'part';
      many = [...item, ...name];
    } else {
      if (at === 'action') item = [...item, ...verb];
      // A collection whose name has no plural, such as `client-storage`, holds entries.
      if (at === 'collection' && !isPlural(many)) item = [...many, 'entry'];
      at = 'item';
    }
  }

  if (at === 'action') return [[...verb, ...item]];
  if (at === 'item') {
    const itemVerb = ITEM_VERBS.get(method);
    return itemVerb ? [[itemVerb, ...item]] : [];
  }
  if (method === 'get') {
    if (listSchema(operation)) return [['list', ...many]];
    return [['get', ...(at === 'collection' ? item : many)]];
  }
  if (method !== 'post') return [];
  if (responses.some(({ status }) => status === '202')) return [['submit', ...item]];
  return [
    ['create', ...item],
    ['ingest', ...many],
  ];
}

export default {
  id: 'operation-id-from-path',
  why:
    'The name of an operation becomes the name of a function in every client. When it follows from the method and the ' +
    'path, nobody has to guess it or to argue about it.',
  fix:
    'Name the operation with a verb and the resource of its path: `list` a collection, `get`, `update`, `put` or ' +
    '`delete` one record, `create` a record or `ingest` a batch of them (201), `submit` a job (202), and the last word of ' +
    'the path where that is an action.',
  *check({ operations }) {
    for (const operation of operations) {
      const names = expected(operation).map((name) => camelCase(name));
      if (names.some((name) => words(name).join() === words(operation.id).join())) continue;
      const call = `${operation.method.toUpperCase()} ${operation.route}`;
      yield {
        path: [...operation.node.path, 'operationId'],
        problem:
          names.length > 0
            ? `\`${operation.id}\` should be ${names.map((name) => `\`${name}\``).join(' or ')}`
            : `No name follows from ${call}`,
      };
    }
  },
} satisfies Rule;
