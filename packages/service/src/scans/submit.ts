/** Takes a scan document in: checks it, and puts the scan into the queue. */
import type { ScanDocument } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import { inWorkspace, type Workspace } from '../database/rows.ts';
import { unprocessable } from '../http/errors.ts';
import { newId } from '../identifiers.ts';
import { staticRules } from '../rules/static/index.ts';
import { readRules } from '../rules/store.ts';
import { contradictions, type KnownOfDocument } from './check-document.ts';

/**
 * Stores a scan with its document, to be processed after those of its target that came before.
 *
 * @param db a transaction in the scope of the workspace
 * @param now when it came, in RFC 3339; the present when left out
 * @returns identifier of the scan
 * @throws {ApiError} 422 when the document contradicts itself or names what is not there
 */
export async function submit(db: Db, scope: Workspace, document: ScanDocument, now?: string): Promise<string> {
  const problems = contradictions(document, await knownOf(db, scope, document));
  if (Object.keys(problems).length > 0) throw unprocessable(problems);
  const scanId = newId();
  const at = now ?? new Date().toISOString();
  const assetId = document.asset_id ?? null;
  // The asset before the target, as processing does, so that nobody waits for the other crosswise.
  if (assetId !== null) {
    await sql`
      UPDATE objects SET last_scan_id = ${scanId}, updated_at = greatest(updated_at, ${at}::timestamptz)
      WHERE ${inWorkspace('objects', scope)} AND aispm_object_id = ${assetId}`.execute(db);
  }
  const targetId = await lockTarget(db, scope, document);
  await db
    .insertInto('scans')
    .values({
      tenant_id: scope.tenantId,
      workspace_id: scope.workspaceId,
      scan_id: scanId,
      scan_target_id: targetId,
      scan_type: document.scan_type,
      trigger: document.trigger ?? 'api',
      status: 'queued',
      asset_id: assetId,
      target: document.target,
      branch: document.branch ?? null,
      commit_sha: document.commit_sha ?? null,
      tool_name: document.tool_name,
      tool_version: document.tool_version,
      created_at: at,
      document: JSON.stringify(document),
    })
    .execute();
  return scanId;
}

/** What a document counts on. */
async function knownOf(db: Db, scope: Workspace, document: ScanDocument): Promise<KnownOfDocument> {
  const { asset_id = null, rules = [], occurrences } = document;
  const ruleIds = [...rules, ...occurrences].map(({ rule_id }) => rule_id);
  const known = await readRules(db, scope, [...new Set(ruleIds)]);
  const sources = [
    ...[...known].map(([ruleId, { source }]) => [ruleId, source] as const),
    ...staticRules.map(({ rule_id }) => [rule_id, 'static'] as const),
  ];
  const interactionIds = [...new Set(occurrences.flatMap(({ llm_interaction_ids = [] }) => llm_interaction_ids))];
  const interactions = await existing(
    db,
    sql`
    SELECT llm_interaction_id AS id FROM llm_interaction_keys
    WHERE ${inWorkspace('llm_interaction_keys', scope)} AND llm_interaction_id = ANY(${interactionIds}::text[])`,
  );
  const assets = await existing(
    db,
    sql`
    SELECT aispm_object_id AS id FROM objects
    WHERE ${inWorkspace('objects', scope)} AND aispm_object_id = ${asset_id} AND object_type = 'asset'`,
  );
  return { hasAsset: asset_id === null || assets.size > 0, ruleSources: new Map(sources), interactions };
}

async function existing(db: Db, query: ReturnType<typeof sql>): Promise<Set<string>> {
  const { rows } = await (query as ReturnType<typeof sql<{ id: string }>>).execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** The target of a document, held until the transaction ends, so that scans of one target stand in the order in which they came. */
async function lockTarget(db: Db, scope: Workspace, { scan_type, target, asset_id }: ScanDocument): Promise<string> {
  const { rows } = await sql<{ scan_target_id: string }>`
    INSERT INTO scan_targets (tenant_id, workspace_id, scan_target_id, scan_type, target, asset_id)
    VALUES (${scope.tenantId}, ${scope.workspaceId}, ${newId()}, ${scan_type}, ${target}, ${asset_id ?? null})
    ON CONFLICT (tenant_id, workspace_id, scan_type, target)
      DO UPDATE SET asset_id = coalesce(excluded.asset_id, scan_targets.asset_id)
    RETURNING scan_target_id`.execute(db);
  if (!rows[0]) throw new Error('The target of the scan was not written.');
  return rows[0].scan_target_id;
}
