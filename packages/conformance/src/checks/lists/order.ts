/** Checks of the order of rows. */
import { isDeepStrictEqual } from 'node:util';
import { findParameter, type Json, type Operation } from '../../contract/operation.ts';
import type { Session } from '../../session/session.ts';
import { formatValue, wrongValue } from '../../session/violations.ts';
import { type FilledList, forEachList, walk } from './walk.ts';

/** Sorts every list by each column, in both directions. */
export async function checkOrder(session: Session, operations: readonly Operation[]): Promise<void> {
  await forEachList(session, operations, 'order', async (subject) => {
    const { operation, rows, cell } = subject;
    if (rows.length < 2) return cell.skip('no-data', 'a single row has no order');
    const columns = findParameter(operation, 'query', 'sort')?.schema.enum as string[] | undefined;
    for (const column of columns ?? [undefined]) await checkColumn(session, subject, column);
  });
}

/** @param column undefined for a list without `sort` */
async function checkColumn(session: Session, subject: FilledList, column: string | undefined): Promise<void> {
  const { list, rows } = subject;
  const query = column === undefined ? {} : { sort: column };
  const ascending = await walk(session, subject, { ...query, order: 'ASC' });
  const descending = await walk(session, subject, { ...query, order: 'DESC' });
  if (!ascending.last?.isValid || !descending.last?.isValid) return;
  const name = column ?? findDefaultColumn(rows);
  if (name === undefined) return;
  const getValues = (found: Json[]) =>
    found.map((row) => row[name]).filter((value) => value !== null && value !== undefined);
  const [values, descendingValues] = [getValues(ascending.rows), getValues(descending.rows)];
  const reversed = values.toReversed();
  descending.last.assert(isDeepStrictEqual(descendingValues, reversed), () =>
    wrongValue('body', `/${list.field}`, `${name} from last to first: ${formatValue(reversed)}`, descendingValues),
  );
  const numbers = values.map(toNumber);
  const isAscending = numbers.every((value, index) => index === 0 || value >= (numbers[index - 1] ?? value));
  ascending.last.assert(isAscending, () => wrongValue('body', `/${list.field}`, `${name} ascending`, values));
}

/** Returns the column that a list without `sort` is ordered by. */
function findDefaultColumn(rows: readonly Json[]): string | undefined {
  return ['name', 'prompt_index', 'created_at'].find((name) => rows.some((row) => name in row));
}

/** Returns a number or a timestamp as a number. Strings and severities aren't compared: they all count as equal. */
function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : 0;
}
