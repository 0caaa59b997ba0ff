import type { Db } from '../../platform/database/dialect.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { ApiError, notFound } from '../../platform/http/errors/errors.ts';
import type { Handlers } from '../../platform/http/operation.ts';
import { cursorPage } from '../../platform/lists/cursor-page.ts';
import { redactDocument } from './documents/redact-document.ts';
import { submitScan } from './documents/submit-scan.ts';
import { scanJob } from './job.ts';
import { createScanList, scanResultList, selectScans, toScan } from './lists.ts';
import { requestStop } from './stop-scan.ts';

/** The interval for polling an unfinished scan, in seconds. */
const RETRY_AFTER = { 'retry-after': '1' };

export const scanHandlers = {
  listScans: async (request) => ({ status: 200, body: await cursorPage(createScanList(request.query.order), request) }),
  getScan: async ({ path, scope, database }) => {
    const body = await database((db) => loadScan(db, scope, path.id));
    return { status: 200, ...(body.finished_at === null && { headers: RETRY_AFTER }), body };
  },
  submitScan: async ({ url, scope, body, services, transaction, afterCommit }) => {
    const document = await redactDocument(services.threads, scope.tenantId, body);
    const scan = await transaction(async (db) => loadScan(db, scope, await submitScan(db, scope, document)));
    afterCommit(() => services.jobs.wake(scanJob));
    return { status: 202, headers: { ...RETRY_AFTER, location: `${url}/${scan.scan_id}` }, body: scan };
  },
  stopScan: async ({ path, url, scope, services, transaction, afterCommit }) => {
    const scan = await transaction(async (db) => {
      const isRequested = await requestStop(db, scope, path.id);
      const scan = await loadScan(db, scope, path.id);
      if (isRequested) return scan;
      throw new ApiError(409, 'scan_finished', `This scan has ended as ${scan.status}. There is nothing to stop.`);
    });
    // Ends a queued scan immediately; a worker notices the stop at its next heartbeat.
    afterCommit(() => services.jobs.sweep(scanJob));
    return { status: 202, headers: { ...RETRY_AFTER, location: url.replace(/\/stop$/, '') }, body: scan };
  },
  listScanResults: async (request) => {
    await request.database((db) => loadScan(db, request.scope, request.path.id));
    return { status: 200, body: await cursorPage(scanResultList, request) };
  },
} satisfies Partial<Handlers>;

/** @throws {ApiError} 404 for an unknown scan */
async function loadScan(db: Db, scope: Scope, id: string) {
  const row = await selectScans(db, scope).where('scan_id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return toScan(row);
}
