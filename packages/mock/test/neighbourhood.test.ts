import { createMock } from '@aispm/mock';
import { expect, it } from 'vitest';
import { BASE, operations } from './support.ts';

interface Neighbourhood {
  root_id: string;
  nodes: { aispm_object_id: string; object_type: string; depth: number }[];
  edges: { from_id: string; edge: string; to_id: string }[];
  truncated: boolean;
}

const mock = await createMock();
const GRAPH = `${BASE}/aispm-graph/tenants/halden-freight/workspaces/production`;

async function read(id: string, query = ''): Promise<Neighbourhood> {
  const response = await mock.fetch(`${GRAPH}/${id}${query}`, { headers: { authorization: 'Bearer me' } });
  expect(response.status).toBe(200);
  return (await response.json()) as Neighbourhood;
}

const examples = (operations.find(({ iid }) => iid === 'getNeighbourhood')?.responses ?? [])
  .flatMap(({ code, contents = [] }) => (code === '200' ? contents : []))
  .flatMap(({ examples: own = [] }) => own)
  .flatMap((example) =>
    'value' in example
      ? [{ key: example.key, summary: String(example.summary), value: example.value as Neighbourhood }]
      : [],
  );

it.each(examples)('computes the neighbourhood of the example $key', async ({ summary, value }) => {
  const query = /\(([^)]*)\)/.exec(summary)?.[1];
  expect(await read(value.root_id, query && `?${query}`)).toEqual(value);
});

it('has neighbourhoods of objects that are the center of no example', async () => {
  const shown = new Set(examples.map(({ value }) => value.root_id));
  const other = examples[0]?.value.nodes.find(({ aispm_object_id }) => !shown.has(aispm_object_id));
  const { root_id, nodes } = await read(other?.aispm_object_id ?? '');
  expect([root_id, nodes[0]?.aispm_object_id, nodes[0]?.depth]).toEqual([root_id, root_id, 0]);
  expect(root_id).toBe(other?.aispm_object_id);
  expect(nodes.length).toBeGreaterThan(1);
});

it('follows only the requested edges', async () => {
  const root = examples[0]?.value.root_id ?? '';
  const { nodes, edges } = await read(root, '?edge=tools&depth=2');
  expect(new Set(edges.map(({ edge }) => edge))).toEqual(new Set(['tools']));
  expect(nodes.slice(1).every(({ object_type }) => object_type === 'tool')).toBe(true);
});

it('returns the example for an unknown object, like other operations', async () => {
  expect(await read('unknown')).toEqual(examples[0]?.value);
});
