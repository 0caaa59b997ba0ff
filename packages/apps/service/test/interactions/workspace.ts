/** A workspace with two agents and their tools, created without a scan. */
import { sql } from 'kysely';
import type { TestService } from '../service.ts';

/** The path parameters of the workspace. */
export const WORKSPACE_PATH = { tenant_id: 'acme', workspace_id: 'main' };

/** The objects as identifier, type and technical name. */
const OBJECTS = [
  ['desk', 'agent', undefined],
  ['broker', 'agent', undefined],
  ['lookup-1', 'tool', 'lookup'],
  ['lookup-2', 'tool', 'lookup'],
  ['send-1', 'tool', 'send'],
] as const;

const TOOLS = [
  ['desk', 'send-1'],
  ['broker', 'lookup-1'],
  ['broker', 'lookup-2'],
] as const;

/** Inserts the objects and relations. */
export async function seedAgents({ database }: TestService, workspace = 'main'): Promise<void> {
  await database.system(async (db) => {
    for (const [id, type, name] of OBJECTS) {
      await sql`INSERT INTO objects (tenant_id, workspace_id, aispm_object_id, object_type, stable_key, aispm_friendly_name,
          discovery_sources, details, first_seen_at, last_seen_at)
        VALUES ('acme', ${workspace}, ${id}, ${type}, ${id}, ${`The ${id}`}, '{code}',
          ${JSON.stringify(name ? { tool_name: name } : {})}::jsonb, now(), now())`.execute(db);
    }
    for (const [source, target] of TOOLS) {
      await sql`INSERT INTO edges (tenant_id, workspace_id, source_id, edge, target_id, source_type, target_type, evidence,
          first_seen_at, last_seen_at)
        VALUES ('acme', ${workspace}, ${source}, 'tools', ${target}, 'agent', 'tool', 'code', now(), now())`.execute(
        db,
      );
    }
  });
}
