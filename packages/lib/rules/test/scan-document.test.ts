import fc from '@aispm/testing/properties';
import type { ScanDocument, ScannedEdge, ScannedObject } from '@aispm/types';
import { describe, expect, it } from 'vitest';
import type { GraphNode } from '../src/core/graph.ts';
import { evaluateStaticRules } from '../src/evaluate.ts';
import { readScanDocument } from '../src/scan-document.ts';

const scanned = (type: string, key: string, facts: object = {}) =>
  ({ key, stable_key: `example/${key}`, object_type: type, aispm_friendly_name: key, ...facts }) as ScannedObject;
const SERVER = { server_name: 'com.example/s', transport: 'streamable-http', url: 'http://mcp.example.com/mcp' };
const DOCUMENT = {
  objects: [
    scanned('asset', 'repository', { asset_type: 'repository' }),
    scanned('agent', 'a', { description: null }),
    scanned('agent', 'b'),
    scanned('mcp_server', 's', SERVER),
    scanned('tool', 't', { tool_name: 't', tool_source: 'mcp', tool_kind: 'tool' }),
  ],
  locations: [{ key: 'l', stable_key: 'example/l', aispm_friendly_name: 'agents.py', location_type: 'file' }],
  edges: [
    { from_key: 'a', edge: 'mcp_servers', to_key: 's' },
    { from_key: 'a', edge: 'sub_agents', to_key: 'b' },
    { from_key: 's', edge: 'tools', to_key: 't' },
    { from_key: 's', edge: 'locations', to_key: 'l' },
  ],
} satisfies Pick<ScanDocument, 'objects' | 'edges' | 'locations'>;

const INVERSE: Record<string, string> = { sub_agents: 'parent_agents', mcp_servers: 'agents', tools: 'mcp_servers' };

/** Names a relation from its other end. */
function invert({ from_key, edge, to_key }: ScannedEdge): ScannedEdge {
  const inverse = INVERSE[edge];
  return inverse ? ({ from_key: to_key, edge: inverse, to_key: from_key } as ScannedEdge) : { from_key, edge, to_key };
}

const namesOf = (nodes: readonly GraphNode[] | undefined) => nodes?.map(({ name }) => name);

describe('the graph of a scan document', () => {
  const graph = readScanDocument(DOCUMENT);
  const [a] = graph.agents;

  it('has the relations of the document', () => {
    expect(namesOf(a?.mcpServers)).toEqual(['s']);
    expect(namesOf(a?.subAgents)).toEqual(['b']);
    expect(namesOf(graph.tools[0]?.mcpServers)).toEqual(['s']);
  });

  it('has the locations of objects', () => {
    expect(graph.mcpServers[0]?.locations).toEqual([{ id: 'l', name: 'agents.py', snippet: null }]);
  });

  it('leaves out descriptions that are null, as the service does', () => {
    expect(a?.facts).not.toHaveProperty('description');
  });

  it('ignores relations of objects that the document does not have', () => {
    const edges = [...DOCUMENT.edges, { from_key: 'x', edge: 'tools', to_key: 't' } as ScannedEdge];
    expect(readScanDocument({ ...DOCUMENT, edges }).tools[0]?.agents).toEqual([]);
  });

  it('has the same violations whichever end names a relation, and in which order', () => {
    const fingerprints = (edges: readonly ScannedEdge[]) =>
      evaluateStaticRules(readScanDocument({ ...DOCUMENT, edges: [...edges] })).map(({ fingerprint }) => fingerprint);
    const expected = fingerprints(DOCUMENT.edges);
    expect(expected.length).toBeGreaterThan(0);
    const orders = fc.shuffledSubarray<ScannedEdge>(DOCUMENT.edges, { minLength: DOCUMENT.edges.length });
    fc.assert(
      fc.property(orders, fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), (edges, inverted) => {
        expect(fingerprints(edges.map((edge, index) => (inverted[index] ? invert(edge) : edge)))).toEqual(expected);
      }),
    );
  });
});
