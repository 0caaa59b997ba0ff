/** What a scan does to findings: opens, keeps and opens again what is there, and resolves what is not there any more. */
import { isDeepStrictEqual } from 'node:util';
import type { Evidence, ScanChange, ScanDocument, Severity } from '@aispm/types';
import { sql } from 'kysely';
import { maxItems } from '../contract/limits.ts';
import { inWorkspace, rowsOf } from '../database/rows.ts';
import { learnGrowth } from '../database/statistics.ts';
import { beginPeriods } from '../findings/refresh-issues.ts';
import { rollUp } from '../findings/roll-up.ts';
import { newId } from '../identifiers.ts';
import { staticRules } from '../rules/static/index.ts';
import { keepRules, readRules } from '../rules/store.ts';
import type { Found, ServiceFound } from './found.ts';
import { type KeptOccurrence, match, type Slot } from './match.ts';
import type { SeenObjects } from './objects.ts';
import type { Work } from './work.ts';

/** Most pieces of evidence and interactions of an occurrence. */
const MOST = {
  evidence: maxItems('FineGrainedIssue.evidence'),
  interactions: maxItems('FineGrainedIssue.llm_interaction_ids'),
};

const STATIC_IDS = staticRules.map(({ rule_id }) => rule_id);
const STATIC = new Set(STATIC_IDS);

/** What became of an occurrence. */
export interface OccurrenceResult {
  id: string;
  objectId: string;
  severity: Severity;
  change: ScanChange;
  isResolved: boolean;
}

/** An occurrence as it will be kept. */
interface Occurrence extends Omit<KeptOccurrence, 'isShownHere' | 'isShownElsewhere'> {
  first_scan_id: string | null;
  change: Exclude<ScanChange, 'absent'>;
}

/**
 * Writes what the scanner and the service's rules found.
 *
 * @param judged objects that the service's rules have looked at
 */
export async function writeFindings(
  work: Work,
  document: ScanDocument,
  seen: SeenObjects,
  judged: readonly string[],
  service: readonly ServiceFound[],
): Promise<OccurrenceResult[]> {
  const { db, scope, now } = work;
  const changedRules = await keepRules(db, scope, document.rules ?? [], now);
  const scanner = await scannerFindings(work, document, seen);
  const kept = await readKept(work, scanner, judged);
  const slots = match(kept, scanner, service, (id) => STATIC.has(id));

  const own = new Set([...seen.byKey.values()].map(({ id }) => id));
  const interactions = await newestFirst(work, slots);
  const issueIds = await ensureIssues(work, slots);
  const assets = await assetsOf(work, slots, seen, own);
  const told = slots
    .map((slot) => ({ slot, occurrence: occurrenceOf(work, slot, { issueIds, assets, interactions }) }))
    // What the rules only confirm on objects of other scans is not this one's to tell.
    .filter(({ occurrence }) => own.has(occurrence.aispm_object_id) || occurrence.change !== 'unchanged');
  const occurrences = told.map(({ occurrence }) => occurrence);
  const lost = lostOf(kept, slots);

  await write(
    work,
    occurrences.filter(({ change }) => change !== 'unchanged'),
  );
  await touch(
    work,
    occurrences.filter(({ change }) => change === 'unchanged'),
  );
  await learnGrowth(db, 'fine_grained_issues', occurrences.length);
  await resolve(
    work,
    lost.filter(({ isResolved }) => isResolved).map(({ kept }) => kept),
  );
  const byScanner = told.filter(({ slot }) => slot.scanner);
  await noteSightings(
    work,
    byScanner.map(({ occurrence }) => occurrence.fine_grained_issue_id),
  );
  const before = new Map(kept.map((one) => [one.fine_grained_issue_id, one]));
  const touched = [...occurrences, ...lost.map(({ kept }) => kept)];
  const sides = [...touched, ...touched.flatMap((one) => before.get(one.fine_grained_issue_id) ?? [])];
  await rollUp(db, scope, now, {
    issueIds: [...new Set([...touched.map(({ issue_id }) => issue_id), ...(await issuesOf(work, changedRules))])],
    objectIds: [...new Set(sides.flatMap(({ aispm_object_id, asset_id }) => [aispm_object_id, asset_id ?? []].flat()))],
  });
  return [
    ...occurrences.map(resultOf),
    ...lost.map(({ kept, isResolved }) => ({ ...resultOf({ ...kept, change: 'absent' }), isResolved })),
  ];
}

