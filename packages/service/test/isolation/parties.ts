/** Parties that share a service and must not see or touch each other, each with all that the story has. */
import { sql } from 'kysely';
import type { Database } from '../../src/database/database.ts';
import type { Db } from '../../src/database/dialect.ts';
import type { Scope } from '../../src/database/scope.ts';
import { seedStory } from '../../src/demo/seed.ts';
import { builtInEvaluations } from '../../src/evaluations/catalogue/index.ts';
import { isolatedTables } from './belongings.ts';

/** A caller in a workspace. */
export interface Party extends Scope {
  /** What its identifiers end with; those of the story where it is empty. */
  suffix: string;
}

const left = { tenantId: 'tenant-left', workspaceId: 'space-left', userId: 'user-left', suffix: '' };

/**
 * Another user of the same workspace, another workspace of the same tenant and another tenant. Two workspaces have the same
 * identifiers, so that a statement that forgets the workspace meets both; the tenants have different ones, so that it tells
 * whether something is there.
 */
export const PARTIES: readonly Party[] = [
  left,
  { ...left, userId: 'user-mate' },
  { ...left, workspaceId: 'space-near', userId: 'user-near' },
  { tenantId: 'tenant-right', workspaceId: 'space-right', userId: 'user-right', suffix: '-right' },
];

/** Stands in the names of all that somebody owns; whoever else sees it has seen a foreign byte. */
export function markOf(owner: string): string {
  return `ONLY-${owner}-5b1f`;
}

/** The marks of what this party may see. */
function ownMarks({ workspaceId, userId }: Party): string[] {
  return [markOf(workspaceId), markOf(userId)];
}

/** The marks of what nobody but others may see. */
export function foreignMarks(party: Party): string[] {
  return [...new Set(PARTIES.flatMap(ownMarks))].filter((mark) => !ownMarks(party).includes(mark));
}

/** Columns that people give names in; no list sorts or compares by those of the others. */
const NAMED = ['aispm_friendly_name', 'rule_name', 'name'];

/** A UUID that is not that of a built-in evaluation: those are the same for everybody. */
const OWN_ID = `(?!${builtInEvaluations.map(({ item }) => item.id).join('|')})[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`;

/** Writes the story into the workspace of a party, under its identifiers and with its mark in every name. */
export async function seedParty(database: Database, party: Party): Promise<void> {
  await seedStory(database, party);
  const tables = await isolatedTables(database);
  await database.system((db) =>
    db.transaction().execute(async (transaction) => {
      // Whoever renames everything passes through states in which references lead nowhere.
      await sql`SET LOCAL session_replication_role = replica`.execute(transaction);
      for (const { name, columns, hasWorkspace } of tables) {
        if (!hasWorkspace) continue;
        const changes = columns.flatMap(({ name: column, type }) => changeOf(column, type, party));
        if (changes.length > 0) await update(transaction, name, changes, party);
      }
    }),
  );
}

function changeOf(column: string, type: string, { suffix, workspaceId }: Party) {
  const before = sql.ref(column);
  if (NAMED.includes(column)) return sql`${before} = ${before} || ${` ${markOf(workspaceId)}`}::text`;
  if (suffix === '' || !['text', 'text[]', 'json', 'jsonb'].includes(type)) return [];
  return sql`${before} = regexp_replace(${before}::text, ${OWN_ID}, ${`\\&${suffix}`}, 'g')::${sql.raw(type)}`;
}

async function update(
  db: Db,
  table: string,
  changes: ReturnType<typeof changeOf>[],
  { tenantId, workspaceId }: Party,
): Promise<void> {
  await sql`UPDATE ${sql.table(table)} SET ${sql.join(changes.flat())}
    WHERE tenant_id = ${tenantId} AND workspace_id = ${workspaceId}`.execute(db);
}
