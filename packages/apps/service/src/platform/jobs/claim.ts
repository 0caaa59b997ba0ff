/**
 * Claims jobs. The rows are the queue: a claim takes the first row of the next workspace of the next tenant, so no tenant waits
 * for another tenant's backlog, and no workspace for another workspace's.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Db } from '../database/dialect.ts';
import type { JobReference } from '../services/job-queue.ts';
import type { JobKind } from './job.ts';
import { type Lease, startLease } from './leases.ts';

/** A job for this process to execute. */
export interface ClaimedJob extends JobReference {
  lease: Lease;
}

/** Maximum number of tenants whose last workspace is remembered. For others, the first one is next. */
const MAX_REMEMBERED = 10_000;
/** How often a claim tries another tenant because another process was faster. After that, the next check for jobs continues. */
const MAX_ATTEMPTS = 10;

/** Whose turn it's for jobs of one kind, in one process. */
export class Rotation {
  /** The tenant that was served last. */
  #tenantId = '';
  /** The workspace that was served last, by tenant. */
  readonly #workspaceIds = new Map<string, string>();

  /** The next tenant is the first one after this, and finally this one. */
  get tenantId(): string {
    return this.#tenantId;
  }

  /** Returns the workspace after which a tenant's next one is searched. */
  after(tenantId: string): string {
    return this.#workspaceIds.get(tenantId) ?? '';
  }

  /** Ends the turn of a tenant and of one of its workspaces. */
  serve({ tenantId, workspaceId }: JobReference): void {
    this.#tenantId = tenantId;
    this.#workspaceIds.delete(tenantId);
    this.#workspaceIds.set(tenantId, workspaceId);
    const [oldest] = this.#workspaceIds.keys();
    if (this.#workspaceIds.size > MAX_REMEMBERED && oldest !== undefined) this.#workspaceIds.delete(oldest);
  }
}

/**
 * Claims the next job of a kind.
 *
 * @param owner unique owner of the lease
 * @param busyTenants tenants that currently don't get more jobs
 * @returns undefined if no job can be claimed
 */
export async function claimNext(
  database: Database,
  kind: JobKind,
  rotation: Rotation,
  owner: string,
  busyTenants: readonly string[] = [],
): Promise<ClaimedJob | undefined> {
  return database.system(async (db) => {
    let last = rotation.tenantId;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const tenantId = await findTenant(db, kind, last, busyTenants);
      if (tenantId === undefined) return undefined;
      const job = await claimOfTenant(db, kind, { tenantId, after: rotation.after(tenantId) }, owner);
      if (job) {
        rotation.serve(job);
        return job;
      }
      last = tenantId;
    }
    return undefined;
  });
}

/** Returns the names of the kinds with queued rows, even if a claim may have to wait. */
export async function findQueued(db: Db, kinds: readonly JobKind[]): Promise<string[]> {
  const queries = kinds.map(
    (kind) => sql`SELECT ${kind.name}::text AS name WHERE EXISTS (SELECT FROM ${table(kind)} WHERE ${isDue(kind)})`,
  );
  const { rows } = await sql<{ name: string }>`${sql.join(queries, sql` UNION ALL `)}`.execute(db);
  return rows.map(({ name }) => name);
}

/** Finds the first tenant after another one that has a job to claim. */
async function findTenant(
  db: Db,
  kind: JobKind,
  after: string,
  busyTenants: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ tenantId: string }>`
    WITH RECURSIVE ${circle(kind, 'tenant', { column: 'tenant_id', after: sql`${after}::text`, condition: sql`true` })}
    SELECT tenant.id AS "tenantId" FROM tenant
    WHERE tenant.id <> ALL(${busyTenants}::text[]) ${kind.table.isExclusive ? sql`AND ${hasFreeWorkspace(kind)}` : sql``}
    LIMIT 1`.execute(db);
  return rows[0]?.tenantId;
}

/** Condition: a tenant has a workspace with queued rows in which no job of the kind runs. */
function hasFreeWorkspace(kind: JobKind): RawBuilder<SqlBool> {
  const condition = sql<SqlBool>`tenant_id = tenant.id`;
  return sql`EXISTS (
    WITH RECURSIVE ${circle(kind, 'workspace', { column: 'workspace_id', after: sql`''`, condition })}
    SELECT FROM workspace WHERE ${isFree(kind, sql`tenant.id`)}
  )`;
}

