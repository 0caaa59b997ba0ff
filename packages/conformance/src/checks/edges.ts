/** Checks of the graph: every edge leads back. */
import { type Endpoint, type Json, type List, listOf, rowsOf, successOf } from '../endpoint.js';
import { fault, remark } from '../form.js';
import type { Answer, Suite } from '../suite.js';
import { edgeOf } from './catalogue.js';

/** How many objects are started from, how many of the objects at the other end are followed back, and how far. */
const STARTS = 3;
const FOLLOWED = 2;
const MAX_PAGES = 10;

/** Follows every edge, and back. */
export async function edges(suite: Suite, endpoints: readonly Endpoint[]): Promise<void> {
  await suite.each(endpoints, async (endpoint) => {
    const cell = suite.cell(endpoint.id, 'edges');
    const edge = edgeOf(endpoint) as { name: string; values: string[] };
    const { sets, reason } = await suite.pathSets(endpoint, STARTS);
    if (reason) return cell.skip(reason.kind, reason.text);
    for (const set of sets) {
      for (const value of edge.values) await followEdge(suite, endpoint, { ...set, [edge.name]: value }, value);
    }
  });
}

async function followEdge(suite: Suite, endpoint: Endpoint, path: Json, edge: string): Promise<void> {
  const cell = suite.cell(endpoint.id, 'edges');
  const list = listOf(endpoint) as List;
  const answer = await suite.send(cell, endpoint, suite.request(endpoint, path), {
    statuses: [successOf(endpoint).status],
  });
  if (!answer.isRight) return;
  const rows = rowsOf(answer.body, list);
  const strange = rows.findIndex((row) => row.edge !== edge);
  answer.note(strange === -1, () => fault('body', `/items/${strange}/edge`, edge, rows[strange]?.edge));
  if (strange !== -1) return;
  for (const row of rows.slice(0, FOLLOWED)) await followBack(suite, endpoint, answer, String(path.id), edge, row);
}

/** Looks for the object that it started from at the other end of the inverse edge. */
async function followBack(
  suite: Suite,
  endpoint: Endpoint,
  answer: Answer,
  start: string,
  edge: string,
  row: Json,
): Promise<void> {
  const type = String(row.object_type);
  const from = typeOf(endpoint);
  const back = suite.endpoints.find((one) => edgeOf(one) && typeOf(one) === type);
  const inverse = back && inverseOf(edgeOf(back)?.values ?? [], from, edge);
  answer.note(inverse !== undefined, () =>
    fault('body', '/items', `an object_type that has an edge back to ${from}`, row.object_type),
  );
  if (!back || inverse === undefined) return;
  const path = { ...suite.scope, id: row.aispm_object_id, [edgeOf(back)?.name ?? '']: inverse };
  let cursor: unknown;
  for (let page = 0; page < MAX_PAGES; page++) {
    const request = suite.request(back, path, { query: { page_size: 100, ...(cursor ? { cursor } : {}) } });
    const found = await suite.send(suite.cell(endpoint.id, 'edges'), back, request, {
      statuses: [successOf(back).status],
      note: `the inverse of ${edge}`,
    });
    if (!found.isRight) return;
    if (rowsOf(found.body, listOf(back) as List).some((one) => one.aispm_object_id === start)) {
      found.note(true, () => fault('body', '', '', ''));
      return;
    }
    cursor = found.json.cursor;
    if (cursor === '') {
      found.note(false, () =>
        remark('body', '/items', `${from} ${start}, whose edge ${edge} leads here`, `${inverse} without it`),
      );
      return;
    }
  }
}

/** The kind of object that an edge operation starts from, as `object_type` has it: read off its path. */
function typeOf({ path }: Endpoint): string {
  const [, first = ''] = path.split('/');
  return first
    .replace(/^aispm-/, '')
    .replaceAll('-', '_')
    .replace(/s$/, '');
}

/**
 * The edge that leads back: the one that is named after the kind of the start. Between objects of one kind there are two,
 * which are each other's.
 */
function inverseOf(edges: string[], type: string, edge: string): string | undefined {
  if (edges.includes(`${type}s`)) return `${type}s`;
  return edges.find((one) => one.endsWith(`_${type}s`) && one !== edge);
}
