import contract from '@aispm/spec/strict.json' with { type: 'json' };
import fc from '@aispm/testing/properties';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { buildGraph, type Graph, type NodeRow } from '../src/core/graph.ts';
import { evaluateStaticRules } from '../src/evaluate.ts';
import { staticRules } from '../src/static-rules.ts';
import { agent, graph, model, node, server, tool } from './graph.ts';
import { cases } from './static-rule-cases.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(contract, 'contract');

/** The settings of a rule that no workspace has changed. */
const NO_SETTINGS = {
  is_enabled: true,
  severity_override: null,
  settings_reason: null,
  settings_changed_at: null,
  settings_changed_by: null,
  is_applying_settings: false,
};

function expectToMatchSchema(schema: string, value: unknown): void {
  const validate = ajv.getSchema(`contract#/components/schemas/${schema}`);
  validate?.(value);
  expect(validate?.errors ?? []).toEqual([]);
}

it('links objects once, however often their relation occurs', () => {
  const { agents, tools } = graph(
    [agent('a'), tool('t'), tool('u')],
    'a tools u',
    'a tools t',
    'a tools u',
    'a tools t',
  );
  expect(agents[0]?.tools.map(({ id }) => id)).toEqual(['t', 'u']);
  expect(tools.map((found) => found.agents.map(({ id }) => id))).toEqual([['a'], ['a']]);
});

describe('the static rules', () => {
  it('have unique identifiers, and each has test cases', () => {
    const ids = staticRules.map((rule) => rule.rule_id);
    expect(ids.length).toBeGreaterThanOrEqual(20);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(cases).sort()).toEqual([...ids].sort());
  });

  it('have the texts of the example story', () => {
    const storyRules = new Map<string, Record<string, unknown>>();
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const { rule_id, source, rule_description } = value as Record<string, unknown>;
      if (typeof rule_id === 'string' && source === 'static' && typeof rule_description === 'string') {
        const { total_issues_count: _, updated_at: __, ...rule } = value as Record<string, unknown>;
        storyRules.set(rule_id, Object.fromEntries(Object.entries(rule).filter(([name]) => !(name in NO_SETTINGS))));
      }
      Object.values(value).forEach(visit);
    };
    visit(contract.paths);
    expect(storyRules.size).toBe(5);
    for (const [id, expected] of storyRules) {
      const { evaluate: _, ...rule } = staticRules.find(({ rule_id }) => rule_id === id) ?? { evaluate: undefined };
      expect(rule).toEqual(expected);
    }
  });
});

