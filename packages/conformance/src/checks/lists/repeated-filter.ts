/** Checks of filters that may be repeated: each of their values selects rows. */
import { getRowId } from '../../contract/lists.ts';
import type { Json } from '../../contract/operation.ts';
import type { Session } from '../../session/session.ts';
import { formatValue, wrongText } from '../../session/violations.ts';
import type { Filter } from './filter.ts';
import { type FilledList, getMaxPageSize, requestPage } from './walk.ts';

/** Maximum number of values that are tried until two of them select rows. */
const MAX_VALUES = 6;
/** Number of values that are combined. */
const COMBINED = 2;

/** A value and the identifiers of the rows that it selects by itself. */
interface SelectedRows {
  value: unknown;
  ids: string[];
}

/**
 * Repeats a filter in both orders: the response must contain the rows that each value selects by itself.
 *
 * @param candidates values that may select rows
 * @param unused a value that selects no rows; undefined when there is none
 */
export async function checkRepeatedFilter(
  session: Session,
  subject: FilledList,
  { parameter }: Filter,
  { candidates, unused }: { candidates: readonly unknown[]; unused: unknown },
): Promise<void> {
  const { name, schema } = parameter;
  const select = (values: unknown[]) => selectRows(session, subject, { [name]: values });
  const selected: SelectedRows[] = [];
  for (const value of candidates.slice(0, MAX_VALUES)) {
    const found = await select([value]);
    if (found && found.ids.length > 0) selected.push({ value, ids: found.ids });
    if (selected.length === COMBINED) break;
  }
  if (selected.length === 0) return;
  const used = selected.map(({ value }) => value);
  const values = [...(unused === undefined ? [] : [unused]), ...used].slice(0, schema.maxItems);
  if (values.length < 2) return;
  for (const order of [values, values.toReversed()]) {
    const together = await select(order);
    if (!together?.isComplete) return;
    const lost = await findLost(selected, together.ids, select);
    together.response.assert(lost === undefined, () =>
      wrongText(
        'body',
        `/${subject.list.field}`,
        `every row that ${name}=${formatValue(lost?.value)} selects by itself`,
        `rows without ${formatValue(lost?.ids)}`,
      ),
    );
  }
}

/** Returns the first value with rows that are missing together with other values, and that it still selects by itself. */
async function findLost(
  selected: readonly SelectedRows[],
  ids: readonly string[],
  select: (values: unknown[]) => ReturnType<typeof selectRows>,
): Promise<SelectedRows | undefined> {
  for (const { value, ids: alone } of selected) {
    const missing = alone.filter((id) => !ids.includes(id));
    if (missing.length === 0) continue;
    // Rows may have changed in between.
    const again = await select([value]);
    const lost = missing.filter((id) => again?.ids.includes(id));
    if (lost.length > 0) return { value, ids: lost };
  }
  return undefined;
}

/** Requests one page of the maximum size and returns its rows; undefined when the response is invalid. */
async function selectRows(session: Session, subject: FilledList, filter: Json) {
  const page_size = getMaxPageSize(subject.operation);
  const { response, rows } = await requestPage(session, subject, { ...filter, page_size });
  if (!response.isValid) return undefined;
  const { cursor, total_pages } = response.json;
  const isComplete = subject.list.paging === 'cursor' ? cursor === '' : Number(total_pages) <= 1;
  return { response, isComplete, ids: rows.map((row) => getRowId(row, subject.list)) };
}
