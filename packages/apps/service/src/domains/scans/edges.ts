/** Updates the relations of a scan target: which ones exist, and with which evidence. */
import type { EdgeEvidence, EdgeName, ScannedEdge } from '@aispm/types';
import { analyzeIfGrown } from '../../platform/database/statistics.ts';
import { findRelation } from '../graph/index.ts';
import {
  deleteEdges,
  deleteSightings,
  loadKnownRelations,
  refreshCounts,
  storeSightings,
  touchEdges,
  upsertEdges,
} from './edge-rows.ts';
import { combineEvidence } from './edge-types.ts';
import type { SeenObject, SeenObjects } from './objects.ts';
import { formatRelation, type KnownRelation, type Relation } from './relation.ts';
import type { ScanContext } from './scan-context.ts';

/**
 * Writes the relations of a document, and deletes those that only this target showed before.
 *
 * @returns the objects whose relations changed
 */
export async function writeEdges(
  context: ScanContext,
  scanned: readonly ScannedEdge[],
  seen: SeenObjects,
): Promise<string[]> {
  const changed = await updateRelations(context, collectRelations(scanned, seen));
  if (changed.length > 0) await refreshCounts(context, changed);
  return changed;
}

/** Collects the relations of a document without duplicates, including those to the asset that contains an object. */
function collectRelations(
  scanned: readonly ScannedEdge[],
  { byKey, assetId, assetOfLocation }: SeenObjects,
): Relation[] {
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
  for (const { from_key, edge, to_key, evidence = 'declared' } of scanned) {
    const [from, to] = [byKey.get(from_key), byKey.get(to_key)];
    if (!from || !to) continue;
    const relation = findRelation(from.type, edge);
    if (relation?.from === 'source') add(from, relation.edge, to, evidence);
    else if (relation) add(to, relation.edge, from, evidence);
  }
  for (const object of byKey.values()) {
    const asset = object.type === 'location' ? assetOfLocation.get(object.id) : assetId;
    if (object.type === 'asset' || !asset) continue;
    add(object, 'assets', { id: asset, type: 'asset', change: 'unchanged' }, 'declared');
  }
  return [...relations.values()].sort((a, b) => compare(a.source_id, b.source_id) || compare(a.target_id, b.target_id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** @returns the ends of relations that were created or deleted */
async function updateRelations(context: ScanContext, shown: readonly Relation[]): Promise<string[]> {
  const known = new Map(
    (await loadKnownRelations(context, shown)).map((relation) => [formatRelation(relation), relation]),
  );
  const shownNames = new Set(shown.map(formatRelation));
  const isShown = (relation: Relation) => shownNames.has(formatRelation(relation));
  const findKnown = (relation: Relation) => known.get(formatRelation(relation));

  const { remaining, deleted } = partition(shown, [...known.values()], findKnown, isShown);
  const isSame = (relation: Relation) => findKnown(relation)?.evidence === relation.evidence;
  await upsertEdges(
    context,
    remaining.filter((relation) => !isSame(relation)),
    isShown,
  );
  await touchEdges(
    context,
    remaining.filter((relation) => isSame(relation) && isShown(relation)),
  );
  await analyzeIfGrown(context.db, 'edges', remaining.length);

  const newSightings = shown.filter((relation) => findKnown(relation)?.own !== relation.evidence);
  await storeSightings(context, newSightings);
  await analyzeIfGrown(context.db, 'edge_sightings', newSightings.length);
  await deleteSightings(
    context,
    [...known.values()].filter((relation) => relation.own !== null && !isShown(relation)),
  );
  await deleteEdges(context, deleted);
  const changed = [...remaining.filter((relation) => !findKnown(relation)), ...deleted];
  return [...new Set(changed.flatMap(({ source_id, target_id }) => [source_id, target_id]))];
}

/** Divides relations into those that exist after the scan, with their combined evidence, and those to delete. */
function partition(
  shown: readonly Relation[],
  known: readonly KnownRelation[],
  findKnown: (relation: Relation) => KnownRelation | undefined,
  isShown: (relation: Relation) => boolean,
): { remaining: Relation[]; deleted: KnownRelation[] } {
  const remaining = shown.map((relation) => ({
    ...relation,
    evidence: [...listOtherEvidence(findKnown(relation)), relation.evidence].reduce(combineEvidence),
  }));
  const deleted: KnownRelation[] = [];
  for (const relation of known) {
    if (isShown(relation)) continue;
    const [first, ...rest] = listOtherEvidence(relation);
    if (first === undefined) deleted.push(relation);
    else remaining.push({ ...relation, evidence: rest.reduce(combineEvidence, first) });
  }
  return { remaining, deleted };
}

/** Lists the evidence of a relation besides that of this target: of other targets, and of no target, such as interactions. */
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