function resultOf(occurrence: {
  fine_grained_issue_id: string;
  aispm_object_id: string;
  definitive_severity: Severity;
  change: ScanChange;
}): OccurrenceResult {
  const { fine_grained_issue_id: id, aispm_object_id: objectId, definitive_severity: severity, change } = occurrence;
  return { id, objectId, severity, change, isResolved: false };
}

/** What the document says, with the severity of the rule where it does not say another. */
async function scannerFindings(work: Work, { occurrences }: ScanDocument, { byKey }: SeenObjects): Promise<Found[]> {
  const rules = await readRules(work.db, work.scope, [...new Set(occurrences.map(({ rule_id }) => rule_id))]);
  return occurrences.map((one) => {
    const rule = rules.get(one.rule_id);
    const object = byKey.get(one.object_key);
    if (!rule || !object) throw new Error('An occurrence lost its rule or object.');
    const severity = one.severity ?? rule.severity;
    const place = one.location_key === undefined ? undefined : byKey.get(one.location_key)?.id;
    return {
      rule_id: one.rule_id,
      fingerprint: one.fingerprint,
      objectId: object.id,
      locationIds: place === undefined ? [] : [place],
      severity,
      severityReason: severity === rule.severity ? null : `${work.scan.tool_name} rates it ${severity}.`,
      confidence: one.confidence ?? null,
      message: one.message,
      evidence: one.evidence ?? [],
      interactionIds: one.llm_interaction_ids ?? [],
    };
  });
}

/** Occurrences that the document names, that this target showed, and that the service's rules may have found on what they judged. */
async function readKept({ db, scope, scan }: Work, scanner: readonly Found[], judged: readonly string[]) {
  const shown = sql`SELECT FROM fine_grained_issue_sightings AS shown
    WHERE ${inWorkspace('shown', scope)} AND shown.fine_grained_issue_id = o.fine_grained_issue_id`;
  const names = scanner.map(({ rule_id, fingerprint }) => ({ rule_id, fingerprint }));
  const { rows } = await sql<KeptOccurrence>`
    WITH wanted AS (
      SELECT fine_grained_issue_id FROM ${rowsOf(names, 'rule_id text, fingerprint text')}
      JOIN fine_grained_issues AS o ON ${inWorkspace('o', scope)} AND o.rule_id = given.rule_id
        AND o.fingerprint = given.fingerprint
        AND o.rule_id = ANY(${[...new Set(names.map(({ rule_id }) => rule_id))]}::text[])
        AND o.fingerprint = ANY(${names.map(({ fingerprint }) => fingerprint)}::text[])
      UNION
      SELECT fine_grained_issue_id FROM fine_grained_issue_sightings AS s
      WHERE ${inWorkspace('s', scope)} AND s.scan_target_id = ${scan.scan_target_id}
      UNION
      SELECT fine_grained_issue_id FROM fine_grained_issues AS o
      WHERE ${inWorkspace('o', scope)} AND o.aispm_object_id = ANY(${judged}::text[]) AND o.rule_id = ANY(${STATIC_IDS}::text[])
    )
    SELECT o.fine_grained_issue_id, issue_id, rule_id, fingerprint, aispm_object_id, asset_id, location_id,
      definitive_severity, severity_reason, confidence, status, status_reason, message, evidence, scan_id,
      llm_interaction_ids,
      EXISTS (${shown} AND shown.scan_target_id = ${scan.scan_target_id}) AS "isShownHere",
      EXISTS (${shown} AND shown.scan_target_id <> ${scan.scan_target_id}) AS "isShownElsewhere"
    FROM fine_grained_issues AS o
    WHERE ${inWorkspace('o', scope)} AND o.fine_grained_issue_id = ANY(ARRAY(SELECT fine_grained_issue_id FROM wanted))
    ORDER BY o.fine_grained_issue_id`.execute(db);
  return rows;
}

