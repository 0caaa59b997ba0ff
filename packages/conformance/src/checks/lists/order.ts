/** Checks of the order of rows, including rows with the same value. */

import { getRowId } from '../../contract/lists.ts';
import { findParameter, type Json, type Operation, type OrderKey, type Schema } from '../../contract/operation.ts';
import type { Session } from '../../session/session.ts';
import { formatValue, wrongText, wrongValue } from '../../session/violations.ts';
import { type FilledList, forEachList, getMaxPageSize, type Walk, walk } from './walk.ts';

/** A query, and the order that it requests. */
interface RequestedOrder {
  query: Json;
  keys: OrderKey[];
}

/** Sorts every list by each column, in both directions, and reads it in its default order. */
export async function checkOrder(session: Session, operations: readonly Operation[]): Promise<void> {
  await forEachList(session, operations, 'order', async (subject) => {
    const { operation, rows, cell } = subject;
    // A list that can't be sorted may have a single row, such as the record that the run created.
    if (rows.length < 2 && findParameter(operation, 'query', 'order'))
      return cell.skip('no-data', 'a single row has no order');
    const walks: Walk[] = [];
    for (const order of listOrders(operation)) {
      const walked = await walk(session, subject, { ...order.query, page_size: getMaxPageSize(operation) });
      if (walked.isValid) walks.push(walked);
      if (walked.last?.isValid) assertOrder(subject, walked, order);
    }
    assertSameRows(subject, walks);
  });
}

/** Lists the orders that can be requested: the default one first. */
function listOrders(operation: Operation): RequestedOrder[] {
  const keys = operation.order ?? [];
  const [first, ...ties] = keys;
  const columns = findParameter(operation, 'query', 'sort')?.schema.enum as string[] | undefined;
  const directions = (findParameter(operation, 'query', 'order')?.schema.enum ?? []) as OrderKey['direction'][];
  const orders: RequestedOrder[] = first ? [{ query: {}, keys }] : [];
  for (const order of directions) {
    for (const sort of columns ?? []) {
      orders.push({ query: { sort, order }, keys: [{ field: sort, direction: order }, ...ties] });
    }
    if (columns || !first) continue;
    // Without columns, a list that is paged by number reverses all of its keys.
    const isReversed = order !== first.direction;
    const reversed = keys.map(({ field, direction }) => ({
      field,
      direction: isReversed ? opposite(direction) : direction,
    }));
    orders.push({ query: { order }, keys: reversed });
  }
  return orders;
}

function opposite(direction: OrderKey['direction']): OrderKey['direction'] {
  return direction === 'ASC' ? 'DESC' : 'ASC';
}

/** Asserts that neighboring rows are in order. Rows without a value may come first or last, as long as they're together. */
function assertOrder({ list }: FilledList, { rows, last }: Walk, { keys }: RequestedOrder): void {
  const properties = list.row?.properties ?? {};
  const [first] = keys;
  if (!first || !last) return;
  const withValue = rows.filter((row) => hasValue(row[first.field]));
  const isTogether =
    rows.findLastIndex((row) => hasValue(row[first.field])) - rows.findIndex((row) => hasValue(row[first.field]));
  const text = keys
    .map(({ field, direction }) => `${field} ${direction === 'ASC' ? 'ascending' : 'descending'}`)
    .join(', then ');
  last.assert(withValue.length === 0 || isTogether === withValue.length - 1, () =>
    wrongText('body', `/${list.field}`, `rows without ${first.field} together`, 'rows without it between others'),
  );
  const index = withValue.findIndex((row, position) => {
    const next = withValue[position + 1];
    return next !== undefined && compareRows(row, next, keys, properties) > 0;
  });
  last.assert(index === -1, () =>
    wrongText(
      'body',
      `/${list.field}`,
      text,
      `${describeRow(withValue[index], keys)} before ${describeRow(withValue[index + 1], keys)}`,
    ),
  );
}

function describeRow(row: Json = {}, keys: readonly OrderKey[]): string {
  return formatValue(keys.map(({ field }) => row[field]));
}

function hasValue(value: unknown): boolean {
  return value !== null && value !== undefined;
}

/** Compares two rows by keys: more than zero when they are in the wrong order for certain. */
function compareRows(a: Json, b: Json, keys: readonly OrderKey[], properties: Record<string, Schema>): number {
  for (const { field, direction } of keys) {
    const [one, other] = [a[field], b[field]];
    if (!hasValue(one) || !hasValue(other)) return 0;
    if (one === other) continue;
    const difference = compareValues(one, other, properties[field]);
    return difference === undefined ? 0 : direction === 'ASC' ? difference : -difference;
  }
  return 0;
}

/** Compares texts as strings do, as readers do, and without their case. */
const COLLATIONS: ((a: string, b: string) => number)[] = [
  (a, b) => (a < b ? -1 : Number(a > b)),
  (a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : Number(a.toLowerCase() > b.toLowerCase())),
  new Intl.Collator('en').compare,
];

/** Compares two values; undefined when the contract doesn't define their order. */
function compareValues(a: unknown, b: unknown, schema: Schema | undefined): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [one, other] = [String(a), String(b)];
  // An enumeration lists the most severe value first, and severities ascend.
  if (schema?.enum?.includes('critical')) return schema.enum.indexOf(b) - schema.enum.indexOf(a);
  if (schema?.enum) return undefined;
  const isTime = [one, other].every((value) => /^\d{4}-\d\d-\d\dT/.test(value));
  if (isTime) return Math.sign(Date.parse(one) - Date.parse(other)) || undefined;
  // The contract doesn't define a collation: only what every collation orders in the same way is decidable.
  const results = COLLATIONS.map((compare) => Math.sign(compare(one, other)));
  return results.every((result) => result === results[0]) ? results[0] : undefined;
}

/** Asserts that all orders have the same rows. */
function assertSameRows({ list, cell, first }: FilledList, walks: readonly Walk[]): void {
  const complete = walks.filter(({ isComplete }) => isComplete);
  const counts = complete.map(({ rows }) => new Set(rows.map((row) => getRowId(row, list))).size);
  const [expected = 0] = counts;
  // The number of rows may change during the check, but not back and forth.
  const changes = counts.filter((count, index) => index > 0 && count !== counts[index - 1]).length;
  const fewest = complete.find(({ rows }) => rows.length === Math.min(...counts));
  const { last = first } = fewest ?? {};
  cell.assert(changes < 2, () => ({
    ...wrongValue('body', `/${list.field}`, `${expected} rows in every order`, Math.min(...counts)),
    request: last.request,
    requestId: last.requestId,
  }));
}
