/** Executes the operation of an authenticated, valid request. */

import { appendEntry } from '../audit/audit-log.ts';
import type { Operation } from '../contract/contract.ts';
import type { Database } from '../database/database.ts';
import type { Db } from '../database/dialect.ts';
import { SYSTEM } from '../database/scope.ts';
import { describeRequest, findAuditKind } from './audit.ts';
import { claimKey, hashRequest, type KeyedRequest, storeResponse } from './idempotency.ts';
import { inOneTransaction } from './one-transaction.ts';
import type { OperationRequest } from './operation.ts';

/** A response of any operation. */
export interface AnyResponse {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  affected?: readonly string[];
}

/** A request of any operation. */
export interface AnyRequest extends Omit<OperationRequest, 'path' | 'query' | 'headers' | 'body' | 'snapshot'> {
  path: object;
  query: object;
  headers: object;
  body: unknown;
  snapshot?: OperationRequest['snapshot'];
}

type AnyHandler = (request: AnyRequest) => Promise<AnyResponse>;

/** The properties of a request that don't depend on the database. */
type RequestParts = Omit<AnyRequest, 'read' | 'database' | 'transaction' | 'snapshot' | 'afterCommit'>;

/**
 * Runs a handler, and then the actions that it registered with `afterCommit`. Audited requests are one transaction, including
 * their entry.
 */
export async function executeOperation(
  operation: Operation,
  handler: AnyHandler,
  database: Database,
  parts: RequestParts,
): Promise<AnyResponse> {
  const actions: (() => void)[] = [];
  const afterCommit = (action: () => void) => {
    actions.push(action);
  };
  const { scope } = parts;
  const kind = findAuditKind(operation, parts.query as Record<string, unknown>);
  const record = async (db: Db, response: AnyResponse) => {
    if (kind) await appendEntry(db, scope, describeRequest(operation, kind, parts, response));
  };
  const handleIn = (db: Db) =>
    handler({
      ...parts,
      afterCommit,
      read: (run) => run(db),
      database: (run) => run(db),
      transaction: (run) => run(db),
    });
  const key = (parts.headers as { 'idempotency-key'?: string })['idempotency-key'];
  let response: AnyResponse;
  if (key !== undefined) {
    const request = { key, scope, hashes: await hashRequest(operation.operationId, parts.url, parts.body) };
    response = await executeOnce(request, database, handleIn, record);
  } else if (kind) {
    response = await inOneTransaction(
      database,
      scope,
      (join) => {
        const [run, keys] = [join(scope), join(SYSTEM)];
        const services = { ...parts.services, keys: { read: keys, transaction: keys } };
        return handler({ ...parts, services, afterCommit, read: run, database: run, transaction: run });
      },
      record,
    );
  } else {
    response = await handler({
      ...parts,
      afterCommit,
      read: (run) => database.read(scope, run),
      database: (run) => database.scoped(scope, run),
      transaction: (run) => database.scoped(scope, (session) => session.transaction().execute(run)),
      snapshot: (run) =>
        database.scoped(scope, (session) => session.transaction().setIsolationLevel('repeatable read').execute(run)),
    });
  }
  for (const action of actions) action();
  return response;
}

/** Runs a handler unless its key was already used, in which case the stored response is returned. */
function executeOnce(
  request: KeyedRequest,
  database: Database,
  run: (db: Db) => Promise<AnyResponse>,
  record: (db: Db, response: AnyResponse) => Promise<void>,
): Promise<AnyResponse> {
  return database.scoped(request.scope, (session) =>
    session.transaction().execute(async (transaction) => {
      const stored = await claimKey(transaction, request);
      if (stored) return { ...stored, body: JSON.parse(stored.body) };
      const response = await run(transaction);
      await record(transaction, response);
      const { status, headers = {}, body } = response;
      await storeResponse(transaction, request, { status, headers, body: JSON.stringify(body) });
      return response;
    }),
  );
}
