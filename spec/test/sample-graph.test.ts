import { resolve, type Schema, schemaProperties } from '@aispm/openapi';
import { describe, expect, it } from 'vitest';
import { contract, operations } from './contract.ts';
import { examplesOf, listRecords, responseExamples, withNames } from './examples.ts';
import { findRecord, recordTypes } from './sample-data.ts';

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
  evidence: string;
}
interface Neighbourhood {
  root_id: string;
  nodes: Node[];
  edges: Relation[];
  truncated: boolean;
}

const examples = examplesOf('getNeighbourhood');
const neighbourhoods = examples.map(({ value }) => value as Neighbourhood);
const nodes = new Map(neighbourhoods.flatMap((item) => item.nodes).map((node) => [node.aispm_object_id, node]));
const relations = new Map(
  neighbourhoods.flatMap((item) => item.edges).map((item) => [`${item.from_id} ${item.edge} ${item.to_id}`, item]),
);
const SEVERITIES = [null, 'info', 'low', 'medium', 'high', 'critical'];
const rank = ({ max_definitive_severity }: Node) => SEVERITIES.indexOf(max_definitive_severity);

/** Lists the objects next to an object by the edges of that object. */
const listNeighbours = (id: string): { edge: string; id: string; evidence: string }[] =>
  [...relations.values()].flatMap(({ from_id, edge, to_id, evidence }) => {
    if (from_id === id) return [{ edge, id: to_id, evidence }];
    const inverse = edge === 'sub_agents' ? 'parent_agents' : `${nodes.get(from_id)?.object_type}s`;
    return to_id === id ? [{ edge: inverse, id: from_id, evidence }] : [];
  });

/** The schema with the edges of each object type. */
const edgeNames = (type: string): unknown[] => {
  const operation = operations.find(({ path }) =>
    new RegExp(`^/(aispm-)?${type.replace('_', '-')}s/.*\\{edge\\}$`).test(path),
  );
  const schema = operation?.parameters.find(({ name }) => name === 'edge')?.schema;
  return (schema && resolve<Schema>(contract, schema).enum) ?? [];
};

describe('neighbourhoods', () => {
  it('together show every object of the sample data', () => {
    const types = recordTypes.filter(({ idField }) => ['aispm_object_id', 'asset_id', 'location_id'].includes(idField));
    const shown = responseExamples
      .flatMap((example) => listRecords(example))
      .map(({ aispm_object_id, asset_id, location_id }) => location_id ?? aispm_object_id ?? asset_id)
      .filter((id) => typeof id === 'string' && findRecord(types, id) !== undefined);
    expect([...nodes.keys()].sort()).toEqual([...new Set(shown)].sort());
  });

  it.each(withNames(examples))('%s starts with its object, then by distance, the most severe first', (_, { value }) => {
    const { root_id, nodes: own } = value as Neighbourhood;
    expect(own[0]).toMatchObject({ aispm_object_id: root_id, depth: 0 });
    const sorted = own.toSorted(
      (a, b) => a.depth - b.depth || rank(b) - rank(a) || (a.aispm_object_id < b.aispm_object_id ? -1 : 1),
    );
    expect(own).toEqual(sorted);
  });

  it.each(withNames(examples))('%s relates only objects that it shows, each next to a closer one', (_, { value }) => {
    const { nodes: own, edges } = value as Neighbourhood;
    const depths = new Map(own.map((node) => [node.aispm_object_id, node.depth]));
    for (const { from_id, to_id } of edges) expect([depths.has(from_id), depths.has(to_id)]).toEqual([true, true]);
    for (const { aispm_object_id: id, depth } of own.slice(1)) {
      const ends = edges.filter(({ from_id, to_id }) => [from_id, to_id].includes(id));
      const others = ends.map(({ from_id, to_id }) => depths.get(from_id === id ? to_id : from_id));
      expect(Math.min(...others.map(Number))).toBe(depth - 1);
    }
  });

  it.each([...nodes.values()])(
    '$aispm_friendly_name has the counts of its record and the degrees of its edges',
    (node) => {
      const types = recordTypes.filter(({ idField }) => ['aispm_object_id', 'asset_id'].includes(idField));
      const record = findRecord(types, node.aispm_object_id);
      for (const name of [
        'total_issues_count',
        'critical_issues_count',
        'high_issues_count',
        'max_definitive_severity',
      ])
        if (record && name in record) expect((node as unknown as Record<string, unknown>)[name]).toEqual(record[name]);
      const neighbours = listNeighbours(node.aispm_object_id);
      const degrees = edgeNames(node.object_type).map((edge) => [
        edge,
        neighbours.filter((neighbour) => neighbour.edge === edge).length,
      ]);
      expect(degrees).not.toEqual([]);
      expect(node.degrees).toEqual(Object.fromEntries(degrees));
    },
  );

  it('agree with the lists of related objects', () => {
    const lists = responseExamples.filter(
      ({ operation, schema }) => operation.path.endsWith('/{edge}') && 'items' in schemaProperties(contract, schema),
    );
    const shown = lists.flatMap(({ name, value }) => {
      const { items } = value as { items: { aispm_object_id: string; edge: string; evidence: string }[] };
      return items.map(({ aispm_object_id, edge, evidence }) => ({ name, aispm_object_id, edge, evidence }));
    });
    expect(shown.length).toBeGreaterThan(10);
    const known = new Set(
      [...nodes.keys()].flatMap((id) =>
        listNeighbours(id).map((neighbour) => `${neighbour.edge} ${neighbour.id} ${neighbour.evidence}`),
      ),
    );
    const lost = shown.filter(
      ({ edge, aispm_object_id, evidence }) => !known.has(`${edge} ${aispm_object_id} ${evidence}`),
    );
    expect(lost).toEqual([]);
  });

  it('are truncated if an object has more neighbours than they contain', () => {
    const truncated = neighbourhoods.filter((item) => item.truncated);
    expect(truncated.length).toBeGreaterThan(0);
    for (const { root_id, nodes: own } of truncated)
      expect(listNeighbours(root_id).length).toBeGreaterThan(own.length - 1);
  });
});
