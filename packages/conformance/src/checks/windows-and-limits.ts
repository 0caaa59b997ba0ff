/** Checks of time windows and body sizes. */
import { findList } from '../contract/lists.ts';
import { findParameter, type Operation } from '../contract/operation.ts';
import { findPathValues } from '../session/path-values.ts';
import type { Session } from '../session/session.ts';

const DAY = 86_400_000;
/** Length of a time window that exceeds every limit, in days. */
const LONG_WINDOW = 10_000;

/** Requests time windows that end before they start or are too long. */
export async function checkWindows(session: Session, operations: readonly Operation[]): Promise<void> {
  await session.forEach(operations, async (operation) => {
    const cell = session.cell(operation.id, 'windows');
    const { sets, reason } = await findPathValues(session, operation);
    if (reason) return cell.skip(reason.kind, reason.text);
    const expectRejection = (start: number, end: number, note: string) => {
      const query = { start_time: new Date(start).toISOString(), end_time: new Date(end).toISOString() };
      return session.send(cell, operation, session.buildRequest(operation, sets[0], { query }), {
        statuses: [400],
        note,
      });
    };
    const now = Date.now();
    await expectRejection(now, now - DAY, 'a window that ends before it starts');
    if (!findParameter(operation, 'query', 'start_time')?.required) return;
    await expectRejection(now - LONG_WINDOW * DAY, now, `a window of ${LONG_WINDOW} days`);
  });
}

/** Sends bodies that are larger than the contract allows. */
export async function checkLimits(session: Session, operations: readonly Operation[]): Promise<void> {
  await session.forEach(operations, async (operation) => {
    const cell = session.cell(operation.id, 'limits');
    if (!session.options.write) return cell.skip('excluded', 'needs --write');
    const { sets, reason } = await findPathValues(session, operation);
    if (reason) return cell.skip(reason.kind, reason.text);
    // White space makes a body large without making it invalid.
    const text = JSON.stringify(operation.requestBody?.examples[0]).padEnd(operation.maxBodyBytes + 1);
    const request = session.buildRequest(operation, sets[0], { text });
    await session.send(cell, operation, request, { statuses: [413], isInvalid: true, note: `${text.length} bytes` });
    const maxSize = findMaxEntrySize(session, operation);
    if (maxSize === undefined) return;
    const body = { value: { text: 'x'.repeat(maxSize) } };
    await session.send(cell, operation, session.buildRequest(operation, sets[0], { body }), {
      statuses: [413],
      note: `a value of more than ${maxSize} bytes`,
    });
  });
}

/** Returns the maximum size of a stored entry in bytes, which the list of entries documents; undefined for other operations. */
function findMaxEntrySize(session: Session, { path }: Operation): number | undefined {
  const parent = session.findOperation('GET', path.slice(0, path.lastIndexOf('/')));
  return parent && findList(parent)?.row?.properties?.size_bytes?.maximum;
}
