import { createClient, getIssue, getRule, listIssues, listRules, updateIssue, withWorkspace } from '@aispm/client';
import { createMock } from '@aispm/mock';
import { splitByHash } from '@aispm/testing';
import { hashKey, QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { infiniteQueryOptions, mutationOptions, queryKey, queryOptions } from '../src/index.ts';
import { changing, examples, reading } from './operations.ts';

const { fetch, basePath } = await createMock();
const client = createClient({ baseUrl: `http://mock.test${basePath}`, token: 's3cret', fetch });
const workspace = { tenant_id: 'halden-freight', workspace_id: 'production' };

describe('the query', () => {
  describe.each(splitByHash(reading, ({ id }) => id, 4))('of $cases.length operations', ({ tags, cases }) => {
    it.each(cases)('returns the data of $id', { tags }, async ({ operation, params }) => {
      const data = await new QueryClient().fetchQuery(queryOptions(client, operation, params));
      expect(data).toEqual(await operation(client, params));
    });
  });

  it.each(changing)('of $id is rejected, because the operation changes something', ({ id, operation, params }) => {
    expect(() => queryOptions(client, operation, params)).toThrow(
      new TypeError(`queryOptions: ${id} needs mutationOptions`),
    );
  });
});

describe('the mutation', () => {
  it.each(changing)('of $id calls the operation', ({ id, operation }) => {
    expect(mutationOptions(client, operation).mutationKey).toEqual(['aispm', id]);
  });

  it.each(reading)('of $id is rejected, because the operation only reads', ({ id, operation }) => {
    expect(() => mutationOptions(client, operation)).toThrow(
      new TypeError(`mutationOptions: ${id} needs queryOptions`),
    );
  });
});

describe('the keys', () => {
  it('of all queries differ, even with the same parameters', () => {
    const everything = Object.assign({}, ...examples.map(({ params }) => params));
    const keys = reading.flatMap(({ operation }) => [
      hashKey(queryKey(client, operation, everything)),
      ...(operation.metadata.paging
        ? [hashKey(infiniteQueryOptions(client, operation as never, everything).queryKey)]
        : []),
    ]);
    expect(keys.length).toBeGreaterThan(reading.length);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each(reading)('of $id are hierarchical and have neither the API key nor a URL', ({ operation, params }) => {
    const key = queryKey(client, operation, { ...params, headers: 's3cret', token: 's3cret' });
    expect(key).toEqual([
      'aispm',
      params.tenant_id ?? null,
      params.workspace_id ?? null,
      expect.stringMatching(/^[a-z][a-z/-]*[a-z]$/),
      expect.stringMatching(/^(list|detail|edge)$/),
      expect.any(Object),
    ]);
    expect(JSON.stringify(key)).not.toMatch(
      /s3cret|mock\.test|https?:|tenants|workspaces|_id":"(halden-freight|production)"/,
    );
    expect(JSON.parse(JSON.stringify(key))).toEqual(key);
  });

  it.each([
    [listRules, { page_size: 5, rule_name: undefined }, ['rules', 'list', { page_size: 5 }]],
    [getRule, { rule_id: 'r1' }, ['rules', 'detail', { rule_id: 'r1' }]],
    ['listAgentEdge', { id: 'a1', edge: 'models' }, ['aispm-agents', 'edge', { id: 'a1', edge: 'models' }]],
    ['listIssueHistory', { id: 'i1' }, ['issues', 'edge', { id: 'i1', edge: 'history' }]],
    ['listEvaluationRuns', {}, ['eval/evaluation-runs', 'list', {}]],
    ['getLlmInteractionCounts', {}, ['aispm-llm-interactions-dash/counts', 'detail', {}]],
  ])('contain what the query returns: %#', (named, params, expected) => {
    const operation = typeof named === 'string' ? reading.find(({ id }) => id === named)?.operation : named;
    const key = queryKey(client, operation as never, { ...workspace, ...params } as never);
    expect(key).toEqual(['aispm', 'halden-freight', 'production', ...expected]);
  });

  it('have the workspace of the client, unless the parameters select another one', () => {
    const production = withWorkspace(client, workspace);
    expect(queryKey(production, getIssue, { id: 'i1' })).toEqual(
      queryKey(client, getIssue, { ...workspace, id: 'i1' }),
    );
    expect(queryKey(production, getIssue, { id: 'i1', workspace_id: 'staging' })[2]).toBe('staging');
  });
});

describe('a cancelled query', () => {
  it('aborts its request', async () => {
    const signals: AbortSignal[] = [];
    const hanging = createClient({
      baseUrl: 'http://mock.test/api/v1',
      fetch: (_, { signal }) => {
        signals.push(signal as AbortSignal);
        return new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        });
      },
    });
    const queryClient = new QueryClient();
    const queries = [
      queryClient.fetchQuery(queryOptions(hanging, listIssues, workspace)),
      queryClient.fetchInfiniteQuery(infiniteQueryOptions(hanging, listIssues, workspace)),
    ].map((query) => expect(query).rejects.toThrow());
    await expect.poll(() => signals.length).toBe(2);
    await queryClient.cancelQueries();
    await Promise.all(queries);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});

describe('a failed request', () => {
  it.each([
    ['query', (failing: typeof client) => new QueryClient().fetchQuery(queryOptions(failing, listIssues, workspace))],
    [
      'page',
      (failing: typeof client) =>
        new QueryClient().fetchInfiniteQuery(infiniteQueryOptions(failing, listIssues, workspace)),
    ],
  ])('of a %s is only repeated by the client', async (_, request) => {
    let requests = 0;
    const failing = createClient({
      baseUrl: 'http://mock.test/api/v1',
      retry: { maxRetries: 1, baseDelay: 1 },
      fetch: async () => {
        requests += 1;
        return new Response('{"code":503,"message":"Busy."}', { status: 503 });
      },
    });
    await expect(request(failing)).rejects.toMatchObject({ name: 'ApiError', status: 503 });
    expect(requests).toBe(2);
  });

  it('of a mutation is only repeated by the client, even if the defaults of the query client repeat mutations', () => {
    expect(mutationOptions(client, updateIssue).retry).toBe(false);
  });
});
