/** The graph: every edge has its inverse, and neighbourhoods are complete and in order. */
import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import {
  type EdgeName,
  findRelation,
  Graph,
  type GraphObject,
  invertEdge,
  isPossible,
  listRelations,
  type ObjectType,
  type Relation,
  rankSeverity,
  SEVERITIES,
} from '../src/index.ts';

const TYPES: ObjectType[] = ['agent', 'model', 'tool', 'mcp_server', 'asset', 'location'];

const objects = fc
  .array(
    fc.record({
      object_type: fc.constantFrom(...TYPES),
      severity: fc.constantFrom(null, ...SEVERITIES),
      name: fc.string(),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((drawn) =>
    drawn.map(
      ({ object_type, severity, name }, index): GraphObject => ({
        aispm_object_id: `id-${index}`,
        aispm_friendly_name: name,
        object_type,
        total_issues_count: 0,
        critical_issues_count: 0,
        high_issues_count: 0,
        max_definitive_severity: severity,
        first_seen_at: `2026-01-${10 + index}T00:00:00Z`,
        last_seen_at: `2026-02-${10 + index}T00:00:00Z`,
      }),
    ),
  );

/** Lists the stored edges that are possible between two objects. */
const listPossible = (source: GraphObject, target: GraphObject): EdgeName[] =>
  listRelations(source.object_type)
    .map(({ name }) => name)
    .filter((edge) => isPossible(source, edge, target));

/** A graph with random objects, and a share of all possible relations. */
const graphs = fc.tuple(objects, fc.infiniteStream(fc.boolean())).map(([drawn, isRelated]) => {
  const relations = drawn.flatMap((source) =>
    drawn.flatMap((target) =>
      source === target
        ? []
        : listPossible(source, target).flatMap((edge): Relation[] =>
            isRelated.next().value
              ? [{ from_id: source.aispm_object_id, edge, to_id: target.aispm_object_id, evidence: 'declared' }]
              : [],
          ),
    ),
  );
  return { objects: drawn, relations, graph: new Graph(drawn, relations) };
});

describe('edges', () => {
  it('connect to objects of the type in their name, whose inverse edge connects back', () => {
    fc.assert(
      fc.property(graphs, ({ objects: all, graph, relations }) => {
        let count = 0;
        for (const { aispm_object_id: id, object_type } of all) {
          for (const { name, relatedType } of listRelations(object_type)) {
            const related = graph.listRelated(id, name);
            count += related.length;
            expect(related.length).toBe(graph.count(id, name));
            for (const other of related) {
              expect(other).toMatchObject({ object_type: relatedType, edge: name });
              const back = listRelations(relatedType).filter((candidate) => candidate.relatedType === object_type);
              const inverses = back.filter((candidate) =>
                graph.listIds(other.aispm_object_id, candidate.name).includes(id),
              );
              expect(inverses.length).toBeGreaterThan(0);
            }
          }
        }
        expect(count).toBe(2 * relations.length);
      }),
    );
  });

  it.each(TYPES)('of %s have inverses', (type) => {
    for (const { name, from, edge, relatedType } of listRelations(type)) {
      const inverse = from === 'source' ? invertEdge(edge, type) : edge;
      expect(findRelation(relatedType, inverse)?.relatedType).toBe(type);
      expect(findRelation(type, name)).toMatchObject({ relatedType });
    }
  });

  it('are seen while both ends are seen', () => {
    fc.assert(
      fc.property(graphs, ({ objects: all, graph }) => {
        for (const own of all) {
          for (const { name } of listRelations(own.object_type)) {
            for (const other of graph.listRelated(own.aispm_object_id, name)) {
              const first = graph.get(other.aispm_object_id)?.first_seen_at ?? '';
              expect(other.first_seen_at).toBe([own.first_seen_at, first].sort()[1]);
              expect(other.last_seen_at >= other.first_seen_at).toBe(true);
            }
          }
        }
      }),
    );
  });
});

describe('neighbourhoods', () => {
  it('have the nearest objects, the most severe first, and every relation between them once', () => {
    const query = fc.record({ depth: fc.integer({ min: 1, max: 3 }), maxNodes: fc.integer({ min: 1, max: 12 }) });
    fc.assert(
      fc.property(graphs, query, ({ graph, relations }, { depth, maxNodes }) => {
        const found = graph.readNeighbourhood('id-0', { depth, maxNodes, maxEdges: 1000 });
        const nodes = found?.nodes ?? [];
        expect(nodes[0]).toMatchObject({ aispm_object_id: 'id-0', depth: 0 });
        expect(nodes.length).toBeLessThanOrEqual(maxNodes);
        const keys = nodes.map((node) => [node.depth, -rankSeverity(node.max_definitive_severity)]);
        expect(keys).toEqual(keys.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d));
        const ids = new Set(nodes.map((node) => node.aispm_object_id));
        const between = relations.filter(({ from_id, to_id }) => ids.has(from_id) && ids.has(to_id));
        const format = ({ from_id, edge, to_id }: Pick<Relation, 'from_id' | 'edge' | 'to_id'>) =>
          `${from_id} ${edge} ${to_id}`;
        expect(found?.edges.map(format).sort()).toEqual(between.map(format).sort());
        for (const node of nodes) {
          const degree = Object.values(node.degrees).reduce((sum, count) => sum + count, 0);
          const own = relations.filter(({ from_id, to_id }) => [from_id, to_id].includes(node.aispm_object_id));
          expect(degree).toBe(own.length);
        }
      }),
    );
  });

  it('are truncated exactly when a neighbour within the depth is missing', () => {
    fc.assert(
      fc.property(graphs, fc.integer({ min: 1, max: 12 }), ({ graph }, maxNodes) => {
        const all = graph.readNeighbourhood('id-0', { depth: 3, maxNodes: 1000, maxEdges: 1000 });
        const some = graph.readNeighbourhood('id-0', { depth: 3, maxNodes, maxEdges: 1000 });
        expect(some?.truncated).toBe((all?.nodes.length ?? 0) > maxNodes);
      }),
    );
  });

  it('are truncated to the first edges if they have more than the limit', () => {
    fc.assert(
      fc.property(graphs, fc.nat(5), ({ graph }, maxEdges) => {
        const all = graph.readNeighbourhood('id-0', { depth: 3, maxNodes: 1000, maxEdges: 1000 })?.edges ?? [];
        const some = graph.readNeighbourhood('id-0', { depth: 3, maxNodes: 1000, maxEdges });
        expect(some?.edges).toEqual(all.slice(0, maxEdges));
        expect(some?.truncated).toBe(all.length > maxEdges);
      }),
    );
  });

  it('of unknown objects do not exist', () => {
    expect(new Graph([], []).readNeighbourhood('id-0', { depth: 1, maxNodes: 1, maxEdges: 1 })).toBeUndefined();
  });
});