/**
 * Claims the first row of a tenant's next workspace. If a workspace's jobs run one after the other, the second row can't
 * replace a first one that another process is claiming.
 */
async function claimOfTenant(
  db: Db,
  kind: JobKind,
  { tenantId, after }: { tenantId: string; after: string },
  owner: string,
): Promise<ClaimedJob | undefined> {
  const { table: leased } = kind;
  const condition = sql<SqlBool>`tenant_id = ${tenantId}::text`;
  const inTurn = sql`${isDue(kind)} AND ${condition} AND workspace_id = workspace.id`;
  const order = sql.ref(leased.order);
  const { rows } = await sql<{ workspaceId: string; id: string; attempt: number }>`
    WITH RECURSIVE ${circle(kind, 'workspace', { column: 'workspace_id', after: sql`${after}::text`, condition })},
    next AS (
      SELECT job.row FROM workspace CROSS JOIN LATERAL (
        SELECT ctid AS row FROM ${table(kind)} WHERE ${inTurn}
        ${leased.isExclusive ? sql`AND ctid = (SELECT ctid FROM ${table(kind)} WHERE ${inTurn} ORDER BY ${order} LIMIT 1)` : sql``}
        ORDER BY ${order} LIMIT 1 FOR UPDATE SKIP LOCKED
      ) AS job
      ${leased.isExclusive ? sql`WHERE ${isFree(kind, sql`${tenantId}::text`)}` : sql``}
      LIMIT 1
    )
    UPDATE ${table(kind)} SET ${startLease(leased, owner)} WHERE ctid = (SELECT row FROM next)
    RETURNING workspace_id AS "workspaceId", ${sql.ref(leased.id)} AS id, attempt`.execute(db);
  const [row] = rows;
  return row && { tenantId, workspaceId: row.workspaceId, id: row.id, lease: { owner, attempt: row.attempt } };
}

/**
 * Recursive common table expression: the tenants or workspaces with rows to claim, each once, in a cycle that starts after one
 * of them. Each one costs a lookup in the queue's index, regardless of its number of rows. The ones that the query doesn't read
 * cost nothing.
 */
function circle(
  kind: JobKind,
  name: 'tenant' | 'workspace',
  { column, after, condition }: { column: string; after: RawBuilder<unknown>; condition: RawBuilder<SqlBool> },
): RawBuilder<unknown> {
  const [circleName, value] = [sql.ref(name), sql.ref(column)];
  // No aggregates or joins, so it only reads the first row, no matter what the planner knows about the rows.
  const first = (more: RawBuilder<unknown>) =>
    sql`(SELECT ${value} AS id FROM ${table(kind)} WHERE ${isDue(kind)} AND ${condition} ${more} ORDER BY ${value} LIMIT 1)`;
  const next = (previous: RawBuilder<unknown>) =>
    sql`(${first(sql`AND ${value} > ${previous}`)} UNION ALL ${first(sql``)} LIMIT 1)`;
  return sql`${circleName} (id, origin) AS (
    SELECT id, id FROM ${next(after)} AS start
    UNION ALL
    SELECT following.id, ${circleName}.origin FROM ${circleName} CROSS JOIN LATERAL ${next(sql`${circleName}.id`)} AS following
    WHERE following.id <> ${circleName}.origin
  )`;
}

/** Condition: the row is queued and may be claimed now. */
function isDue({ table: { status, isStoppable }, delaySeconds = 0 }: JobKind): RawBuilder<SqlBool> {
  return sql`${sql.ref(status)} = 'queued' ${isStoppable ? sql`AND cancel_requested_at IS NULL` : sql``}
    ${delaySeconds > 0 ? sql`AND created_at <= now() - make_interval(secs => ${sql.lit(delaySeconds)})` : sql``}`;
}

/** Condition: no job of the kind runs in the workspace. */
function isFree(kind: JobKind, tenantId: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`NOT EXISTS (SELECT FROM ${table(kind)} AS running WHERE running.${sql.ref(kind.table.status)} = 'running'
    AND running.tenant_id = ${tenantId} AND running.workspace_id = workspace.id)`;
}

function table(kind: JobKind): RawBuilder<unknown> {
  return sql.table(kind.table.name);
}