/** Makes an issue for each rule that has found something for the first time. @returns the issue of each rule */
async function ensureIssues({ db, scope, now }: Work, slots: readonly Slot[]): Promise<Map<string, string>> {
  const found = new Map(slots.map(({ scanner, service }) => [(scanner ?? service)?.rule_id ?? '', scanner ?? service]));
  const rows = [...found.values()]
    .flatMap((one) => one ?? [])
    .map(({ rule_id, severity }) => ({ issue_id: newId(), rule_id, severity }));
  const made = await sql<{ issue_id: string }>`
    INSERT INTO issues (tenant_id, workspace_id, issue_id, rule_id, definitive_severity, status, object_types,
      first_seen_at, last_seen_at, created_at, updated_at)
    SELECT ${scope.tenantId}, ${scope.workspaceId}, issue_id, rule_id, severity, 'open', '{}', ${now}::timestamptz,
      ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    FROM ${rowsOf(rows, 'issue_id text, rule_id text, severity text')}
    ON CONFLICT (tenant_id, workspace_id, rule_id) DO NOTHING
    RETURNING issue_id`.execute(db);
  await beginPeriods(
    db,
    scope,
    now,
    made.rows.map(({ issue_id }) => issue_id),
  );
  const { rows: all } = await sql<{ issue_id: string; rule_id: string }>`
    SELECT issue_id, rule_id FROM issues
    WHERE ${inWorkspace('issues', scope)} AND rule_id = ANY(${[...found.keys()]}::text[])`.execute(db);
  return new Map(all.map(({ issue_id, rule_id }) => [rule_id, issue_id]));
}

async function issuesOf({ db, scope }: Work, ruleIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ issue_id: string }>`
    SELECT issue_id FROM issues WHERE ${inWorkspace('issues', scope)} AND rule_id = ANY(${ruleIds}::text[])`.execute(
    db,
  );
  return rows.map(({ issue_id }) => issue_id);
}

/** The asset of each slot: that of its place, otherwise the scanned one, otherwise the first that its object is in. */
async function assetsOf(
  { db, scope }: Work,
  slots: readonly Slot[],
  { assetId, byKey }: SeenObjects,
  own: ReadonlySet<string>,
): Promise<Map<Slot, string | null>> {
  const objects = slots.map((slot) => ({ slot, id: (slot.scanner ?? slot.service)?.objectId ?? '' }));
  const others = objects.filter(({ id }) => !own.has(id)).map(({ id }) => id);
  const { rows } = await sql<{ id: string; asset: string }>`
    SELECT aispm_object_id AS id, asset_id AS asset FROM objects
    WHERE ${inWorkspace('objects', scope)} AND aispm_object_id = ANY(${slots.flatMap(({ locationId }) => locationId ?? [])}::text[])
    UNION ALL
    SELECT source_id, min(target_id) FROM edges
    WHERE ${inWorkspace('edges', scope)} AND source_id = ANY(${others}::text[]) AND edge = 'assets'
    GROUP BY source_id`.execute(db);
  const known = new Map(rows.map(({ id, asset }) => [id, asset]));
  const assets = new Set([...byKey.values()].filter(({ type }) => type === 'asset').map(({ id }) => id));
  return new Map(
    objects.map(({ slot, id }) => {
      if (slot.locationId !== null) return [slot, known.get(slot.locationId) ?? null];
      if (assets.has(id)) return [slot, id];
      return [slot, own.has(id) ? assetId : (known.get(id) ?? null)];
    }),
  );
}

/** When each interaction that matters began. */
async function newestFirst({ db, scope }: Work, slots: readonly Slot[]): Promise<Map<string, number>> {
  const ids = new Set(
    slots.flatMap(({ scanner, kept }) =>
      scanner?.interactionIds.length ? [...scanner.interactionIds, ...(kept?.llm_interaction_ids ?? [])] : [],
    ),
  );
  if (ids.size === 0) return new Map();
  const { rows } = await sql<{ id: string; began: number }>`
    SELECT llm_interaction_id AS id, (extract(epoch FROM started_at) * 1000)::bigint AS began FROM llm_interaction_keys
    WHERE ${inWorkspace('llm_interaction_keys', scope)} AND llm_interaction_id = ANY(${[...ids]}::text[])`.execute(db);
  return new Map(rows.map(({ id, began }) => [id, began]));
}

interface Surroundings {
  issueIds: ReadonlyMap<string, string>;
  assets: ReadonlyMap<Slot, string | null>;
  interactions: ReadonlyMap<string, number>;
}

