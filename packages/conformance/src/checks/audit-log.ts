/** Looks for the writes of the run in the audit log. */
import { getList, getRows } from '../contract/lists.ts';
import { type Operation, TENANT } from '../contract/operation.ts';
import type { Session } from '../session/session.ts';
import { wrongValue } from '../session/violations.ts';

/** The operation that lists the log, newest entries first. */
const LOG = 'listAuditEntries';
/** Number of entries in the page that is read. */
const PAGE_SIZE = 100;
/** Maximum number of writes of an operation to look for, latest first: other clients may write in the meantime. */
const MAX_WRITES = 25;

/** Returns whether an operation is logged in the workspace of its path, regardless of the API key's default workspace. */
export function isLogged({ method, path }: Operation): boolean {
  return method !== 'GET' && path.includes(`{${TENANT}}`);
}

/** Looks for one entry per successful write. Requests with the same `Idempotency-Key` are one write. */
export async function checkAuditLog(session: Session, operations: readonly Operation[]): Promise<void> {
  const log = session.getOperation(LOG);
  await session.forEach(operations, async ({ id }) => {
    const writes = session.listWrites(id).slice(-MAX_WRITES);
    if (writes.length === 0) return;
    const query = { action: [id], page_size: PAGE_SIZE };
    const request = session.buildRequest(log, session.scope, { query });
    const response = await session.send(session.cell(id, 'audit'), log, request, { statuses: [200] });
    if (!response.isValid) return;
    const entries = getRows(response.json, getList(log));
    for (const requestIds of writes) {
      const found = entries.filter(({ request_id }) => requestIds.includes(String(request_id)));
      const isLoggedOnce = found.length === 1 && found[0]?.action === id && found[0]?.kind === 'write';
      response.assert(isLoggedOnce, () =>
        wrongValue('body', '/items', `one entry with the request_id ${requestIds.join(' or ')}`, found),
      );
    }
  });
}
