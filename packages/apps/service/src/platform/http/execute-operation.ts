/** Executes the operation of a request that is authenticated and valid. */
import type { Database } from '../database/database.ts';
import type { Db } from '../database/dialect.ts';
import { claimKey, hashRequest, type KeyedRequest, storeResponse } from './idempotency.ts';
import type { OperationRequest } from './operation.ts';

/** A response of any operation. */
export interface AnyResponse {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** A request of any operation. */
export type AnyRequest = Omit<OperationRequest, 'snapshot'> & Partial<Pick<OperationRequest, 'snapshot'>>;

type AnyHandler = (request: AnyRequest) => Promise<AnyResponse>;

/** The members of a request that do not depend on the database. */
type RequestParts = Omit<AnyRequest, 'read' | 'database' | 'transaction' | 'snapshot' | 'afterCommit'>;

/** Runs a handler, and then the actions that it has registered with `afterCommit`. */
export async function executeOperation(
  operationId: string,
  handler: AnyHandler,
  database: Database,
  parts: RequestParts,
): Promise<AnyResponse> {
  const actions: (() => void)[] = [];
  const afterCommit = (action: () => void) => {
    actions.push(action);
  };
  const key = (parts.headers as { 'idempotency-key'?: string })['idempotency-key'];
  const response = await (key === undefined
    ? handler({
        ...parts,
        afterCommit,
        read: (run) => database.read(parts.scope, run),
        database: (run) => database.scoped(parts.scope, run),
        transaction: (run) => database.scoped(parts.scope, (session) => session.transaction().execute(run)),
        snapshot: (run) =>
          database.scoped(parts.scope, (session) =>
            session.transaction().setIsolationLevel('repeatable read').execute(run),
          ),
      })
    : executeOnce(
        { key, scope: parts.scope, hashes: hashRequest(operationId, parts.url, parts.body) },
        database,
        (db) =>
          handler({
            ...parts,
            afterCommit,
            read: (run) => run(db),
            database: (run) => run(db),
            transaction: (run) => run(db),
          }),
      ));
  for (const action of actions) action();
  return response;
}

/** Runs a handler unless its key has been used: then the stored response is returned. */
function executeOnce(
  request: KeyedRequest,
  database: Database,
  run: (db: Db) => Promise<AnyResponse>,
): Promise<AnyResponse> {
  return database.scoped(request.scope, (session) =>
    session.transaction().execute(async (transaction) => {
      const stored = await claimKey(transaction, request);
      if (stored) return { ...stored, body: JSON.parse(stored.body) };
      const response = await run(transaction);
      const { status, headers = {}, body } = response;
      await storeResponse(transaction, request, { status, headers, body: JSON.stringify(body) });
      return response;
    }),
  );
}