function occurrenceOf({ scan }: Work, slot: Slot, { issueIds, assets, interactions }: Surroundings): Occurrence {
  const { kept, scanner, service } = slot;
  const found = scanner ?? service;
  if (!found) throw new Error('Nobody has found it.');
  // As long as another scanner says so, its words stay.
  const says =
    !scanner && kept?.isShownElsewhere ? contentOf(kept) : contentOfFound(slot, found, assets.get(slot) ?? null);
  const content = {
    ...says,
    llm_interaction_ids: [...new Set([...(scanner?.interactionIds ?? []), ...(kept?.llm_interaction_ids ?? [])])]
      .sort((a, b) => (interactions.get(b) ?? 0) - (interactions.get(a) ?? 0))
      .slice(0, MOST.interactions),
  };
  const isOpened = kept === undefined || kept.status === 'resolved';
  return {
    fine_grained_issue_id: kept?.fine_grained_issue_id ?? newId(),
    issue_id: issueIds.get(found.rule_id) ?? '',
    rule_id: found.rule_id,
    fingerprint: kept?.fingerprint ?? found.fingerprint,
    ...content,
    status: isOpened ? 'open' : kept.status,
    status_reason: isOpened ? null : kept.status_reason,
    scan_id: scan.scan_id,
    first_scan_id: kept ? null : scan.scan_id,
    change: changeOf(kept, content, isOpened),
  };
}

type Content = Pick<
  KeptOccurrence,
  | 'aispm_object_id'
  | 'asset_id'
  | 'location_id'
  | 'definitive_severity'
  | 'severity_reason'
  | 'confidence'
  | 'message'
  | 'evidence'
>;

function contentOf(kept: KeptOccurrence): Content {
  const {
    aispm_object_id,
    asset_id,
    location_id,
    definitive_severity,
    severity_reason,
    confidence,
    message,
    evidence,
  } = kept;
  return {
    aispm_object_id,
    asset_id,
    location_id,
    definitive_severity,
    severity_reason,
    confidence,
    message,
    evidence,
  };
}

/** What the scanner says stands first; what the service knows besides is added as evidence. */
function contentOfFound({ service, locationId }: Slot, found: Found, assetId: string | null): Content {
  return {
    aispm_object_id: found.objectId,
    asset_id: assetId,
    location_id: locationId,
    definitive_severity: found.severity,
    severity_reason: found.severityReason,
    confidence: found.confidence,
    message: found.message,
    evidence: distinct([...found.evidence, ...(service?.evidence ?? [])]).slice(0, MOST.evidence),
  };
}

function distinct(evidence: readonly Evidence[]): Evidence[] {
  return evidence.filter((one, index) => evidence.findIndex((other) => isDeepStrictEqual(one, other)) === index);
}

function changeOf(
  kept: KeptOccurrence | undefined,
  content: Content & { llm_interaction_ids: string[] },
  isOpened: boolean,
) {
  if (!kept) return 'new';
  const before = { ...contentOf(kept), llm_interaction_ids: kept.llm_interaction_ids };
  return isOpened || !isDeepStrictEqual(content, before) ? 'updated' : 'unchanged';
}

/**
 * What is not there any more. An occurrence is resolved when nobody shows it now: no other scan, and it was a scan that saw it. One
 * that is suppressed stays so.
 */
function lostOf(
  kept: readonly KeptOccurrence[],
  slots: readonly Slot[],
): { kept: KeptOccurrence; isResolved: boolean }[] {
  const found = new Set(slots.flatMap(({ kept }) => kept ?? []));
  return kept
    .filter((one) => !found.has(one))
    .map((one) => ({
      kept: one,
      isResolved: !one.isShownElsewhere && one.scan_id !== null && ['open', 'in_progress'].includes(one.status),
    }))
    .filter(({ kept, isResolved }) => isResolved || kept.isShownHere);
}

