/**
 * Prepared statements of one connection. At every execution of a prepared statement, the driver asks for the columns of the
 * result, although they never change: the server rejects a statement whose columns have changed. Here each statement is
 * described once, which saves the server, the network and the driver a description of all columns per request.
 *
 * Uses undocumented parts of `pg`, tested with version 8.23.1, which `package.json` pins:
 *
 * - `Query` as a base class, with its `name`, `values` and `submit`, and the `handle…` methods that a client calls for each message.
 *   Without them the first query fails. Fall back to `client.query({ name, text, values })` in `postgres.ts`.
 * - `utils.prepareValue`. Without it the service doesn't start.
 * - `describe` of the connection. If `Query` no longer calls it, each execution is described: slower, with the same results.
 */
import pg from 'pg';
import type { QueryResult } from './connection.ts';
import { createRowReader, type Field, type ReadRow } from './row-reader.ts';

// The type declarations lack the properties that subclasses need.
const DriverQuery = pg.Query as unknown as new (
  text: string,
) => {
  name?: string;
  values?: readonly unknown[];
  submit(connection: pg.Connection): Error | null;
};

// Converts a value to its wire format; missing in the type declarations.
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

/** A prepared statement with the values of one execution. */
interface Statement {
  name: string;
  text: string;
  values: readonly unknown[];
}

/** Settles an execution. */
interface Settle {
  resolve: (result: QueryResult) => void;
  reject: (error: unknown) => void;
}

/** One execution of a prepared statement. */
class Execution extends DriverQuery {
  readonly #settle: Settle;
  readonly #rows: unknown[] = [];
  #readRow: ReadRow | undefined;
  #affectedRows = 0;
  #failure: unknown;

  /** @param readRow undefined if the server has to describe the rows */
  constructor({ name, text, values }: Statement, readRow: ReadRow | undefined, settle: Settle) {
    super(text);
    this.name = name;
    this.values = values;
    this.#readRow = readRow;
    this.#settle = settle;
  }

  /** Undefined until the server has described the rows. */
  get readRow(): ReadRow | undefined {
    return this.#readRow;
  }

  override submit(connection: pg.Connection): Error | null {
    return super.submit(this.#readRow ? withoutDescription(connection) : connection);
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#readRow = createRowReader(fields);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      this.#rows.push(this.#readRow?.(fields));
    } catch (error) {
      this.#failure ??= error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    // Such as "SELECT 5" and "INSERT 0 5"; other commands don't have a number.
    this.#affectedRows = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;
  }

  handleEmptyQuery(): void {}

  handleError(error: unknown): void {
    this.#settle.reject(this.#failure ?? error);
  }

  handleReadyForQuery(): void {
    if (this.#failure) this.#settle.reject(this.#failure);
    else this.#settle.resolve({ rows: this.#rows, affectedRows: this.#affectedRows });
  }
}

/** Not inside an execution, where a closure would keep its values in memory for the lifetime of the connection. */
const readNothing: ReadRow = () => undefined;

const silentConnections = new WeakMap<pg.Connection, pg.Connection>();

/** Returns a connection that sends everything except requests for a description. */
function withoutDescription(connection: pg.Connection): pg.Connection {
  let silent = silentConnections.get(connection);
  if (!silent) {
    silent = Object.create(connection, { describe: { value: () => {} } }) as pg.Connection;
    silentConnections.set(connection, silent);
  }
  return silent;
}

/** Executes the prepared statements of a client. */
export class PreparedStatements {
  readonly #client: pg.Client;
  /** By name. */
  readonly #readers = new Map<string, ReadRow>();
  /** The pending first executions, by name. */
  readonly #first = new Map<string, Promise<unknown>>();

  /** @param client in pipeline mode */
  constructor(client: pg.Client) {
    this.#client = client;
  }

  /**
   * Executes a statement, which the first execution prepares. Others with the same name wait for it: if the server couldn't
   * prepare the statement, they'd also fail.
   */
  async execute(name: string, text: string, values: readonly unknown[]): Promise<QueryResult> {
    // If a value couldn't be converted, the driver would discard the statement, but treat it as still prepared.
    const statement = { name, text, values: values.map(prepareValue) };
    for (;;) {
      const readRow = this.#readers.get(name);
      if (readRow) return this.#run(statement, readRow).result;
      const first = this.#first.get(name);
      if (!first) return this.#runFirst(statement);
      await first;
    }
  }

  async #runFirst(statement: Statement): Promise<QueryResult> {
    const { name } = statement;
    const { execution, result } = this.#run(statement, undefined);
    const end = result.then(
      // Statements that don't return rows don't have a description.
      () => this.#readers.set(name, execution.readRow ?? readNothing),
      () => undefined,
    );
    this.#first.set(name, end);
    await end;
    this.#first.delete(name);
    return result;
  }

  #run(statement: Statement, readRow: ReadRow | undefined): { execution: Execution; result: Promise<QueryResult> } {
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult>();
    const execution = new Execution(statement, readRow, { resolve, reject });
    this.#client.query(execution);
    return { execution, result: promise };
  }
}
