/** Follows the paths that static rules read, from evaluated objects to their dependencies and back. */

import { type EdgeRow, type NodeType, READS, type ReadStep } from '@aispm/rules';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/dialect.ts';
import { anyOf, inWorkspace, type Workspace } from '../../../platform/database/rows.ts';
import type { Relation } from './relation.ts';

/** An object with its type. */
export interface TypedObject {
  id: string;
  type: string;
}

/** Objects by type. */
type Ids = ReadonlyMap<string, ReadonlySet<string>>;

const NODE_TYPES = Object.keys(READS) as NodeType[];

/** Finds the relations that the evaluation of some objects reads. */
export async function findReadEdges(db: Db, scope: Workspace, objects: readonly TypedObject[]): Promise<EdgeRow[]> {
  const byType = groupByType(objects);
  const found = new Map<string, EdgeRow>();
  const read = async (steps: readonly ReadStep[], ids: ReadonlySet<string>): Promise<void> => {
    await Promise.all(
      steps.map(async (step) => {
        const edges = await followEdges(db, scope, step, ids);
        for (const edge of edges) found.set(`${edge.from} ${edge.edge} ${edge.to}`, edge);
        await read(step.next, new Set(edges.map(({ from, to }) => (step.isInverse ? from : to))));
      }),
    );
  };
  await Promise.all(NODE_TYPES.map((type) => read(READS[type], byType.get(type) ?? new Set())));
  return [...found.values()];
}

/**
 * Finds the objects whose evaluation reads changed objects or relations. Relations to delete must still exist, and new ones
 * must already exist.
 *
 * @param objects the changed objects; their own evaluation also reads them
 * @param relations the created and deleted relations
 */
export async function findReaders(
  db: Db,
  scope: Workspace,
  objects: readonly TypedObject[],
  relations: readonly Relation[],
): Promise<TypedObject[]> {
  const changed = groupByType(objects);
  const findBefore = async (step: ReadStep, near: NodeType): Promise<ReadonlySet<string>> => {
    const later = await Promise.all(step.next.map((next) => findBefore(next, step.type)));
    const ends = unite([changed.get(step.type) ?? new Set(), ...later]);
    const back = { ...step, isInverse: !step.isInverse, type: near };
    const edges = await followEdges(db, scope, back, ends);
    const changedEdges = relations.filter(
      ({ edge, source_type, target_type }) =>
        edge === step.edge &&
        (step.isInverse ? source_type : target_type) === step.type &&
        (step.isInverse ? target_type : source_type) === near,
    );
    return unite([
      new Set(edges.map(({ from, to }) => (step.isInverse ? to : from))),
      new Set(changedEdges.map(({ source_id, target_id }) => (step.isInverse ? target_id : source_id))),
    ]);
  };
  const readers = await Promise.all(
    NODE_TYPES.map(async (type) => {
      const found = await Promise.all(READS[type].map((step) => findBefore(step, type)));
      return [...unite([changed.get(type) ?? new Set(), ...found])].map((id) => ({ id, type }));
    }),
  );
  return readers.flat();
}

/** Reads the relations of a step, from objects of any type to objects of the step's type. */
async function followEdges(
  db: Db,
  scope: Workspace,
  { edge, isInverse, type }: Omit<ReadStep, 'next'>,
  ids: ReadonlySet<string>,
): Promise<EdgeRow[]> {
  if (ids.size === 0) return [];
  const [start, end] = isInverse ? ['target', 'source'] : ['source', 'target'];
  const { rows } = await sql<EdgeRow>`
    SELECT source_id AS "from", edge, target_id AS "to" FROM edges
    WHERE ${inWorkspace('edges', scope)} AND ${sql.ref(`${start}_id`)} = ${anyOf([...ids])} AND edge = ${edge}
      AND ${sql.ref(`${end}_type`)} = ${type}`.execute(db);
  return rows;
}

function groupByType(objects: readonly TypedObject[]): Ids {
  const groups = Map.groupBy(objects, ({ type }) => type);
  return new Map([...groups].map(([type, group]) => [type, new Set(group.map(({ id }) => id))]));
}

function unite(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set(sets.flatMap((set) => [...set]));
}
