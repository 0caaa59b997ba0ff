/** Accepts a scan document: validates it and stores the scan in the queue. */

import { STATIC_RULE_IDS } from '@aispm/rules';
import type { ScanDocument } from '@aispm/types';
import { type SqlBool, sql } from 'kysely';
import { newId } from '../../../platform/core/identifiers.ts';
import { runInSlices } from '../../../platform/core/slices.ts';
import type { Db } from '../../../platform/database/dialect.ts';
import { inWorkspace, type Workspace } from '../../../platform/database/rows.ts';
import { unprocessable } from '../../../platform/http/errors/errors.ts';
import { loadRules } from '../../rules/index.ts';
import { storeLists, withoutLists } from './stored-document.ts';
import { type DocumentReferences, findViolations } from './validate-document.ts';

/**
 * Stores a scan with its document. It is processed after the earlier scans of its target.
 *
 * @param db a transaction in the scope of the workspace
 * @param now the time of submission, in RFC 3339; default: the current time
 * @returns identifier of the scan
 * @throws {ApiError} 422 if the document contradicts itself or has unknown references
 */
export async function submitScan(db: Db, scope: Workspace, document: ScanDocument, now?: string): Promise<string> {
  const violations = await runInSlices(findViolations(document, await loadReferences(db, scope, document)));
  if (violations) throw unprocessable(violations.reason, violations.details);
  const scanId = newId();
  const at = now === undefined ? sql<string>`now()` : sql<string>`${now}::timestamptz`;
  const assetId = document.asset_id ?? null;
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
      document: JSON.stringify(withoutLists(document)),
    })
    .execute();
  await storeLists(db, scope, scanId, document);
  // At the end, because triage waits for this row. After the target, in the same order as processing, to prevent deadlocks.
  if (assetId !== null) {
    await db
      .updateTable('objects')
      .set({ last_scan_id: scanId, updated_at: sql`greatest(updated_at, ${at})` })
      .where(inWorkspace('objects', scope))
      .where('aispm_object_id', '=', assetId)
      .execute();
  }
  return scanId;
}

/** Looks up the references of a document. */
async function loadReferences(db: Db, scope: Workspace, document: ScanDocument): Promise<DocumentReferences> {
  const { asset_id = null, rules: ownRules = [], occurrences } = document;
  const ruleIds = [...ownRules, ...occurrences].map(({ rule_id }) => rule_id);
  const rules = await loadRules(db, scope, [...new Set(ruleIds)]);
  const sources = [
    ...[...rules].map(([ruleId, { source }]) => [ruleId, source] as const),
    ...STATIC_RULE_IDS.map((ruleId) => [ruleId, 'static'] as const),
  ];
  const interactionIds = [...new Set(occurrences.flatMap(({ llm_interaction_ids = [] }) => llm_interaction_ids))];
  const interactions = await db
    .selectFrom('llm_interaction_keys')
    .select('llm_interaction_id')
    .where(inWorkspace('llm_interaction_keys', scope))
    .where(sql<SqlBool>`llm_interaction_id = ANY(${interactionIds}::text[])`)
    .execute();
  return {
    hasAsset: asset_id === null || (await isAsset(db, scope, asset_id)),
    ruleSources: new Map(sources),
    interactions: new Set(interactions.map(({ llm_interaction_id }) => llm_interaction_id)),
  };
}

async function isAsset(db: Db, scope: Workspace, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('objects')
    .select('aispm_object_id')
    .where(inWorkspace('objects', scope))
    .where('aispm_object_id', '=', id)
    .where('object_type', '=', 'asset')
    .executeTakeFirst();
  return row !== undefined;
}

/** Creates or locks the target of a document until the transaction ends, so its scans are stored in the order of submission. */
async function lockTarget(db: Db, scope: Workspace, { scan_type, target, asset_id }: ScanDocument): Promise<string> {
  const { rows } = await sql<{ scan_target_id: string }>`
    INSERT INTO scan_targets (tenant_id, workspace_id, scan_target_id, scan_type, target, asset_id)
    VALUES (${scope.tenantId}, ${scope.workspaceId}, ${newId()}, ${scan_type}, ${target}, ${asset_id ?? null})
    ON CONFLICT (tenant_id, workspace_id, scan_type, target)
      DO UPDATE SET asset_id = coalesce(excluded.asset_id, scan_targets.asset_id)
    RETURNING scan_target_id`.execute(db);
  if (!rows[0]) throw new Error('The target of the scan was not stored.');
  return rows[0].scan_target_id;
}
