/** Compares the numbers in rows with the lists that they count. */
import { getList, getRowId, getRows } from '../../contract/lists.ts';
import type { Json, Operation } from '../../contract/operation.ts';
import { findParameter } from '../../contract/operation.ts';
import { findPathValues } from '../../session/path-values.ts';
import type { Session } from '../../session/session.ts';
import { findListById, rowFields, unresolved } from './lists.ts';
import { assertAgreement, type Comparison, createRowCounter, readSummary } from './measure.ts';

/** Maximum number of rows of a list. */
const MAX_ROWS = 3;

/** A number in rows: the list that it counts, and the filter that takes the identifier of the row. */
interface CountedField {
  field: string;
  counted: Operation;
  filter: string;
}

/** Lists the numbers in the rows of an operation that count issues or occurrences. */
export function listCountedFields(operation: Operation, operations: readonly Operation[]): CountedField[] {
  const fields = rowFields(operation);
  const [id = ''] = Object.keys(fields);
  return [
    { field: 'total_issues_count', counted: findListById(operations, 'issue_id') },
    { field: 'fine_grained_issue_count', counted: findListById(operations, 'fine_grained_issue_id') },
  ].flatMap(({ field, counted }) =>
    field in fields && counted && findParameter(counted, 'query', id) ? [{ field, counted, filter: id }] : [],
  );
}

/** Compares the first rows of a list. */
export async function checkRowCounts(session: Session, operation: Operation): Promise<void> {
  const cell = session.cell(operation.id, 'counts');
  const { sets, reason } = await findPathValues(session, operation);
  if (reason) return cell.skip(reason.kind, reason.text);
  const count = createRowCounter(session, cell);
  const list = getList(operation);
  await assertAgreement(async () => {
    const response = await readSummary(session, operation, { path: sets[0] });
    if (!response) return [];
    const rows = getRows(response.body, list).slice(0, MAX_ROWS);
    const comparisons: Comparison[] = [];
    for (const [index, row] of rows.entries()) {
      for (const { field, counted, filter } of listCountedFields(operation, session.operations)) {
        const selected: Json = { [filter]: [getRowId(row, list, filter)], ...unresolved(counted) };
        const { count: expected, source } = await count(counted, selected);
        comparisons.push({
          response,
          pointer: `/${list.field}/${index}/${field}`,
          got: Number(row[field]),
          expected,
          source,
        });
      }
    }
    if (comparisons.length === 0) cell.skip('no-data', 'the list is empty');
    return comparisons;
  });
}
