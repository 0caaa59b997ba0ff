/**
 * Updates the relations of a scan target: which ones exist, and with which evidence. New relations are inserted immediately;
 * other changes stay pending until the scan is applied.
 */
import type { EdgeEvidence, EdgeName, ScannedEdge } from '@aispm/types';
import { forEachInSlices, mapInSlices, runInSlices } from '../../../platform/core/slices.ts';
import { analyzeIfGrown } from '../../../platform/database/statistics.ts';
import type { RelationChange } from '../../changes/index.ts';
import { findRelation } from '../../graph/index.ts';
import { combineEvidence } from '../documents/edge-types.ts';
import {
  deleteEdges,
  deleteSightings,
  insertEdgeRows,
  loadKnownRelations,
  refreshCounts,
  refreshRanks,
  storeSightings,
  updateEvidence,
} from './edge-rows.ts';
import type { SeenObject, SeenObjects } from './objects.ts';
import type { PendingEdge } from './pending-changes.ts';
import { formatRelation, type KnownRelation, type Relation } from './relation.ts';
import type { ScanContext } from './scan-context.ts';

/**
 * Inserts the new relations of a document, and collects the changes of the others. Relations that only this target showed
 * before will be deleted.
 *
 * @returns the created and deleted relations
 */
export async function insertEdges(
  context: ScanContext,
  scanned: readonly ScannedEdge[],
  seen: SeenObjects,
): Promise<Relation[]> {
  const relations = await insertRelations(context, await collectRelations(scanned, seen));
  const changed = [...new Set(relations.flatMap(({ source_id, target_id }) => [source_id, target_id]))];
  const isNew = new Set([...seen.byKey.values()].filter(({ change }) => change === 'new').map(({ id }) => id));
  await refreshCounts(
    context,
    changed.filter((id) => isNew.has(id)),
  );
  context.pending.relatedObjects.push(...changed.filter((id) => !isNew.has(id)));
  return relations;
}

/** Writes the pending changes of relations, and everything derived from them and from new relations. */
export async function updateEdges(context: ScanContext): Promise<void> {
  const { changedEdges, deletedEdges, relatedObjects } = context.pending;
  await updateEvidence(context, changedEdges);
  await deleteEdges(context, [...deletedEdges.values()]);
  await refreshCounts(context, relatedObjects);
  await refreshRanks(context, relatedObjects);
}

/** Collects the relations of a document by their names, including those to the asset that contains an object. */
async function collectRelations(
  scanned: readonly ScannedEdge[],
  { byKey, assetId, assetOfLocation }: SeenObjects,
): Promise<ReadonlyMap<string, Relation>> {
  const relations = new Map<string, Relation>();
  const add = (from: SeenObject, edge: EdgeName, to: SeenObject, evidence: EdgeEvidence) => {
    const relation = {
      source_id: from.id,
      edge,
      target_id: to.id,
      source_type: from.type,
      target_type: to.type,
      evidence,
    };
    const name = formatRelation(relation);
    const earlier = relations.get(name)?.evidence ?? evidence;
    relations.set(name, { ...relation, evidence: combineEvidence(earlier, evidence) });
  };
  await forEachInSlices(scanned, ({ from_key, edge, to_key, evidence = 'declared' }) => {
    const [from, to] = [byKey.get(from_key), byKey.get(to_key)];
    if (!from || !to) return;
    const relation = findRelation(from.type, edge);
    if (relation?.from === 'source') add(from, relation.edge, to, evidence);
    else if (relation) add(to, relation.edge, from, evidence);
  });
  await forEachInSlices(byKey.values(), (object) => {
    const asset = object.type === 'location' ? assetOfLocation.get(object.id) : assetId;
    if (object.type === 'asset' || !asset) return;
    add(object, 'assets', { id: asset, type: 'asset', change: 'unchanged' }, 'declared');
  });
  return sortRelations(relations.values());
}

