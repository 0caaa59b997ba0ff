/** Checks of filters that are true or false. */
import { getRowId, type List } from '../../contract/lists.ts';
import type { Json } from '../../contract/operation.ts';
import type { CheckedResponse } from '../../session/sender.ts';
import type { Session } from '../../session/session.ts';
import { formatValue, wrongText, wrongValue } from '../../session/violations.ts';
import type { Filter } from './filter.ts';
import { type FilledList, requestPage } from './walk.ts';

/**
 * Sends a filter as true and as false.
 *
 * @param field of the rows that the filter is about; undefined when rows do not have it: then the two results must have no
 *   row in common
 */
export async function checkFlagFilter(
  session: Session,
  subject: FilledList,
  { parameter: { name, schema } }: Filter,
  field: string | undefined,
): Promise<void> {
  const { list, rows } = subject;
  const withTrue = await requestPage(session, subject, { [name]: true });
  const withFalse = await requestPage(session, subject, { [name]: false });
  if (!withTrue.response.isValid || !withFalse.response.isValid) return;
  if (field !== undefined) {
    for (const [value, page] of [
      [true, withTrue],
      [false, withFalse],
    ] as const) {
      const index = page.rows.findIndex((row) => row[field] !== value);
      page.response.assert(index === -1, () =>
        wrongValue('body', `/${list.field}/${index}`, `only rows with ${field} ${value}`, page.rows[index]),
      );
    }
    return;
  }
  const selected = collectIds(withTrue.rows, list);
  const ids = rows.map((row) => getRowId(row, list));
  if (schema.default === false) {
    // A flag that is false by default adds rows.
    const lost = isOnlyPage(withTrue.response) ? ids.filter((id) => !selected.has(id)) : [];
    withTrue.response.assert(lost.length === 0, () =>
      wrongText(
        'body',
        `/${list.field}`,
        `all rows that are there without ${name}`,
        `rows without ${formatValue(lost)}`,
      ),
    );
    return;
  }
  const others = collectIds(withFalse.rows, list);
  const both = [...selected].filter((id) => others.has(id));
  withTrue.response.assert(both.length === 0, () =>
    wrongValue('body', `/${list.field}`, `no row that ${name}=false also returns`, both),
  );
  if (!isOnlyPage(withTrue.response) || !isOnlyPage(withFalse.response)) return;
  const neither = ids.filter((id) => !selected.has(id) && !others.has(id));
  withFalse.response.assert(neither.length === 0, () =>
    wrongText(
      'body',
      `/${list.field}`,
      `every row with ${name}=true or ${name}=false`,
      `${formatValue(neither)} with neither`,
    ),
  );
}

function collectIds(rows: readonly Json[], list: List): Set<string> {
  return new Set(rows.map((row) => getRowId(row, list)));
}

function isOnlyPage({ json }: CheckedResponse): boolean {
  return json.cursor === '';
}
