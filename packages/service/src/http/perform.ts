/** Carries out an operation for a request that is authenticated and fits the contract. */
import type { Database } from '../database/database.ts';
import type { Db } from '../database/dialect.ts';
import { claimKey, hashRequest, type KeyedRequest, keepAnswer, releaseKey } from './idempotency.ts';
import type { OperationRequest } from './operation.ts';

/** An answer of any operation. */
export interface AnyAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

type AnyHandler = (request: OperationRequest) => Promise<AnyAnswer>;

/** What of a request a handler gets from outside of the database. */
type Given = Omit<OperationRequest, 'database' | 'transaction' | 'afterCommit'>;

/** Runs a handler on the database, and what it wants to have done afterwards. */
export async function perform(
  operationId: string,
  handler: AnyHandler,
  database: Database,
  given: Given,
): Promise<AnyAnswer> {
  const actions: (() => void)[] = [];
  const afterCommit = (action: () => void) => {
    actions.push(action);
  };
  const key = (given.headers as { 'idempotency-key'?: string })['idempotency-key'];
  const answer = await (key === undefined
    ? handler({
        ...given,
        afterCommit,
        database: (work) => database.scoped(given.scope, work),
        transaction: (work) => database.scoped(given.scope, (db) => db.transaction().execute(work)),
      })
    : once({ key, scope: given.scope, hash: hashRequest(operationId, given.url, given.body) }, database, (db) =>
        handler({ ...given, afterCommit, database: (work) => work(db), transaction: (work) => work(db) }),
      ));
  for (const action of actions) action();
  return answer;
}

/** Runs some work unless its key has been used: then its answer comes again. */
function once(request: KeyedRequest, database: Database, work: (db: Db) => Promise<AnyAnswer>): Promise<AnyAnswer> {
  return database.scoped(request.scope, async (db) => {
    const kept = await claimKey(db, request);
    if (kept) return { ...kept, body: JSON.parse(kept.body) };
    try {
      return await db.transaction().execute(async (transaction) => {
        const answer = await work(transaction);
        const { status, headers = {}, body } = answer;
        await keepAnswer(transaction, request, { status, headers, body: JSON.stringify(body) });
        return answer;
      });
    } catch (error) {
      // A failure to give it back must not hide the first one; the key frees itself after a while.
      await releaseKey(db, request).catch(() => {});
      throw error;
    }
  });
}