/** Sorts relations by source, then by target, and names them. */
async function sortRelations(relations: Iterable<Relation>): Promise<Map<string, Relation>> {
  const sorted = new Map<string, Relation>();
  const bySource = Map.groupBy(relations, ({ source_id }) => source_id);
  await forEachInSlices([...bySource.keys()].sort(), (source) => {
    const own = bySource.get(source) ?? [];
    for (const relation of own.sort((a, b) => compare(a.target_id, b.target_id)))
      sorted.set(formatRelation(relation), relation);
  });
  return sorted;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** How relations change. */
interface RelationChanges {
  created: Relation[];
  changed: PendingEdge[];
  deleted: KnownRelation[];
  /** The ones that this target shows with new evidence. */
  sighted: Relation[];
  /** The ones that this target no longer shows. */
  lost: KnownRelation[];
}

/** @returns the created and deleted relations */
async function insertRelations(context: ScanContext, shown: ReadonlyMap<string, Relation>): Promise<Relation[]> {
  const rows = await loadKnownRelations(context, [...shown.values()]);
  const known = new Map(await mapInSlices(rows, (relation) => [formatRelation(relation), relation] as const));
  const { created, changed, deleted, sighted, lost } = await runInSlices(compareRelations(shown, known));
  await insertEdgeRows(context, created);
  await analyzeIfGrown(context.db, 'edges', context.scope, created.length);
  const { changedEdges, deletedEdges } = context.pending;
  for (const relation of changed) changedEdges.push(relation);
  for (const relation of deleted) deletedEdges.set(formatRelation(relation), relation);
  for (const relation of created) log('relation_appeared', relation, context);
  for (const relation of deleted) log('relation_disappeared', relation, context);
  await storeSightings(context, sighted);
  await analyzeIfGrown(context.db, 'edge_sightings', context.scope, sighted.length);
  await deleteSightings(context, lost);
  return [...created, ...deleted];
}

/** Logs a change of a relation. Relations to assets and locations only say where an object is, and aren't logged. */
function log(kind: RelationChange['kind'], relation: Relation, { scan, pending }: ScanContext): void {
  const { source_id, source_type, edge, target_id, target_type } = relation;
  if (target_type === 'asset' || target_type === 'location') return;
  const { scan_id } = scan;
  pending.log.push({ kind, subject_id: source_id, object_type: source_type, edge, target_id, scan_id });
}

/** Compares the relations of a document with the existing ones, both by name. */
function* compareRelations(
  shown: ReadonlyMap<string, Relation>,
  known: ReadonlyMap<string, KnownRelation>,
): Generator<void, RelationChanges> {
  const changes: RelationChanges = { created: [], changed: [], deleted: [], sighted: [], lost: [] };
  for (const [name, relation] of shown) {
    yield;
    const before = known.get(name);
    const evidence = [...listOtherEvidence(before), relation.evidence].reduce(combineEvidence);
    if (!before) changes.created.push({ ...relation, evidence });
    else if (before.evidence !== evidence) changes.changed.push({ ...relation, evidence, isShown: true });
    if (before?.own !== relation.evidence) changes.sighted.push(relation);
  }
  for (const [name, relation] of known) {
    yield;
    if (shown.has(name)) continue;
    if (relation.own !== null) changes.lost.push(relation);
    const [first, ...rest] = listOtherEvidence(relation);
    if (first === undefined) changes.deleted.push(relation);
    else changes.changed.push({ ...relation, evidence: rest.reduce(combineEvidence, first), isShown: false });
  }
  return changes;
}

/** Lists the evidence of a relation from other sources than this target: other targets, and none, such as interactions. */
function listOtherEvidence(known: KnownRelation | undefined): EdgeEvidence[] {
  if (!known) return [];
  const { evidence, own, others } = known;
  const fromTargets = own === null ? others : [...others, own];
  const fromElsewhere = (['declared', 'observed'] as const).filter(
    (kind) =>
      (evidence === kind || evidence === 'both') && !fromTargets.some((other) => other === kind || other === 'both'),
  );
  return [...others, ...fromElsewhere];
}
