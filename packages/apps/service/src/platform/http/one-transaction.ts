/** Runs all queries of a handler in one transaction. */
import type { Database } from '../database/database.ts';
import type { Db, Session } from '../database/dialect.ts';
import { type Scope, SYSTEM } from '../database/scope.ts';

type RunQueries = <R>(run: (db: Db) => Promise<R>) => Promise<R>;

/** Returns a function that runs queries in the transaction. The first use determines its scope. */
export type Join = (scope: Scope | typeof SYSTEM) => RunQueries;

/**
 * Runs a handler whose queries are one transaction. It starts with the first query, so preceding work doesn't hold a
 * connection, and is committed when the handler has ended.
 *
 * @param scope the scope of the transaction if the handler has no queries
 * @param finish the last part of the transaction
 */
export async function inOneTransaction<Response>(
  database: Database,
  scope: Scope,
  handle: (join: Join) => Promise<Response>,
  finish: (db: Db, response: Response) => Promise<void>,
): Promise<Response> {
  const handled = Promise.withResolvers<Response>();
  // If no transaction was started, nothing awaits this promise.
  handled.promise.catch(() => {});
  let transaction: { started: Promise<Db>; ended: Promise<void> } | undefined;
  const start = (chosen: Scope | typeof SYSTEM) => {
    const started = Promise.withResolvers<Db>();
    const work = (session: Session) =>
      session.transaction().execute(async (db) => {
        started.resolve(db);
        await finish(db, await handled.promise);
      });
    const ended = chosen === SYSTEM ? database.system(work) : database.scoped(chosen, work);
    ended.catch(started.reject);
    return { started: started.promise, ended };
  };
  const enter = (chosen: Scope | typeof SYSTEM) => {
    transaction ??= start(chosen);
    return transaction;
  };
  try {
    const response = await handle((chosen) => async (run) => run(await enter(chosen).started));
    const { started, ended } = enter(scope);
    await started;
    handled.resolve(response);
    await ended;
    return response;
  } catch (error) {
    handled.reject(error);
    // The handler's error also ends the transaction.
    await transaction?.ended.catch(() => {});
    throw error;
  }
}
