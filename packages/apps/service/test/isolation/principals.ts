/** Principals that share a service, each with a copy of the sample data, and can't read or change each other's records. */
import { builtInEvaluations } from '@aispm/evaluations';
import { sql } from 'kysely';
import { seedSampleData } from '../../src/demo/seed.ts';
import { foldCounts } from '../../src/domains/interactions/index.ts';
import type { Database } from '../../src/platform/database/database.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { inWorkspace } from '../../src/platform/database/rows.ts';
import type { Scope } from '../../src/platform/database/scope.ts';
import { listIsolatedTables } from './owned-rows.ts';

/** A user in a workspace. */
export interface Principal extends Scope {
  /** Suffix of its identifiers; empty for those of the sample data. */
  suffix: string;
}

const left = { tenantId: 'tenant-left', workspaceId: 'space-left', userId: 'user-left', suffix: '' };

/**
 * A user, another user of the same workspace, another workspace of the same tenant, and another tenant. Two workspaces have the
 * same identifiers, so that a statement without the condition of the workspace finds both records; the tenants have
 * different ones, so that a response could reveal that a record exists.
 */
export const PRINCIPALS: readonly Principal[] = [
  left,
  { ...left, userId: 'user-mate' },
  { ...left, workspaceId: 'space-near', userId: 'user-near' },
  { tenantId: 'tenant-right', workspaceId: 'space-right', userId: 'user-right', suffix: '-right' },
];

/** Returns the mark in all names of an owner's records. No one else may ever receive it. */
export function markFor(owner: string): string {
  return `ONLY-${owner}-5b1f`;
}

/** Returns the marks that this principal may receive. */
function ownMarks({ workspaceId, userId }: Principal): string[] {
  return [markFor(workspaceId), markFor(userId)];
}

/** Returns the marks that only other principals may receive. */
export function foreignMarks(principal: Principal): string[] {
  return [...new Set(PRINCIPALS.flatMap(ownMarks))].filter((mark) => !ownMarks(principal).includes(mark));
}

/** Columns with names that users choose. */
const NAME_COLUMNS = ['aispm_friendly_name', 'rule_name', 'name'];

/** Matches UUIDs other than those of built-in evaluations, which all workspaces share. */
const OWN_ID = `(?!${builtInEvaluations.map(({ item }) => item.id).join('|')})[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`;

/** Writes the sample data into the workspace of a principal, with its identifiers and with its mark in every name. */
export async function seedPrincipal(database: Database, principal: Principal): Promise<void> {
  await seedSampleData(database, principal);
  // Otherwise a worker could change the counts at any time.
  await database.system((session) => session.transaction().execute(foldCounts));
  const tables = await listIsolatedTables(database);
  await database.system((db) =>
    db.transaction().execute(async (transaction) => {
      // While identifiers are being renamed, foreign keys are violated.
      await sql`SET LOCAL session_replication_role = replica`.execute(transaction);
      for (const { name, columns, hasWorkspace } of tables) {
        if (!hasWorkspace) continue;
        const changes = columns.flatMap(({ name: column, type }) => createChange(column, type, principal));
        if (changes.length > 0) await update(transaction, name, changes, principal);
      }
    }),
  );
}

function createChange(column: string, type: string, { suffix, workspaceId }: Principal) {
  const current = sql.ref(column);
  if (NAME_COLUMNS.includes(column)) return sql`${current} = ${current} || ${` ${markFor(workspaceId)}`}::text`;
  if (suffix === '' || !['text', 'text[]', 'json', 'jsonb'].includes(type)) return [];
  return sql`${current} = regexp_replace(${current}::text, ${OWN_ID}, ${`\\&${suffix}`}, 'g')::${sql.raw(type)}`;
}

async function update(
  db: Db,
  table: string,
  changes: ReturnType<typeof createChange>[],
  workspace: Principal,
): Promise<void> {
  await sql`UPDATE ${sql.table(table)} SET ${sql.join(changes.flat())}
    WHERE ${inWorkspace(table, workspace)}`.execute(db);
}
