/**
 * @import { Rule } from '../../document/rule.js'
 * @import { Operation } from '../../document/contract.js'
 * @import { Node } from '../../document/node.js'
 */
import {
  LIST_FILTERS,
  LIST_ORDER,
  listFilters,
  listOrder,
  MATCHES,
} from '../../../../../lib/openapi/src/document/lists.js';
import { isFilterParameter } from '../../../../../lib/openapi/src/document/query-parameters.js';
import { getListSchema, getProperties, getTypes } from '../../document/contract.js';

/** The types of parameters, or of their items, that a match compares with fields. */
const TYPES = /** @type {Readonly<Record<string, readonly string[]>>} */ ({
  contains: ['string'],
  like: ['string'],
  since: ['string'],
  until: ['string'],
  before: ['string'],
  after: ['string'],
  present: ['boolean'],
  positive: ['boolean'],
});

/** @type {Rule} */
export default {
  id: 'list-selection-declared',
  why: 'Mock, tests and generators apply filters and orders. They read what is declared, and no descriptions.',
  fix:
    'Declare every filter in `x-filter`, with a match and the fields that it compares (`name: {contains: rule_name}`), and the ' +
    'order in `x-order`, with `-` before fields that descend.',
  *check({ operations }) {
    for (const operation of operations) {
      if (operation.method !== 'get' || !operation.operationId.startsWith('list')) continue;
      if (!getListSchema(operation)) continue;
      yield* checkFilters(operation);
      yield* checkOrder(operation);
    }
  },
};

/** @param {Operation} operation */
function* checkFilters(operation) {
  const { node, parameters } = operation;
  const path = [...node.path, LIST_FILTERS];
  const filters = listFilters(/** @type {object} */ (node.value));
  const inQuery = parameters.filter((parameter) => parameter.text('in') === 'query');
  const names = inQuery.map((parameter) => parameter.text('name') ?? '');
  for (const name of names.filter((name) => isFilterParameter(name) && !filters.has(name))) {
    yield { path: node.path, problem: `\`${LIST_FILTERS}\` does not declare the filter \`${name}\`` };
  }
  for (const [name, { match, fields }] of filters) {
    const parameter = inQuery.find((candidate) => candidate.text('name') === name);
    if (!parameter) yield { path: [...path, name], problem: `The list has no parameter \`${name}\`` };
    if (!MATCHES.includes(match)) {
      yield { path: [...path, name], problem: `The match is none of ${MATCHES.join(', ')}` };
      continue;
    }
    const schema = parameter?.descendant('schema');
    const types = schema ? getTypes(schema.descendant('items') ?? schema) : [];
    const accepted = TYPES[match] ?? types;
    if (!types.every((type) => accepted.includes(type)))
      yield { path: [...path, name], problem: `\`${match}\` compares no ${types.join(' or ')}` };
    for (const field of fields.filter((field) => !hasField(operation, field))) {
      yield { path: [...path, name], problem: `The rows have no field \`${field}\`` };
    }
  }
}

/** @param {Operation} operation */
function* checkOrder(operation) {
  const { node, parameters } = operation;
  const order = listOrder(/** @type {object} */ (node.value));
  if (!order) {
    yield { path: node.path, problem: `The list has no \`${LIST_ORDER}\`` };
    return;
  }
  const path = [...node.path, LIST_ORDER];
  for (const { field } of order) {
    if (!hasField(operation, field)) yield { path, problem: `The rows have no field \`${field}\`` };
  }
  const [first] = order;
  const findDefault = (/** @type {string} */ name) =>
    parameters
      .find((parameter) => parameter.text('name') === name)
      ?.descendant('schema')
      ?.descendant('default')?.value;
  const [sort, direction] = [findDefault('sort'), findDefault('order')];
  if (sort !== undefined && sort !== first?.field)
    yield { path, problem: `The list is sorted by \`${sort}\` by default, and not by \`${first?.field}\`` };
  if (direction !== undefined && direction !== first?.direction)
    yield { path, problem: `\`order\` is ${direction} by default, and not ${first?.direction}` };
}

/**
 * Returns whether the rows of a list have a field; the columns of a table are no part of the contract.
 *
 * @param {Operation} operation
 * @param {string} path
 */
function hasField(operation, path) {
  const rows = getProperties(getListSchema(operation)).get('items');
  /** @type {Node | undefined} */
  let node = rows;
  for (const name of path.split('.')) node = getProperties(node?.descendant('items') ?? node).get(name);
  return !rows || node !== undefined;
}
