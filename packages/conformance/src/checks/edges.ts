/** Checks of the graph: every edge has its inverse. */
import { getList, getRows } from '../contract/lists.ts';
import { getSuccess, type Json, type Operation } from '../contract/operation.ts';
import { findPathValues } from '../session/path-values.ts';
import type { CheckedResponse } from '../session/sender.ts';
import type { Session } from '../session/session.ts';
import { wrongText, wrongValue } from '../session/violations.ts';
import { findEdgeParameter } from './edge-parameter.ts';

/** Maximum number of objects whose edges are followed. */
const MAX_STARTS = 3;
/** Maximum number of relations of an edge whose inverse is looked up. */
const MAX_RELATIONS = 2;
/** Maximum number of pages of an inverse edge. */
const MAX_PAGES = 10;
const PAGE_SIZE = 100;

/** A relation: an edge of an object, and the row of its target. */
interface Relation {
  operation: Operation;
  start: string;
  edge: string;
  row: Json;
}

/** Follows every edge and its inverse. */
export async function checkEdges(session: Session, operations: readonly Operation[]): Promise<void> {
  await session.forEach(operations, async (operation) => {
    const parameter = findEdgeParameter(operation);
    const { sets, reason } = await findPathValues(session, operation, MAX_STARTS);
    if (reason) return session.cell(operation.id, 'edges').skip(reason.kind, reason.text);
    if (!parameter) return;
    for (const set of sets) {
      for (const edge of parameter.edges)
        await followEdge(session, operation, { ...set, [parameter.name]: edge }, edge);
    }
  });
}

async function followEdge(session: Session, operation: Operation, path: Json, edge: string): Promise<void> {
  const cell = session.cell(operation.id, 'edges');
  const response = await session.send(cell, operation, session.buildRequest(operation, path), {
    statuses: [getSuccess(operation).status],
  });
  if (!response.isValid) return;
  const rows = getRows(response.body, getList(operation));
  const other = rows.findIndex((row) => row.edge !== edge);
  response.assert(other === -1, () => wrongValue('body', `/items/${other}/edge`, edge, rows[other]?.edge));
  if (other !== -1) return;
  for (const row of rows.slice(0, MAX_RELATIONS)) {
    await followInverse(session, response, { operation, start: String(path.id), edge, row });
  }
}

/** Looks up the start of a relation in the inverse edge of its end. */
async function followInverse(session: Session, response: CheckedResponse, relation: Relation): Promise<void> {
  const { operation, start, edge, row } = relation;
  const startType = getObjectType(operation);
  const endType = String(row.object_type);
  const back = session.operations.find(
    (candidate) => findEdgeParameter(candidate) && getObjectType(candidate) === endType,
  );
  const parameter = back && findEdgeParameter(back);
  const inverse = parameter && findInverse(parameter.edges, startType, edge);
  response.assert(inverse !== undefined, () =>
    wrongValue('body', '/items', `an object_type that has an edge to ${startType}`, row.object_type),
  );
  if (!back || !parameter || inverse === undefined) return;
  const path = { ...session.scope, id: row.aispm_object_id, [parameter.name]: inverse };
  let cursor: unknown;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { page_size: PAGE_SIZE, ...(cursor ? { cursor } : {}) };
    const found = await session.send(
      session.cell(operation.id, 'edges'),
      back,
      session.buildRequest(back, path, { query }),
      { statuses: [getSuccess(back).status], note: `the inverse of ${edge}` },
    );
    if (!found.isValid) return;
    const isFound = getRows(found.body, getList(back)).some((candidate) => candidate.aispm_object_id === start);
    cursor = found.json.cursor;
    if (isFound || cursor === '') {
      found.assert(isFound, () =>
        wrongText(
          'body',
          '/items',
          `${startType} ${start}, whose edge ${edge} points to this object`,
          `${inverse} without it`,
        ),
      );
      return;
    }
  }
}

/** Returns the `object_type` of the source objects of an edge operation, which its path contains. */
function getObjectType({ path }: Operation): string {
  const [, first = ''] = path.split('/');
  return first
    .replace(/^aispm-/, '')
    .replaceAll('-', '_')
    .replace(/s$/, '');
}

/**
 * Returns the edge that is named after the type of its target. Objects of the same type have two such edges, each the
 * inverse of the other.
 */
function findInverse(edges: string[], type: string, edge: string): string | undefined {
  if (edges.includes(`${type}s`)) return `${type}s`;
  return edges.find((candidate) => candidate.endsWith(`_${type}s`) && candidate !== edge);
}
