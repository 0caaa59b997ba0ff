/** Checks of neighbourhoods: order, limits, and consistency of objects, relations and degrees. */
import { isDeepStrictEqual } from 'node:util';
import { rankSeverity } from '@aispm/domain';
import { findParameter, getSuccess, type Json, type Operation } from '../contract/operation.ts';
import { findPathValues } from '../session/path-values.ts';
import type { CheckedResponse } from '../session/sender.ts';
import type { Session } from '../session/session.ts';
import { wrongText, wrongValue } from '../session/violations.ts';

/** Maximum number of objects whose neighbourhoods are read. */
const MAX_STARTS = 3;

interface Node {
  aispm_object_id: string;
  object_type: string;
  depth: number;
  max_definitive_severity: string | null;
  degrees: Record<string, number>;
}
interface Relation {
  from_id: string;
  edge: string;
  to_id: string;
}
interface Neighbourhood {
  root_id: string;
  nodes: Node[];
  edges: Relation[];
  truncated: boolean;
}

/** Returns the neighbourhood in a valid response. */
function readNeighbourhood({ json }: CheckedResponse): Neighbourhood {
  // The response is valid, so it has these properties.
  return json as unknown as Neighbourhood;
}

/** Returns whether an operation returns neighbourhoods. */
export function isNeighbourhood(operation: Operation): boolean {
  return findParameter(operation, 'query', 'max_nodes') !== undefined;
}

/** Reads neighbourhoods of the maximum size, and parts of them. */
export async function checkNeighbourhoods(session: Session, operations: readonly Operation[]): Promise<void> {
  await session.forEach(operations, async (operation) => {
    const { sets, reason } = await findPathValues(session, operation, MAX_STARTS);
    if (reason) return session.cell(operation.id, 'neighbourhood').skip(reason.kind, reason.text);
    for (const path of sets) await checkNeighbourhood(session, operation, path);
  });
}

async function checkNeighbourhood(session: Session, operation: Operation, path: Json): Promise<void> {
  const read = (query: Json) =>
    session.send(
      session.cell(operation.id, 'neighbourhood'),
      operation,
      session.buildRequest(operation, path, { query }),
      { statuses: [getSuccess(operation).status], note: JSON.stringify(query) },
    );
  const large = await read({ depth: 3, max_nodes: 500 });
  if (!large.isValid) return;
  const complete = readNeighbourhood(large);
  assertOrder(large, complete, path.id);
  assertRelations(large, complete);
  await checkLimits(complete, read);
  await checkEdge(complete, read);
}

type Read = (query: Json) => Promise<CheckedResponse>;

/** Asserts that the object itself is first, then the others by distance, the most severe first. */
function assertOrder(response: CheckedResponse, { root_id, nodes }: Neighbourhood, id: unknown): void {
  response.assert(root_id === id, () => wrongValue('body', '/root_id', String(id), root_id));
  const first = nodes[0];
  response.assert(first?.aispm_object_id === id && first?.depth === 0, () =>
    wrongValue('body', '/nodes/0', `the object ${id} at depth 0`, first),
  );
  const sorted = nodes.toSorted(
    (a, b) =>
      a.depth - b.depth ||
      rankSeverity(b.max_definitive_severity) - rankSeverity(a.max_definitive_severity) ||
      (a.aispm_object_id < b.aispm_object_id ? -1 : 1),
  );
  const wrong = nodes.findIndex((node, index) => node !== sorted[index]);
  response.assert(wrong === -1, () =>
    wrongValue('body', `/nodes/${wrong}`, `${sorted[wrong]?.aispm_object_id}, by distance and severity`, nodes[wrong]),
  );
  const ids = new Set(nodes.map((node) => node.aispm_object_id));
  response.assert(ids.size === nodes.length, () =>
    wrongText('body', '/nodes', 'every object once', `${nodes.length - ids.size} objects twice`),
  );
}

/** Asserts that relations connect returned objects one step apart, and that no object has more relations than its degree. */
function assertRelations(response: CheckedResponse, { nodes, edges, truncated }: Neighbourhood): void {
  const shown = new Map(nodes.map((node) => [node.aispm_object_id, node]));
  const stray = edges.findIndex(({ from_id, to_id }) => !shown.has(from_id) || !shown.has(to_id));
  response.assert(stray === -1, () =>
    wrongValue('body', `/edges/${stray}`, 'a relation between two objects of nodes', edges[stray]),
  );
  if (stray !== -1) return;
  for (const [index, node] of nodes.entries()) {
    const related = edges.filter(({ from_id, to_id }) => [from_id, to_id].includes(node.aispm_object_id));
    const others = related.map(({ from_id, to_id }) => shown.get(from_id === node.aispm_object_id ? to_id : from_id));
    const isReached = index === 0 || truncated || others.some((other) => other?.depth === node.depth - 1);
    response.assert(isReached, () =>
      wrongText('body', `/nodes/${index}`, `a relation to an object at depth ${node.depth - 1}`, 'none'),
    );
    const counts = countByEdge(node, related, shown);
    // The response contains all relations of the center object.
    const isComplete = index === 0 && !truncated;
    for (const [edge, degree] of Object.entries(node.degrees)) {
      const count = counts.get(edge) ?? 0;
      response.assert(isComplete ? count === degree : count <= degree, () =>
        wrongValue('body', `/nodes/${index}/degrees/${edge}`, `${count}${isComplete ? '' : ' or more'}`, degree),
      );
    }
  }
}

/** Counts the relations of an object by edge. */
function countByEdge(node: Node, related: readonly Relation[], shown: ReadonlyMap<string, Node>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { from_id, edge } of related) {
    const inverse = edge === 'sub_agents' ? 'parent_agents' : `${shown.get(from_id)?.object_type}s`;
    const name = from_id === node.aispm_object_id ? edge : inverse;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Requests fewer steps and fewer objects: both results are the start of the complete neighbourhood. */
async function checkLimits({ nodes }: Neighbourhood, read: Read): Promise<void> {
  const near = await read({ depth: 1, max_nodes: 500 });
  if (near.isValid) {
    const expected = nodes.filter(({ depth }) => depth <= 1);
    assertNodes(near, expected, 'the objects within one step');
  }
  if (nodes.length < 3) return;
  const few = await read({ depth: 3, max_nodes: 2 });
  if (!few.isValid) return;
  assertNodes(few, nodes.slice(0, 2), 'the first two objects');
  few.assert(few.json.truncated === true, () => wrongValue('body', '/truncated', 'true', few.json.truncated));
}

/** Follows only one edge of the center object. */
async function checkEdge({ nodes: [root] }: Neighbourhood, read: Read): Promise<void> {
  const [edge, degree] = Object.entries(root?.degrees ?? {}).find(([, count]) => count > 0) ?? [];
  if (edge === undefined || degree === undefined) return;
  const response = await read({ depth: 1, max_nodes: 500, edge });
  if (!response.isValid) return;
  const count = readNeighbourhood(response).nodes.length - 1;
  const expected = Math.min(degree, 499);
  response.assert(count === expected, () =>
    wrongText('body', '/nodes', `${expected} objects at the edge ${edge}`, String(count)),
  );
}

function assertNodes(response: CheckedResponse, expected: readonly Node[], description: string): void {
  const { nodes } = readNeighbourhood(response);
  const toIds = (list: readonly Node[]) => list.map((node) => node.aispm_object_id);
  response.assert(isDeepStrictEqual(toIds(nodes), toIds(expected)), () =>
    wrongValue('body', '/nodes', `${description}: ${toIds(expected).join(', ')}`, toIds(nodes)),
  );
}
