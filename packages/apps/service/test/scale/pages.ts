/** Counts the pages of the database that a request reads. They don't depend on what else the machine does. */
import { CompiledQuery, sql } from 'kysely';
import { createService, type Service } from '../../src/composition/service.ts';
import { readSettings } from '../../src/composition/settings.ts';
import { createKey } from '../../src/composition/workspaces.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { observeStatements } from '../databases/observe-statements.ts';
import { testPostgres } from '../databases/test-postgres.ts';
import { WORKSPACE_ID } from './tenants.ts';

/** A request, and what it read. */
export interface Reading {
  // biome-ignore lint/suspicious/noExplicitAny: responses of many operations
  body: any;
  /** Pages of tables and indexes, once for each access. */
  pages: number;
  /** The plans of its statements. */
  plans: string;
}

/** A service in this process whose statements are measured. */
export class Meter {
  readonly #service: Service;
  readonly #database: Database;
  readonly #statements: Statement[];
  readonly #keys = new Map<string, string>();

  private constructor(service: Service, database: Database, statements: Statement[]) {
    this.#service = service;
    this.#database = database;
    this.#statements = statements;
  }

  /** @param url of a database that has been filled */
  static async start(url: string): Promise<Meter> {
    const statements: Statement[] = [];
    const database = openDatabase(
      observeStatements(testPostgres(url), (text, values) => {
        if (values) statements.push({ text, values: [...values] });
      }),
    );
    const settings = readSettings({ LOG_LEVEL: 'silent', RATE_LIMIT: '0', RUN_WORKER: 'false' });
    return new Meter(await createService(settings, database), database, statements);
  }

  /**
   * Sends a request of a tenant. `path` starts after the base path; `{workspace}` stands for the workspace.
   *
   * @returns the body of the response
   */
  async send(tenantId: string, path: string): Promise<Reading['body']> {
    const request = await this.#toRequest(tenantId, path);
    const { statusCode, payload } = await this.#service.server.inject(request);
    if (statusCode !== 200) throw new Error(`${request.url} returned ${statusCode}: ${payload}`);
    return JSON.parse(payload);
  }

  /** Sends a request as {@link send} does, and counts what it reads. */
  async read(tenantId: string, path: string): Promise<Reading> {
    // The first request finds the caller, and sets the scope of the connection.
    await this.send(tenantId, path);
    this.#statements.length = 0;
    const body = await this.send(tenantId, path);
    const statements = [...this.#statements];
    const scope = { tenantId, workspaceId: WORKSPACE_ID, userId: '' };
    const plans = await this.#database.scoped(scope, async (db) => {
      const found: Plan[] = [];
      for (const { text, values } of statements) {
        const explained = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`;
        const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
          CompiledQuery.raw(explained, [...values]),
        );
        found.push(...rows.map((row) => row['QUERY PLAN'][0].Plan));
      }
      return found;
    });
    const pages = plans.reduce((sum, plan) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0);
    return { body, pages, plans: JSON.stringify(plans, undefined, 1) };
  }

  /** Sends a request again and again. @returns what the last one reads, with plans that the server may have kept; undefined unless it succeeds */
  async count(tenantId: string, path: string): Promise<Pages | undefined> {
    const request = await this.#toRequest(tenantId, path);
    for (let round = 0; round < ROUNDS_UNTIL_PLANNED; round += 1) {
      const { statusCode } = await this.#service.server.inject(request);
      if (statusCode !== 200) return undefined;
    }
    return countPages(this.#database, () => this.#service.server.inject(request));
  }

  async #toRequest(tenantId: string, path: string): Promise<{ url: string; headers: { authorization: string } }> {
    const token = this.#keys.get(tenantId) ?? (await this.#createKey(tenantId));
    const url = `/api/v1/${path.replace('{workspace}', `tenants/${tenantId}/workspaces/${WORKSPACE_ID}`)}`;
    return { url, headers: { authorization: `Bearer ${token}` } };
  }

  async #createKey(tenantId: string): Promise<string> {
    const token = await createKey(this.#database, { workspaces: [{ tenantId, workspaceId: WORKSPACE_ID }] });
    this.#keys.set(tenantId, token);
    return token;
  }

  async close(): Promise<void> {
    await this.#service.close();
  }
}

/** PostgreSQL plans the first five executions of a statement with their values; then it may keep a plan. */
const ROUNDS_UNTIL_PLANNED = 7;

/** What a connection reads. */
export interface Pages {
  /** Accesses to pages of tables and indexes. */
  pages: number;
  /** How often it has descended an index from its root: to search, or to write an entry. */
  descents: number;
}

/**
 * Counts what the connection of a database reads, which has one only: also what triggers and keys read. Nothing else may read from the
 * database in the meantime.
 */
export async function countPages(database: Database, run: () => Promise<unknown>): Promise<Pages> {
  const before = await readCounters(database);
  await run();
  const after = await readCounters(database);
  return { pages: after.pages - before.pages, descents: after.descents - before.descents };
}

/** Reads the sums so far. Keys are left out: the service reads them when they are older than two seconds. */
async function readCounters(database: Database): Promise<Pages> {
  return database.system(async (db, connection) => {
    await connection.query('SELECT pg_stat_force_next_flush()', []);
    const { rows } = await sql<Pages>`
      SELECT sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0)
          + coalesce(toast_blks_read + toast_blks_hit + tidx_blks_read + tidx_blks_hit, 0))::bigint AS pages,
        sum(coalesce(idx_scan, 0) + (n_tup_ins + n_tup_upd - n_tup_hot_upd)
          * (SELECT count(*) FROM pg_index WHERE indrelid = relid))::bigint AS descents
      FROM pg_statio_user_tables JOIN pg_stat_user_tables USING (relid, relname)
      WHERE relname NOT LIKE 'api_key%'`.execute(db);
    return rows[0] as Pages;
  });
}

/** Added to what a tenant may read next to others: alone, tables of a few pages are read as a whole, and not row by row. */
const MORE_PAGES = 64;

/**
 * Returns how much a tenant may read next to others that reads this alone: 1.3 times as many pages. Each descent of an index may read a page more,
 * because the index of a large table has a level more.
 */
export function toLimit({ pages, descents }: Pages): number {
  return 1.3 * pages + descents + MORE_PAGES;
}

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

interface Statement {
  text: string;
  values: readonly unknown[];
}
