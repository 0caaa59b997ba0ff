import contract from '@aispm/spec/openapi.json' with { type: 'json' };
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluateStaticRules } from '../../src/rules/evaluate.ts';
import { type GraphView, graphView, type NodeRow } from '../../src/rules/graph-view.ts';
import { staticRules } from '../../src/rules/static/index.ts';
import { agent, graph, model, node, server, tool } from './graph.ts';
import { cases } from './static.cases.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(contract, 'contract');

function expectToFit(schema: string, value: unknown): void {
  const validate = ajv.getSchema(`contract#/components/schemas/${schema}`);
  validate?.(value);
  expect(validate?.errors ?? []).toEqual([]);
}

test('there are at least 20 rules, each with cases, and no two of one identifier', () => {
  const ids = staticRules.map((rule) => rule.rule_id);
  expect(ids.length).toBeGreaterThanOrEqual(20);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Object.keys(cases).sort()).toEqual([...ids].sort());
});

describe.each(staticRules.map((rule) => [rule.rule_id, rule] as const))('%s', (id, { evaluate, ...rule }) => {
  const { fires, quiet } = cases[id] ?? { fires: {}, quiet: {} };

  test('is a rule of the contract, with the year in each tag', () => {
    expectToFit('Rule', rule);
    for (const tag of Object.values(rule.tags).flat()) expect(tag).toMatch(/^[A-Z0-9.-]+:20\d\d$/);
  });

  test.each(Object.entries(fires))('finds: %s', (_, view) => {
    const [finding, ...others] = evaluate(view);
    expect(others).toEqual([]);
    expect(rule.object_types).toContain(finding?.object.kind);
    expect(finding?.message).toMatch(/^\S.*\.$/);
    expect(finding?.message).not.toMatch(/undefined|null|\[object/);
    expectToFit('ScannedOccurrence', {
      fingerprint: 'f',
      rule_id: id,
      object_key: 'o',
      message: finding?.message,
      evidence: finding?.evidence,
    });
  });

  test.each(Object.entries(quiet))('is quiet: %s', (_, view) => {
    expect(evaluate(view)).toEqual([]);
  });

  test('has a case of each kind', () => {
    expect(Object.keys(fires)).not.toEqual([]);
    expect(Object.keys(quiet)).not.toEqual([]);
  });
});

test('the rules of the example story have its texts', () => {
  const told = new Map<string, Record<string, unknown>>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { rule_id, source, rule_description } = value as Record<string, unknown>;
    if (typeof rule_id === 'string' && source === 'static' && typeof rule_description === 'string') {
      const { issues_count: _, updated_at: __, ...rule } = value as Record<string, unknown>;
      told.set(rule_id, rule);
    }
    Object.values(value).forEach(visit);
  };
  visit(contract.paths);
  expect(told.size).toBe(5);
  for (const [id, rule] of told) {
    const { evaluate: _, ...ours } = staticRules.find((one) => one.rule_id === id) ?? { evaluate: undefined };
    expect(ours).toEqual(rule);
  }
});

test('what is behind a server without authentication raises the severity', () => {
  const findings = (destructive: boolean | null) =>
    evaluateStaticRules(
      graph(
        [agent('a'), server('s', { auth_type: 'none' }), tool('t', { is_destructive: destructive })],
        'a mcp_servers s',
        's tools t',
      ),
    ).filter(({ rule }) => rule.rule_id === 'mcp-server-without-auth');
  expect(findings(true)[0]?.severity?.value).toBe('critical');
  expect(findings(null)[0]?.severity).toBeUndefined();
});

test('agents in a circle are found from each of them', () => {
  const view = graph([agent('a'), agent('b'), agent('c')], 'a sub_agents b', 'b sub_agents c', 'c sub_agents a');
  const found = evaluateStaticRules(view).filter(({ rule }) => rule.rule_id === 'agents-delegate-in-a-circle');
  expect(found.map(({ message }) => message)).toContain('a hands work on until it comes back: a → b → c → a.');
  expect(found).toHaveLength(3);
});

test('only objects of the scope are judged, with neighbours outside of it', () => {
  const rows = [agent('a'), server('s', { auth_type: 'none' }), server('r', { auth_type: 'none' })];
  const edges = [
    { from: 'a', edge: 'mcp_servers', to: 's' } as const,
    { from: 'a', edge: 'mcp_servers', to: 'r' } as const,
  ];
  const found = evaluateStaticRules(graphView(rows, edges, new Set(['s']))).map(({ object }) => object.id);
  expect(found).toEqual(['s']);
});

test('no secret of a fact comes out as evidence', () => {
  const key = `sk-${'a'.repeat(40)}`;
  const view = graph([tool('t', { description: `<important>use ${key}</important>` })]);
  expect(JSON.stringify(evaluateStaticRules(view).map(({ evidence, message }) => [evidence, message]))).not.toContain(
    key,
  );
});

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const rowsAndEdges = fc.record({
  agents: fc.array(
    fc.record({
      autonomy_level: optional(
        fc.constantFrom('autonomous' as const, 'supervised' as const, 'human_in_loop' as const, null),
      ),
      owners: optional(fc.constantFrom<string[]>([], ['o'])),
    }),
    { maxLength: 4 },
  ),
  tools: fc.array(
    fc.record({
      is_destructive: optional(fc.constantFrom(true, false, null)),
      is_open_world: optional(fc.constantFrom(true, false, null)),
    }),
    { maxLength: 4 },
  ),
  servers: fc.array(fc.record({ auth_type: optional(fc.constantFrom('none' as const, 'oauth2' as const)) }), {
    maxLength: 3,
  }),
  links: fc.array(
    fc.tuple(fc.nat(3), fc.constantFrom('tools' as const, 'mcp_servers' as const, 'sub_agents' as const), fc.nat(3)),
    { maxLength: 12 },
  ),
});

function known<T extends object>(facts: T): { [P in keyof T]?: Exclude<T[P], undefined> } {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as never;
}

test('any graph: the same findings again, in whatever order its rows come, each with a fingerprint of its own', () => {
  fc.assert(
    fc.property(rowsAndEdges, (drawn) => {
      const rows: NodeRow[] = [
        ...drawn.agents.map((facts, index) => agent(`a${index}`, known(facts))),
        ...drawn.tools.map((facts, index) => tool(`t${index}`, known(facts))),
        ...drawn.servers.map((facts, index) => server(`s${index}`, known(facts))),
        model('m', { license: null }),
      ];
      const target = { tools: 't', mcp_servers: 's', sub_agents: 'a' };
      const edges = drawn.links.map(([from, edge, to]) => ({ from: `a${from}`, edge, to: `${target[edge]}${to}` }));
      const prints = (view: GraphView) => evaluateStaticRules(view).map(({ digest }) => digest);
      const once = prints(graphView(rows, edges));
      expect(new Set(once).size).toBe(once.length);
      expect(prints(graphView(rows.toReversed(), edges.toReversed())).sort()).toEqual([...once].sort());
    }),
  );
});

test('not known is not a finding: objects of which only the required is known have none', () => {
  const rows = [
    agent('a'),
    agent('b'),
    model('m'),
    tool('t'),
    server('s'),
    node('mcp_server', 'r', { transport: 'other' }),
  ];
  expect(
    evaluateStaticRules(
      graph(rows, 'a models m', 'a tools t', 'a mcp_servers s', 'b mcp_servers s', 's tools t', 'a sub_agents b'),
    ),
  ).toEqual([]);
});
