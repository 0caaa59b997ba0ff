import { createClient, getNeighbourhood } from '@aispm/client';
import { createMock } from '@aispm/mock';
import { expect, it } from 'vitest';
import { selectNodes } from '../src/features/graph/select-nodes.ts';

/** The agent of the sample data with relations of several types. */
const ROOT = '019fef6a-160a-7a7f-8d0a-5aa0d4a8142a';

it('a filtered graph only has relations between visible objects', async () => {
  const { fetch } = await createMock({ stateful: true });
  const client = createClient({ baseUrl: 'http://mock/api/v1', token: 'any-key', fetch });
  const params = { tenant_id: 'halden-freight', workspace_id: 'production', id: ROOT, depth: 2, max_nodes: 500 };
  const graph = await getNeighbourhood(client, params);
  const { nodes, edges } = selectNodes(graph, { types: ['model'], severities: [] });
  const ids = nodes.map(({ aispm_object_id }) => aispm_object_id);
  expect(ids[0]).toBe(ROOT);
  expect(edges.length).toBeGreaterThan(0);
  expect(edges.filter(({ from_id, to_id }) => !ids.includes(from_id) || !ids.includes(to_id))).toEqual([]);
});
