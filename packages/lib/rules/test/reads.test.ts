/** `READS` against the rules: reading less would find something else, and reading more would cost time. */
import fc, { type Arbitrary } from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import { buildGraph, type EdgeRow, type NodeRow, type NodeType } from '../src/core/graph.ts';
import { READS, type ReadStep } from '../src/core/reads.ts';
import { evaluateStaticRules } from '../src/evaluate.ts';
import { agent, model, server, tool } from './graph.ts';

interface Inventory {
  nodes: readonly NodeRow[];
  edges: readonly EdgeRow[];
}

type Reads = Readonly<Record<NodeType, readonly ReadStep[]>>;

const AGENTS = ['a0', 'a1', 'a2', 'a3', 'a4'];
const MODELS = ['m0', 'm1'];
const TOOLS = ['t0', 't1', 't2', 't3'];
const SERVERS = ['s0', 's1', 's2'];

const EDGES: readonly EdgeRow[] = [
  ...connect(AGENTS, 'models', MODELS),
  ...connect(AGENTS, 'tools', TOOLS),
  ...connect(AGENTS, 'mcp_servers', SERVERS),
  ...connect(AGENTS, 'sub_agents', AGENTS),
  ...connect(SERVERS, 'tools', TOOLS),
];

function connect(sources: readonly string[], edge: EdgeRow['edge'], targets: readonly string[]): EdgeRow[] {
  return sources.flatMap((from) => targets.map((to) => ({ from, edge, to })));
}

const nodes: Arbitrary<NodeRow[]> = fc
  .tuple(
    createAll(
      AGENTS,
      agent,
      fc.record({
        autonomy_level: fc.constantFrom('autonomous', 'human_in_loop'),
        owners: fc.constant(['ann']),
        guardrails: fc.constantFrom([], [{ guardrail_id: 'g', name: 'Guard', direction: 'both' }]),
      }),
    ),
    createAll(
      TOOLS,
      tool,
      fc.record({
        tool_name: fc.constantFrom('run', 'read'),
        is_destructive: fc.boolean(),
        is_open_world: fc.boolean(),
        permissions: fc.constantFrom([], ['files:read']),
        input_schema: fc.constant({ type: 'object', properties: { command: { type: 'string' } } }),
      }),
    ),
    createAll(
      SERVERS,
      server,
      fc.record({
        auth_type: fc.constantFrom('none', 'oauth2'),
        registry_status: fc.constantFrom('active', 'deprecated'),
        environment_variables: fc.constant([{ name: 'TOKEN', is_secret: true, is_required: true }]),
      }),
    ),
    createAll(MODELS, model, fc.record({ license: fc.constantFrom(null, 'CC-BY-NC-4.0') })),
  )
  .map((groups) => groups.flat());

function createAll<Facts>(
  ids: readonly string[],
  create: (id: string, facts: Facts) => NodeRow,
  facts: Arbitrary<object>,
): Arbitrary<NodeRow[]> {
  return fc
    .array(facts, { minLength: ids.length, maxLength: ids.length })
    .map((values) => ids.map((id, index) => create(id, values[index] as Facts)));
}

const inventories: Arbitrary<Inventory> = fc.record({
  nodes,
  edges: fc.oneof(fc.subarray([...EDGES]), fc.subarray([...EDGES], { maxLength: 12 })),
});

/** Evaluates the rules for one object, from what steps read of an inventory. */
function evaluateFrom({ nodes, edges }: Inventory, { id, type }: NodeRow, reads: Reads): unknown[] {
  const read = new Set<EdgeRow>();
  const objects = new Set([id]);
  const follow = (steps: readonly ReadStep[], start: string): void => {
    for (const { edge, isInverse, type: end, next } of steps) {
      for (const candidate of edges.filter((one) => one.edge === edge)) {
        const [near, far] = isInverse ? [candidate.to, candidate.from] : [candidate.from, candidate.to];
        if (near !== start || nodes.find((node) => node.id === far)?.type !== end) continue;
        read.add(candidate);
        objects.add(far);
        follow(next, far);
      }
    }
  };
  follow(reads[type], id);
  return evaluate({ nodes: nodes.filter((node) => objects.has(node.id)), edges: [...read] }, id);
}

/** Evaluates the rules for one object, from everything. */
function evaluate({ nodes, edges }: Inventory, id: string): unknown[] {
  const violations = evaluateStaticRules(buildGraph(nodes, edges, new Set([id])));
  return violations.map(({ fingerprint, message, evidence }) => ({ fingerprint, message, evidence }));
}

describe('what static rules read', () => {
  it('is enough to find what they find in the whole inventory', () => {
    fc.assert(
      fc.property(inventories, (inventory) => {
        for (const node of inventory.nodes) {
          expect(evaluateFrom(inventory, node, READS)).toEqual(evaluate(inventory, node.id));
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each(listShorterReads())('needs the step %s', (_, type, reads) => {
    for (const inventory of fc.sample(inventories, 1_000)) {
      for (const node of inventory.nodes.filter((candidate) => candidate.type === type)) {
        const [found, expected] = [evaluateFrom(inventory, node, reads), evaluate(inventory, node.id)];
        if (JSON.stringify(found) !== JSON.stringify(expected)) return;
      }
    }
    expect.fail('The rules find the same without this step.');
  });
});

/** Lists `READS` without each of its last steps, with a name of that step and the type where it starts. */
function listShorterReads(): [name: string, type: NodeType, reads: Reads][] {
  const shorten = (steps: readonly ReadStep[], path: string): [string, readonly ReadStep[]][] =>
    steps.flatMap((step, index): [string, readonly ReadStep[]][] => {
      const name = `${path} ${step.isInverse ? '←' : '→'} ${step.edge} ${step.type}`;
      if (step.next.length === 0) return [[name, steps.toSpliced(index, 1)]];
      return shorten(step.next, name).map(([last, next]) => [last, steps.with(index, { ...step, next })]);
    });
  return (Object.keys(READS) as NodeType[]).flatMap((type) =>
    shorten(READS[type], type).map(([name, steps]): [string, NodeType, Reads] => [
      name,
      type,
      { ...READS, [type]: steps },
    ]),
  );
}
