/**
 * Recalculates the stored fingerprints of tool schemas with RFC 8785.
 *
 * Earlier releases sorted property names that are array indexes, such as "9" and "10", by their numeric value; RFC 8785 sorts
 * all names by their UTF-16 code units. Only the fingerprints of schemas with such names differ. Without this migration, the
 * next scan of such a tool would report that its schema changed.
 *
 * An accepted schema that differs from the current one isn't stored, so its fingerprint can't be recalculated: the finding of
 * the change remains until a user accepts the current schema.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/dialect.ts';
import type { CodeMigration } from '../../../platform/database/migrate.ts';
import { fingerprintSchema } from '../graph/schema-fingerprint.ts';

/** Number of tools in a batch. */
const BATCH_SIZE = 500;

/** Identifier of the rule whose occurrences contain fingerprints of schemas, at the time of this migration. */
const RULE_ID = 'changed-tool-schema';

const SIDES = ['input', 'output'] as const;

type Side = (typeof SIDES)[number];

interface Tool {
  tenant_id: string;
  workspace_id: string;
  aispm_object_id: string;
  stable_key: string;
  schemas: Record<Side, unknown>;
  fingerprints: Record<Side, string | null>;
}

/** A fingerprint to replace. */
interface Replacement {
  side: Side;
  before: string;
  after: string;
}

export const rfc8785Fingerprints: CodeMigration = {
  name: '0010_rfc8785_fingerprints',
  // Runs as the owner of the tables, which row-level security doesn't restrict.
  async up(db: Db): Promise<void> {
    let last: Tool | undefined;
    do {
      const tools = await loadTools(db, last);
      for (const tool of tools) await updateTool(db, tool);
      last = tools.at(-1);
    } while (last);
  },
};

async function loadTools(db: Db, after: Tool | undefined): Promise<Tool[]> {
  const { tenant_id = '', workspace_id = '', aispm_object_id = '' } = after ?? {};
  const { rows } = await sql<Tool>`
    SELECT tenant_id, workspace_id, aispm_object_id, stable_key,
      jsonb_build_object('input', details -> 'input_schema', 'output', details -> 'output_schema') AS schemas,
      jsonb_build_object('input', details -> 'input_schema_fingerprint', 'output', details -> 'output_schema_fingerprint')
        AS fingerprints
    FROM objects
    WHERE (tenant_id, workspace_id, aispm_object_id) > (${tenant_id}, ${workspace_id}, ${aispm_object_id})
      AND object_type = 'tool' AND details ?| '{input_schema_fingerprint,output_schema_fingerprint}'
    ORDER BY tenant_id, workspace_id, aispm_object_id
    LIMIT ${BATCH_SIZE}`.execute(db);
  return rows;
}

async function updateTool(db: Db, tool: Tool): Promise<void> {
  const replacements = SIDES.flatMap((side): Replacement[] => {
    const before = tool.fingerprints[side];
    const after = fingerprintSchema(tool.schemas[side]);
    return before === null || after === null || before === after ? [] : [{ side, before, after }];
  });
  for (const replacement of replacements) {
    await updateObject(db, tool, replacement);
    await updateOccurrences(db, tool, replacement);
  }
}

async function updateObject(db: Db, tool: Tool, { side, before, after }: Replacement): Promise<void> {
  await sql`
    UPDATE objects SET details = details || jsonb_build_object(${`${side}_schema_fingerprint`}::text, ${after}::text),
      accepted_schemas = CASE WHEN accepted_schemas ->> ${side} = ${before}
        THEN accepted_schemas || jsonb_build_object(${side}::text, ${after}::text) ELSE accepted_schemas END,
      updated_at = now()
    WHERE tenant_id = ${tool.tenant_id} AND workspace_id = ${tool.workspace_id}
      AND aispm_object_id = ${tool.aispm_object_id}`.execute(db);
}

/** Updates the occurrence of the change to the current schema, and evidence that contains the fingerprint. */
async function updateOccurrences(db: Db, tool: Tool, { side, before, after }: Replacement): Promise<void> {
  const [oldFingerprint, newFingerprint] = [before, after].map((schema) => fingerprintOccurrence(tool, side, schema));
  await sql`
    UPDATE fine_grained_issues SET evidence = replace(evidence::text, ${before}, ${after})::jsonb,
      fingerprint = CASE WHEN fingerprint = ${oldFingerprint} THEN ${newFingerprint} ELSE fingerprint END,
      updated_at = now()
    WHERE tenant_id = ${tool.tenant_id} AND workspace_id = ${tool.workspace_id}
      AND aispm_object_id = ${tool.aispm_object_id} AND rule_id = ${RULE_ID}
      AND (fingerprint = ${oldFingerprint} OR position(${before} IN evidence::text) > 0)`.execute(db);
}

/** Calculates the fingerprint of an occurrence as the evaluation of static rules does. */
function fingerprintOccurrence({ stable_key }: Tool, side: Side, schemaFingerprint: string): string {
  const parts = [RULE_ID, 'tool', stable_key, side, schemaFingerprint];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
