import type { Db } from '../database/dialect.ts';
import type { Scope } from '../database/scope.ts';
import { notFound } from '../http/errors.ts';
import type { Handlers } from '../http/operation.ts';
import { cursorPage } from '../lists/cursor-page.ts';
import { scanJob } from './job.ts';
import { scanList, scanResultList, scans, toScan } from './lists.ts';
import { submit } from './submit.ts';

/** When to ask for a scan again that has not ended, in seconds. */
const POLL_AFTER = { 'retry-after': '1' };

export const scanHandlers = {
  listScans: async (request) => ({ status: 200, body: await cursorPage(scanList(request.query.order), request) }),
  getScan: async ({ path, scope, database }) => {
    const body = await database((db) => readScan(db, scope, path.id));
    return { status: 200, ...(body.finished_at === null && { headers: POLL_AFTER }), body };
  },
  submitScan: async ({ url, scope, body, services, transaction, afterCommit }) => {
    const scan = await transaction(async (db) => readScan(db, scope, await submit(db, scope, body)));
    const { tenantId, workspaceId } = scope;
    afterCommit(() => void services.jobs.enqueue(scanJob, { tenantId, workspaceId, id: scan.scan_id }));
    return { status: 202, headers: { ...POLL_AFTER, location: `${url}/${scan.scan_id}` }, body: scan };
  },
  listScanResults: async (request) => {
    await request.database((db) => readScan(db, request.scope, request.path.id));
    return { status: 200, body: await cursorPage(scanResultList, request) };
  },
} satisfies Partial<Handlers>;

/** @throws {ApiError} 404 when there is none */
async function readScan(db: Db, scope: Scope, id: string) {
  const row = await scans(db, scope).where('scan_id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return toScan(row);
}
