/** Generated bodies are valid and plausible. */
import { createRequire } from 'node:module';
import { createMock } from '@aispm/mock';
import { isJsonMediaType } from '@aispm/openapi';
import { validateOutput } from '@stoplight/prism-http/dist/validator/index.js';
import { describe, expect, it } from 'vitest';
import { createSampleRequest } from '../dist/operations/sample-request.js';
import { mockWithKey, smallContract } from './small-contract.ts';
import { BASE, contract, isFixed, operationParts, operations, post, TOKEN } from './support.ts';

type Operation = (typeof operations)[number];
type Json = Record<string, unknown>;

const SEEDS = Array.from({ length: 8 }, (_, index) => `seed ${index}`);
const mock = await createMock({ dynamic: true });
const plain = await createMock();

async function generate(operation: Operation, seed: string, server = mock) {
  const sample = createSampleRequest(operation);
  const response = await server.fetch(`${BASE}${sample?.path}`, {
    method: operation.method.toUpperCase(),
    headers: { ...TOKEN, ...sample?.headers, prefer: `dynamic=true, seed="${seed}"` },
    ...(sample?.body !== undefined && { body: sample.body }),
  });
  const text = await response.text();
  const body = isJsonMediaType(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text || undefined;
  return { response, body };
}

const find = (id: string) => operations.find(({ iid }) => iid === id) as Operation;
const generated = new Map<string, Promise<Json[]>>();
/** Returns bodies of an operation, one per seed, which are generated once. */
function bodies(id: string): Promise<Json[]> {
  const known = generated.get(id) ?? Promise.all(SEEDS.map(async (seed) => (await generate(find(id), seed)).body));
  generated.set(id, known);
  return known;
}
const listRows = async (id: string) => (await bodies(id)).flatMap(({ items }) => items as Json[]);

/** All strings in the examples of the contract. */
const known = new Set<string>();
const collect = (node: unknown): void => {
  if (typeof node === 'string') known.add(node);
  else if (typeof node === 'object' && node !== null) Object.values(node).forEach(collect);
};
for (const { responses } of operations)
  collect(responses.map(({ contents }) => contents?.map(({ examples }) => examples)));

describe('a generated body', () => {
  describe.each(operationParts)('$cases.length operations', ({ cases, tags }) => {
    it.each(cases.map((operation) => ({ operation, name: operation.iid })))(
      'of $name is valid for every seed, and depends on the seed',
      { tags },
      async ({ operation }) => {
        const seen = new Set<string>();
        for (const [index, seed] of SEEDS.slice(0, 4).entries()) {
          const server = index % 2 === 0 ? mock : plain;
          const { response, body } = await generate(operation, seed, server);
          const headers = Object.fromEntries(response.headers);
          const result = validateOutput({
            resource: operation,
            element: { statusCode: response.status, headers, body },
          });
          expect(result._tag === 'Left' ? result.left : []).toEqual([]);
          expect((await generate(operation, seed, server)).body).toEqual(body);
          seen.add(JSON.stringify(body));
        }
        const hasBody = operation.responses.some(({ code, contents }) => code.startsWith('2') && contents?.length);
        const isCsv = operation.responses[0]?.contents?.[0]?.mediaType === 'text/csv';
        if (hasBody && !isCsv && !isFixed(operation)) expect(seen.size).toBeGreaterThan(1);
      },
    );
  });

  it.each([
    ['listAgents', ['description', 'framework', 'agent_version', 'provider']],
    ['listMcpServers', ['server_version', 'auth_type']],
    ['listIssues', ['rule_description', 'status_changed_by']],
    ['listScans', ['tool_version', 'branch']],
  ])('of %s has values of the contract’s examples: %j', async (id, fields) => {
    for (const row of await listRows(id)) {
      for (const field of fields) if (typeof row[field] === 'string') expect(known).toContain(row[field]);
    }
    for (const field of fields) {
      const values = new Set((await listRows(id)).map((row) => row[field]));
      expect(
        [...values].some((value) => typeof value === 'string'),
        field,
      ).toBe(true);
    }
  });

  it.each([
    ['listAgents', ['first_seen_at', 'last_seen_at', 'updated_at']],
    ['listEvaluationRuns', ['created_at', 'started_at', 'finished_at']],
    ['listViews', ['created_at', 'updated_at']],
  ])('of %s has its times in the right order: %j', async (id, fields) => {
    for (const row of await listRows(id)) {
      const times = fields.flatMap((field) => (typeof row[field] === 'string' ? [Date.parse(row[field])] : []));
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }
  });

  it('has correct sums', async () => {
    const sum = (record: Json, names: string[]) => names.reduce((total, name) => total + Number(record[name]), 0);
    for (const issue of await listRows('listIssues')) {
      const summands = ['critical_element_count', 'high_element_count'];
      expect(issue.total_priority_affected_elements).toBe(sum(issue, summands));
    }
    for (const { summary } of await listRows('listEvaluationRuns')) {
      if (summary) expect((summary as Json).total).toBe(sum(summary as Json, ['passed', 'failed', 'errored']));
    }
    const outcomes = ['ok', 'blocked', 'redacted', 'alerted'];
    for (const counts of await bodies('getLlmInteractionCounts')) {
      const hours = Object.values(counts.results as Record<string, Json>);
      expect(counts.total).toBe(sum(counts, outcomes));
      for (const name of ['total', ...outcomes]) {
        expect(counts[name]).toBe(hours.reduce((total, hour) => total + Number(hour[name]), 0));
      }
    }
  });

  it('has different records in a list, and counts within a plausible range', async () => {
    for (const { items } of await bodies('listAgents')) {
      const ids = (items as Json[]).map(({ aispm_object_id }) => aispm_object_id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { tool_count } of items as Json[]) expect(tool_count).toBeLessThan(1_000);
    }
  });

  it('of a table has each column of the contract once', async () => {
    for (const { header, rows } of await bodies('listAssets')) {
      expect(new Set(header as string[]).size).toBe((header as string[]).length);
      for (const row of rows as unknown[][]) expect(row.length).toBe((header as string[]).length);
    }
  });

  it('does not restrict the request: a list in its body may be as long as the contract allows', async () => {
    const operation = find('ingestLlmInteractions');
    const sample = createSampleRequest(operation);
    const body = JSON.parse(sample?.body ?? '{}');
    const [name, list] = Object.entries(body).find(([, value]) => Array.isArray(value)) as [string, Json[]];
    const many = Array.from({ length: 12 }, (_, index) => ({ ...list[0], llm_interaction_id: `id-${index}` }));
    const response = await post(`${sample?.path}`, JSON.stringify({ ...body, [name]: many }), { prefer: 'dynamic' });
    expect(response.status, await response.text()).toBeLessThan(300);
  });

  it('has only known values of enumerations, even if the published contract accepts later values', {
    tags: ['long'],
  }, async () => {
    const published = createRequire(import.meta.url).resolve('@aispm/spec/openapi.json');
    const growing = await createMock({ contract: published, dynamic: true });
    const { path } = createSampleRequest(find('listIssues')) ?? {};
    const statuses = contract.components.schemas.IssueStatus.enum;
    for (const seed of SEEDS) {
      const headers = { ...TOKEN, prefer: `seed="${seed}"` };
      const { items } = (await (await growing.fetch(`${BASE}${path}`, { headers })).json()) as { items: Json[] };
      expect(statuses).toEqual(expect.arrayContaining(items.map(({ status }) => status)));
    }
  });

  it('can be generated for a contract with few examples', async () => {
    const small = await mockWithKey(smallContract(), { dynamic: true });
    const response = await small.fetch('http://any/beta/v2/things/1');
    expect([response.status, typeof (await response.json())]).toEqual([200, 'string']);
  });
});

describe('the headers of a generated body', () => {
  it('come from the examples', async () => {
    const small = await mockWithKey(smallContract(), { dynamic: true });
    const response = await small.fetch('http://any/beta/v2/things/1');
    expect(response.headers.get('x-count')).toBe('7');
  });
});
