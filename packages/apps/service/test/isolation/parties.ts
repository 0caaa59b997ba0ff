/** Parties that share a service and must not read or change each other's records; each has a copy of the sample data. */
import { sql } from 'kysely';
import { seedSampleData } from '../../src/demo/seed.ts';
import { builtInEvaluations } from '../../src/domains/evaluations/catalogue/index.ts';
import { foldCounts } from '../../src/domains/interactions/index.ts';
import type { Database } from '../../src/platform/database/database.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { inWorkspace } from '../../src/platform/database/rows.ts';
import type { Scope } from '../../src/platform/database/scope.ts';
import { listIsolatedTables } from './belongings.ts';

/** A caller in a workspace. */
export interface Party extends Scope {
  /** Suffix of its identifiers; empty for those of the sample data. */
  suffix: string;
}

const left = { tenantId: 'tenant-left', workspaceId: 'space-left', userId: 'user-left', suffix: '' };

/**
 * A user, another user of the same workspace, another workspace of the same tenant, and another tenant. Two workspaces have the
 * same identifiers, so that a statement without the condition of the workspace finds both records; the tenants have
 * different ones, so that a response could reveal that a record exists.
 */
export const PARTIES: readonly Party[] = [
  left,
  { ...left, userId: 'user-mate' },
  { ...left, workspaceId: 'space-near', userId: 'user-near' },
  { tenantId: 'tenant-right', workspaceId: 'space-right', userId: 'user-right', suffix: '-right' },
];

/** Returns the mark in all names of an owner's records; nobody else may ever receive it. */
export function markFor(owner: string): string {
  return `ONLY-${owner}-5b1f`;
}

/** Returns the marks that this party may receive. */
function ownMarks({ workspaceId, userId }: Party): string[] {
  return [markFor(workspaceId), markFor(userId)];
}

/** Returns the marks that only other parties may receive. */
export function foreignMarks(party: Party): string[] {
  return [...new Set(PARTIES.flatMap(ownMarks))].filter((mark) => !ownMarks(party).includes(mark));
}

/** Columns of names that people choose. */
const NAME_COLUMNS = ['aispm_friendly_name', 'rule_name', 'name'];

/** Matches UUIDs other than those of built-in evaluations, which all workspaces share. */
const OWN_ID = `(?!${builtInEvaluations.map(({ item }) => item.id).join('|')})[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`;

/** Writes the sample data into the workspace of a party, with its identifiers and with its mark in every name. */
export async function seedParty(database: Database, party: Party): Promise<void> {
  await seedSampleData(database, party);
  // Otherwise a process would change the counts at any time.
  await database.system((session) => session.transaction().execute(foldCounts));
  const tables = await listIsolatedTables(database);
  await database.system((db) =>
    db.transaction().execute(async (transaction) => {
      // While identifiers are being renamed, foreign keys are violated.
      await sql`SET LOCAL session_replication_role = replica`.execute(transaction);
      for (const { name, columns, hasWorkspace } of tables) {
        if (!hasWorkspace) continue;
        const changes = columns.flatMap(({ name: column, type }) => createChange(column, type, party));
        if (changes.length > 0) await update(transaction, name, changes, party);
      }
    }),
  );
}

function createChange(column: string, type: string, { suffix, workspaceId }: Party) {
  const current = sql.ref(column);
  if (NAME_COLUMNS.includes(column)) return sql`${current} = ${current} || ${` ${markFor(workspaceId)}`}::text`;
  if (suffix === '' || !['text', 'text[]', 'json', 'jsonb'].includes(type)) return [];
  return sql`${current} = regexp_replace(${current}::text, ${OWN_ID}, ${`\\&${suffix}`}, 'g')::${sql.raw(type)}`;
}

async function update(
  db: Db,
  table: string,
  changes: ReturnType<typeof createChange>[],
  workspace: Party,
): Promise<void> {
  await sql`UPDATE ${sql.table(table)} SET ${sql.join(changes.flat())}
    WHERE ${inWorkspace(table, workspace)}`.execute(db);
}
