/**
 * @import { Rule } from '../../document/rule.js'
 * @import { Operation } from '../../document/contract.js'
 */
import { listFilters, listOrder } from '../../../../../lib/openapi/src/document/lists.js';
import { getListSchema, getProperties, getTypes, SCOPE_PATTERN } from '../../document/contract.js';

/** The filter of each timestamp; a record that was seen for the first time has no use for the time of its row. */
const SINCE = /** @type {const} */ ([
  ['updated_at', 'updated_since'],
  ['first_seen_at', 'first_seen_since'],
  ['created_at', 'created_since'],
]);

/** @type {Rule} */
export default {
  id: 'list-common-filters',
  why: 'Clients read the same records of any list, and what is new or changed, without learning each list.',
  fix:
    'Declare the filters `id` (the last field of `x-order`), `updated_since`, and `first_seen_since` or `created_since` of the ' +
    'timestamps that rows have. Let filters with `equals` accept several values.',
  *check({ operations }) {
    for (const operation of operations) {
      if (operation.method !== 'get' || !listOrder(/** @type {object} */ (operation.node.value))) continue;
      yield* checkRepeated(operation);
      // A list inside of a record is short, or read as a whole.
      if (!operation.path.replaceAll(SCOPE_PATTERN, '').includes('{')) yield* checkCommon(operation);
    }
  },
};

/** @param {Operation} operation */
function* checkCommon({ node, responses, ...operation }) {
  const value = /** @type {object} */ (node.value);
  const filters = listFilters(value);
  const isFiltered = (/** @type {string} */ name, /** @type {string} */ match, /** @type {string} */ field) =>
    filters.get(name)?.match === match && filters.get(name)?.fields.join() === field;
  const id = listOrder(value)?.at(-1)?.field;
  // Keys and names are chosen by clients, which know them.
  if (id === undefined || !/(^|_)id$/.test(id)) return;
  if (!isFiltered('id', 'equals', id))
    yield { path: node.path, problem: `The list has no filter \`id: {equals: ${id}}\`` };
  const rows = getProperties(getListSchema({ node, responses, ...operation })).get('items');
  const fields = getProperties(rows?.descendant('items'));
  for (const [field, name] of SINCE) {
    if (!fields.has(field) || (field === 'created_at' && fields.has('first_seen_at'))) continue;
    if (!isFiltered(name, 'since', field))
      yield { path: node.path, problem: `The list has no filter \`${name}: {since: ${field}}\`` };
  }
}

/** @param {Operation} operation */
function* checkRepeated({ node, parameters }) {
  const filters = listFilters(/** @type {object} */ (node.value));
  for (const parameter of parameters) {
    const name = parameter.text('name') ?? '';
    const schema = parameter.descendant('schema');
    if (filters.get(name)?.match !== 'equals' || !schema) continue;
    if (!getTypes(schema).every((type) => ['array', 'boolean'].includes(type)))
      yield { path: parameter.path, problem: `The filter \`${name}\` accepts only one value` };
  }
}