describe.each(staticRules.map((rule) => [rule.rule_id, rule] as const))('the rule %s', (id, { evaluate, ...rule }) => {
  const { violations, valid } = cases[id] ?? { violations: {}, valid: {} };

  it('matches the schema of the contract, with the identifiers that the taxonomies use', () => {
    expectToMatchSchema('Rule', { ...rule, ...NO_SETTINGS });
    for (const tag of Object.values(rule.tags).flat()) expect(tag).toMatch(/^[A-Z0-9.-]+$/);
  });

  it.each(Object.entries(violations))('reports a violation if %s', (_, graph) => {
    const [violation, ...others] = evaluate(graph);
    expect(others).toEqual([]);
    expect(rule.object_types).toContain(violation?.object.type);
    expect(violation?.message).toMatch(/^\S.*\.$/);
    expect(violation?.message).not.toMatch(/undefined|null|\[object/);
    expectToMatchSchema('ScannedOccurrence', {
      fingerprint: 'f',
      rule_id: id,
      object_key: 'o',
      message: violation?.message,
      evidence: violation?.evidence,
    });
  });

  it.each(Object.entries(valid))('reports no violation if %s', (_, graph) => {
    expect(evaluate(graph)).toEqual([]);
  });

  it('has test cases with and without a violation', () => {
    expect(Object.keys(violations)).not.toEqual([]);
    expect(Object.keys(valid)).not.toEqual([]);
  });
});

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const rowsAndEdges = fc.record({
  agents: fc.array(
    fc.record({
      autonomy_level: optional(
        fc.constantFrom('autonomous' as const, 'supervised' as const, 'human_in_loop' as const, null),
      ),
      owners: optional(fc.constantFrom<string[]>([], ['o'])),
      guardrails: optional(fc.constant<never[]>([])),
    }),
    { minLength: 2, maxLength: 3 },
  ),
  tools: fc.array(
    fc.record({
      tool_name: fc.constantFrom('read', 'write'),
      is_destructive: optional(fc.constantFrom(true, true, false, null)),
      is_open_world: optional(fc.constantFrom(true, false, null)),
    }),
    { minLength: 2, maxLength: 4 },
  ),
  servers: fc.array(fc.record({ auth_type: optional(fc.constantFrom('none' as const, 'oauth2' as const)) }), {
    minLength: 1,
    maxLength: 2,
  }),
  links: fc.array(
    fc.tuple(
      fc.nat(2),
      fc.constantFrom(
        ['a', 'tools', 't'] as const,
        ['a', 'mcp_servers', 's'] as const,
        ['a', 'sub_agents', 'a'] as const,
        ['s', 'tools', 't'] as const,
      ),
      fc.nat(3),
    ),
    { minLength: 12, maxLength: 24 },
  ),
});

function omitUndefined<T extends object>(facts: T): { [P in keyof T]?: Exclude<T[P], undefined> } {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as never;
}

describe('the evaluation of static rules', () => {
  it('raises the severity of a server without authentication that offers a destructive tool', () => {
    const evaluateServer = (isDestructive: boolean | null) => {
      const view = graph(
        [agent('a'), server('s', { auth_type: 'none' }), tool('t', { is_destructive: isDestructive })],
        'a mcp_servers s',
        's tools t',
      );
      return evaluateStaticRules(view).find(({ rule }) => rule.rule_id === 'mcp-server-without-auth');
    };
    expect(evaluateServer(true)?.severity?.value).toBe('critical');
    expect(evaluateServer(null)?.severity).toBeUndefined();
  });

  it.each([
    ['a server that the registry has deleted', 'agent-uses-deprecated-mcp-server', { registry_status: 'deleted' }],
    ['a server that the registry deprecates', 'agent-uses-deprecated-mcp-server', { registry_status: 'deprecated' }],
  ] as const)('rates %s', (_, id, facts) => {
    const found = evaluateStaticRules(graph([agent('a'), server('s', facts)], 'a mcp_servers s'));
    const { severity } = found.find(({ rule }) => rule.rule_id === id) ?? {};
    expect(severity?.value).toBe(facts.registry_status === 'deleted' ? 'high' : undefined);
  });

  it.each([true, false])('rates an unencrypted endpoint by whether it is external: %s', (external) => {
    const endpoints = [{ url: 'http://desk.example/v1', transport: 'http' as const, external }];
    const found = evaluateStaticRules(graph([agent('a', { endpoints })]));
    const { severity } = found.find(({ rule }) => rule.rule_id === 'agent-endpoint-over-plain-http') ?? {};
    expect(severity?.value).toBe(external ? 'high' : undefined);
  });

  it.each([2, 3, 4])('reports a delegation cycle of %d agents for each of them', (length) => {
    const ids = ['a', 'b', 'c', 'd'].slice(0, length);
    const edges = ids.map((id, index) => `${id} sub_agents ${ids[(index + 1) % length]}`);
    const cycle = graph(
      ids.map((id) => agent(id)),
      ...edges,
    );
    const found = evaluateStaticRules(cycle).filter(({ rule }) => rule.rule_id === 'agents-delegate-in-a-circle');
    expect(found.map(({ message }) => message)).toContain(`a delegates in a cycle: ${ids.join(' → ')} → a.`);
    expect(found).toHaveLength(length);
  });

  it('evaluates only the given objects, with neighbours outside of them', () => {
    const rows = [agent('a'), server('s', { auth_type: 'none' }), server('r', { auth_type: 'none' })];
    const edges = [
      { from: 'a', edge: 'mcp_servers', to: 's' } as const,
      { from: 'a', edge: 'mcp_servers', to: 'r' } as const,
    ];
    const found = evaluateStaticRules(buildGraph(rows, edges, new Set(['s']))).map(({ object }) => object.id);
    expect(found).toEqual(['s']);
  });

  it('redacts secrets in evidence', () => {
    const key = `sk-${'a'.repeat(40)}`;
    const view = graph([tool('t', { description: `<important>use ${key}</important>` })]);
    const found = evaluateStaticRules(view).map(({ evidence, message }) => [evidence, message]);
    expect(found).not.toEqual([]);
    expect(JSON.stringify(found)).not.toContain(key);
  });

  it('reports the same violations for any order of rows and edges, with unique fingerprints', () => {
    fc.assert(
      fc.property(rowsAndEdges, (generated) => {
        const rows: NodeRow[] = [
          ...generated.agents.map((facts, index) => agent(`a${index}`, omitUndefined(facts))),
          ...generated.tools.map((facts, index) => tool(`t${index}`, omitUndefined(facts))),
          ...generated.servers.map((facts, index) => server(`s${index}`, omitUndefined(facts))),
          model('m', { license: null }),
        ];
        const edges = generated.links.map(([from, [source, edge, target], to]) => ({
          from: `${source}${from}`,
          edge,
          to: `${target}${to}`,
        }));
        const list = (view: Graph) =>
          evaluateStaticRules(view).map(({ fingerprint, message, evidence, severity }) => ({
            fingerprint,
            message,
            evidence,
            severity,
          }));
        const violations = list(buildGraph(rows, edges));
        expect(new Set(violations.map(({ fingerprint }) => fingerprint)).size).toBe(violations.length);
        expect(list(buildGraph(rows.toReversed(), edges.toReversed()))).toEqual(violations);
      }),
      { numRuns: 3_000 },
    );
  });

  it('reports no violations for objects of which only the required properties are known', () => {
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
});
