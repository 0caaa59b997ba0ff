/** Relations of a scan: who shows them, how they are known, and the counts that objects keep of them. */
import type { EdgeEvidence, EdgeName, ObjectType, ScanDocument } from '@aispm/types';
import { type RawBuilder, sql } from 'kysely';
import { inWorkspace, rowsOf } from '../database/rows.ts';
import { learnGrowth } from '../database/statistics.ts';
import { relationOf } from '../graph/relations.ts';
import type { SeenObject, SeenObjects } from './objects.ts';
import { bothEvidence } from './relation.ts';
import { AI_TYPES, type Work } from './work.ts';

/** A relation in the direction in which it is kept. */
interface Relation {
  source_id: string;
  edge: EdgeName;
  target_id: string;
  source_type: ObjectType;
  target_type: ObjectType;
  evidence: EdgeEvidence;
}

/** Writes the relations of a document, and takes away those that only this target showed. Returns the objects whose relations changed. */
export async function writeEdges(work: Work, document: ScanDocument, seen: SeenObjects): Promise<string[]> {
  const changed = await write(work, relationsOf(document, seen));
  if (changed.length > 0) await refreshCounts(work, changed);
  return changed;
}

/** Every relation of a document once, with those that follow from where it was found. */
function relationsOf(document: ScanDocument, { byKey, assetId, assetOfLocation }: SeenObjects): Relation[] {
  const relations = new Map<string, Relation>();
  const add = (from: SeenObject, edge: EdgeName, to: SeenObject, evidence: EdgeEvidence) => {
    const name = `${from.id} ${edge} ${to.id}`;
    relations.set(name, {
      source_id: from.id,
      edge,
      target_id: to.id,
      source_type: from.type,
      target_type: to.type,
      evidence: bothEvidence(relations.get(name)?.evidence ?? evidence, evidence),
    });
  };
  for (const { from_key, edge, to_key, evidence = 'declared' } of document.edges) {
    const [from, to] = [byKey.get(from_key), byKey.get(to_key)];
    if (!from || !to) continue;
    const relation = relationOf(from.type, edge);
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

interface KnownRelation extends Relation {
  /** How this target knew it until now; null when it did not. */
  own: EdgeEvidence | null;
  /** How other targets know it. */
  others: EdgeEvidence[];
}

/** @returns the ends of relations that have come or gone */
async function write(work: Work, relations: readonly Relation[]): Promise<string[]> {
  const known = new Map((await readKnown(work, relations)).map((relation) => [nameOf(relation), relation]));
  const shown = new Set(relations.map(nameOf));
  const kept = relations.map((relation) => {
    const before = known.get(nameOf(relation));
    return { ...relation, evidence: [...restOf(before), relation.evidence].reduce(bothEvidence) };
  });
  const gone: KnownRelation[] = [];
  for (const relation of known.values()) {
    if (shown.has(nameOf(relation))) continue;
    const [first, ...rest] = restOf(relation);
    if (first === undefined) gone.push(relation);
    else kept.push({ ...relation, evidence: rest.reduce(bothEvidence, first) });
  }
  const isSame = (relation: Relation) => known.get(nameOf(relation))?.evidence === relation.evidence;
  await upsert(
    work,
    kept.filter((relation) => !isSame(relation)),
    shown,
  );
  await touch(
    work,
    kept.filter((relation) => isSame(relation) && shown.has(nameOf(relation))),
  );
  await learnGrowth(work.db, 'edges', kept.length);
  const told = relations.filter((relation) => known.get(nameOf(relation))?.own !== relation.evidence);
  await note(work, told);
  await learnGrowth(work.db, 'edge_sightings', told.length);
  await forget(
    work,
    [...known.values()].filter((relation) => relation.own !== null && !shown.has(nameOf(relation))),
  );
  await remove(work, gone);
  const ends = [...kept.filter((relation) => !known.has(nameOf(relation))), ...gone];
  return [...new Set(ends.flatMap(({ source_id, target_id }) => [source_id, target_id]))];
}

/**
 * How a relation is known besides from this target: what other targets say, and what no target ever said, such as what was seen in
 * interactions.
 */
function restOf(known: KnownRelation | undefined): EdgeEvidence[] {
  if (!known) return [];
  const { evidence, own, others } = known;
  const said = own === null ? others : [...others, own];
  const unsaid = (['declared', 'observed'] as const).filter(
    (one) => (evidence === one || evidence === 'both') && !said.some((other) => other === one || other === 'both'),
  );
  return [...others, ...unsaid];
}

const KEY_COLUMNS = 'source_id text, edge text, target_id text';

/** The relations of the document that exist, and those that this target showed before. */
async function readKnown({ db, scope, scan }: Work, relations: readonly Relation[]): Promise<KnownRelation[]> {
  const { rows } = await sql<KnownRelation>`
    WITH wanted AS (
      SELECT source_id, edge, target_id FROM ${keysOf(relations)}
      UNION
      SELECT source_id, edge, target_id FROM edge_sightings
      WHERE ${inWorkspace('edge_sightings', scope)} AND scan_target_id = ${scan.scan_target_id}
    )
    SELECT edges.source_id, edges.edge, edges.target_id, edges.source_type, edges.target_type, edges.evidence,
      max(said.evidence) FILTER (WHERE said.scan_target_id = ${scan.scan_target_id}) AS own,
      coalesce(array_agg(said.evidence) FILTER (WHERE said.scan_target_id <> ${scan.scan_target_id}), '{}') AS others
    FROM wanted
    JOIN edges ON ${inWorkspace('edges', scope)} AND edges.source_id = wanted.source_id AND edges.edge = wanted.edge
      AND edges.target_id = wanted.target_id AND edges.source_id = ANY(ARRAY(SELECT DISTINCT source_id FROM wanted))
    LEFT JOIN edge_sightings AS said ON ${inWorkspace('said', scope)} AND said.source_id = edges.source_id
      AND said.edge = edges.edge AND said.target_id = edges.target_id
      AND said.source_id = ANY(ARRAY(SELECT DISTINCT source_id FROM wanted))
    GROUP BY edges.source_id, edges.edge, edges.target_id, edges.source_type, edges.target_type, edges.evidence
  `.execute(db);
  return rows;
}

/** @param shown names of those that this scan has seen; the others keep the time at which they were last seen */
async function upsert(
  { db, scope, now }: Work,
  relations: readonly Relation[],
  shown: ReadonlySet<string>,
): Promise<void> {
  if (relations.length === 0) return;
  const rows = relations.map((relation) => ({ ...relation, is_shown: shown.has(nameOf(relation)) }));
  const columns = `${KEY_COLUMNS}, source_type text, target_type text, evidence text, is_shown boolean`;
  await sql`
    INSERT INTO edges (tenant_id, workspace_id, source_id, edge, target_id, source_type, target_type, evidence,
      first_seen_at, last_seen_at)
    SELECT ${scope.tenantId}, ${scope.workspaceId}, source_id, edge, target_id, source_type, target_type, evidence,
      ${now}::timestamptz, CASE WHEN is_shown THEN ${now}::timestamptz ELSE '-infinity' END
    FROM ${rowsOf(rows, columns)}
    ON CONFLICT (tenant_id, workspace_id, source_id, edge, target_id) DO UPDATE SET evidence = excluded.evidence,
      last_seen_at = greatest(edges.last_seen_at, excluded.last_seen_at)`.execute(db);
}

/** Notes that relations were seen of which there is nothing else to write. */
async function touch({ db, scope, now }: Work, relations: readonly Relation[]): Promise<void> {
  if (relations.length === 0) return;
  await sql`
    UPDATE edges SET last_seen_at = greatest(edges.last_seen_at, ${now}::timestamptz)
    FROM ${keysOf(relations)}
    WHERE ${inWorkspace('edges', scope)} AND edges.source_id = given.source_id AND edges.edge = given.edge
      AND edges.target_id = given.target_id AND edges.source_id = ANY(${sourcesOf(relations)}::text[])`.execute(db);
}

/** Notes what this target shows and did not show before, or knew in another way. */
async function note({ db, scope, scan }: Work, relations: readonly Relation[]): Promise<void> {
  if (relations.length === 0) return;
  await sql`
    INSERT INTO edge_sightings (tenant_id, workspace_id, scan_target_id, source_id, edge, target_id, evidence)
    SELECT ${scope.tenantId}, ${scope.workspaceId}, ${scan.scan_target_id}, source_id, edge, target_id, evidence
    FROM ${rowsOf(relations, `${KEY_COLUMNS}, evidence text`)}
    ON CONFLICT (tenant_id, workspace_id, scan_target_id, source_id, edge, target_id)
      DO UPDATE SET evidence = excluded.evidence`.execute(db);
}

/** Takes away what this target showed and does not show now. */
async function forget({ db, scope, scan }: Work, relations: readonly Relation[]): Promise<void> {
  if (relations.length === 0) return;
  await sql`
    DELETE FROM edge_sightings USING ${keysOf(relations)}
    WHERE ${inWorkspace('edge_sightings', scope)} AND scan_target_id = ${scan.scan_target_id}
      AND edge_sightings.source_id = given.source_id AND edge_sightings.edge = given.edge
      AND edge_sightings.target_id = given.target_id`.execute(db);
}

/** The keys of relations as rows of a query. */
function keysOf(relations: readonly Relation[]): RawBuilder<unknown> {
  return sql`unnest(${relations.map(({ source_id }) => source_id)}::text[], ${relations.map(({ edge }) => edge)}::text[],
    ${relations.map(({ target_id }) => target_id)}::text[]) AS given(source_id, edge, target_id)`;
}

function sourcesOf(relations: readonly Relation[]): string[] {
  return [...new Set(relations.map(({ source_id }) => source_id))];
}

async function remove({ db, scope }: Work, relations: readonly Relation[]): Promise<void> {
  if (relations.length === 0) return;
  await sql`
    DELETE FROM edges USING ${keysOf(relations)}
    WHERE ${inWorkspace('edges', scope)} AND edges.source_id = given.source_id AND edges.edge = given.edge
      AND edges.target_id = given.target_id
      AND edges.source_id = ANY(${sourcesOf(relations)}::text[])`.execute(db);
}

/** Counts the relations of some objects again, and finds the MCP server that offers each tool: the first of them by identifier. */
async function refreshCounts({ db, scope, now }: Work, objects: readonly string[]): Promise<void> {
  await sql`
    WITH counts AS (
      SELECT id,
        count(*) FILTER (WHERE is_source AND edge = 'models') AS models,
        count(*) FILTER (WHERE is_source AND edge = 'tools') AS tools,
        count(*) FILTER (WHERE is_source AND edge = 'mcp_servers') AS mcp_servers,
        count(*) FILTER (WHERE is_source AND edge = 'sub_agents') AS sub_agents,
        count(*) FILTER (WHERE NOT is_source AND edge IN ('models', 'tools', 'mcp_servers') AND other_type = 'agent') AS agents,
        count(*) FILTER (WHERE NOT is_source AND edge = 'assets' AND other_type = ANY(${AI_TYPES}::text[])) AS contents,
        min(other_id) FILTER (WHERE NOT is_source AND edge = 'tools' AND other_type = 'mcp_server') AS server
      FROM unnest(${objects}::text[]) AS id
      LEFT JOIN (
        SELECT source_id AS own_id, true AS is_source, edge, target_id AS other_id, target_type AS other_type FROM edges
        WHERE ${inWorkspace('edges', scope)} AND source_id = ANY(${objects}::text[])
        UNION ALL
        SELECT target_id, false, edge, source_id, source_type FROM edges
        WHERE ${inWorkspace('edges', scope)} AND target_id = ANY(${objects}::text[])
      ) AS related ON own_id = id
      GROUP BY id
    )
    UPDATE objects SET model_count = models, tool_count = tools, mcp_server_count = mcp_servers,
      sub_agent_count = sub_agents, agent_count = agents, ai_object_count = contents, updated_at = ${now}::timestamptz,
      details = CASE WHEN object_type = 'tool' THEN details || jsonb_build_object('mcp_server_id', server) ELSE details END
    FROM counts
    WHERE ${inWorkspace('objects', scope)} AND aispm_object_id = counts.id
      AND aispm_object_id = ANY(${objects}::text[])
      -- What this scan has written has its time already, and many of them, such as places, count nothing.
      AND (object_type = 'tool' OR (updated_at, model_count, tool_count, mcp_server_count, sub_agent_count, agent_count, ai_object_count)
        IS DISTINCT FROM (${now}::timestamptz, models, tools, mcp_servers, sub_agents, agents, contents))`.execute(db);
}

function nameOf({ source_id, edge, target_id }: Relation): string {
  return `${source_id} ${edge} ${target_id}`;
}