async function write({ db, scope, now }: Work, occurrences: readonly Occurrence[]): Promise<void> {
  if (occurrences.length === 0) return;
  const columns = `fine_grained_issue_id text, issue_id text, rule_id text, fingerprint text, aispm_object_id text,
    asset_id text, location_id text, definitive_severity text, severity_reason text, confidence double precision,
    status text, status_reason text, message text, evidence jsonb, scan_id text, first_scan_id text,
    llm_interaction_ids json`;
  await sql`
    INSERT INTO fine_grained_issues (tenant_id, workspace_id, fine_grained_issue_id, issue_id, rule_id, fingerprint,
      aispm_object_id, aispm_friendly_name, object_type, asset_id, location_id, definitive_severity, severity_reason,
      confidence, status, status_reason, message, evidence, scan_id, first_scan_id, llm_interaction_ids, first_seen_at,
      last_seen_at, created_at, updated_at)
    SELECT ${scope.tenantId}, ${scope.workspaceId}, fine_grained_issue_id, issue_id, rule_id, fingerprint,
      given.aispm_object_id, objects.aispm_friendly_name, objects.object_type, given.asset_id, location_id,
      definitive_severity, severity_reason, confidence, status, status_reason, message, evidence, scan_id, first_scan_id,
      ARRAY(SELECT json_array_elements_text(llm_interaction_ids)), ${now}::timestamptz, ${now}::timestamptz,
      ${now}::timestamptz, ${now}::timestamptz
    FROM ${rowsOf(occurrences, columns)}
    JOIN objects ON ${inWorkspace('objects', scope)} AND objects.aispm_object_id = given.aispm_object_id
      AND objects.aispm_object_id = ANY(${occurrences.map((one) => one.aispm_object_id)}::text[])
    ORDER BY fine_grained_issue_id
    ON CONFLICT (tenant_id, workspace_id, fine_grained_issue_id) DO UPDATE SET aispm_object_id = excluded.aispm_object_id,
      aispm_friendly_name = excluded.aispm_friendly_name, object_type = excluded.object_type,
      asset_id = excluded.asset_id, location_id = excluded.location_id,
      definitive_severity = excluded.definitive_severity, severity_reason = excluded.severity_reason,
      confidence = excluded.confidence, status = excluded.status, status_reason = excluded.status_reason,
      message = excluded.message, evidence = excluded.evidence, scan_id = excluded.scan_id,
      llm_interaction_ids = excluded.llm_interaction_ids,
      resolved_at = CASE WHEN excluded.status = 'resolved' THEN fine_grained_issues.resolved_at END,
      last_seen_at = greatest(fine_grained_issues.last_seen_at, excluded.last_seen_at), updated_at = excluded.updated_at
  `.execute(db);
}

/** Notes that occurrences were seen of which there is nothing else to write. */
async function touch({ db, scope, scan, now }: Work, occurrences: readonly Occurrence[]): Promise<void> {
  if (occurrences.length === 0) return;
  await sql`
    UPDATE fine_grained_issues SET scan_id = ${scan.scan_id}, last_seen_at = greatest(last_seen_at, ${now}::timestamptz),
      updated_at = ${now}::timestamptz
    WHERE ${inWorkspace('fine_grained_issues', scope)}
      AND fine_grained_issue_id = ANY(${occurrences.map((one) => one.fine_grained_issue_id)}::text[])`.execute(db);
}

async function resolve({ db, scope, now }: Work, lost: readonly KeptOccurrence[]): Promise<void> {
  if (lost.length === 0) return;
  await sql`
    UPDATE fine_grained_issues SET status = 'resolved', status_reason = 'not_observed', resolved_at = ${now}::timestamptz,
      updated_at = ${now}::timestamptz
    WHERE ${inWorkspace('fine_grained_issues', scope)}
      AND fine_grained_issue_id = ANY(${lost.map((one) => one.fine_grained_issue_id)}::text[])`.execute(db);
}

/** Notes which occurrences the scanner shows now. Those of the service's own rules follow from the graph. */
async function noteSightings({ db, scope, scan }: Work, ids: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO fine_grained_issue_sightings (tenant_id, workspace_id, scan_target_id, fine_grained_issue_id)
    SELECT ${scope.tenantId}, ${scope.workspaceId}, ${scan.scan_target_id}, id FROM unnest(${ids}::text[]) AS id
    ON CONFLICT (tenant_id, workspace_id, scan_target_id, fine_grained_issue_id) DO NOTHING`.execute(db);
  await sql`
    DELETE FROM fine_grained_issue_sightings
    WHERE ${inWorkspace('fine_grained_issue_sightings', scope)} AND scan_target_id = ${scan.scan_target_id}
      AND fine_grained_issue_id <> ALL(${ids}::text[])`.execute(db);
}
