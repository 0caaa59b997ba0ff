import { describe, expect, it } from 'vitest';
import { createExampleSelector } from '../dist/requests/example-selection.js';
import { mockWithKey, smallContract } from './small-contract.ts';
import { listExamples, mock, paths, post, send, TOKEN } from './support.ts';

/** A valid body of an evaluation that is attached to an agent. */
const ATTACHED = '{"agent_id":"a1","evaluation_id":"e1"}';
const first = (path: string, method = 'get', status = '200') => Object.values(listExamples(path, method, status))[0];

describe('a successful response', () => {
  it('is the first example of the lowest declared status', async () => {
    expect(await (await send(paths.agents)).json()).toEqual(first(paths.agents));
    const created = await post(paths.agentEvaluations, ATTACHED);
    expect(created.status).toBe(201);
    expect(await created.json()).toEqual(first(paths.agentEvaluations, 'post', '201'));
  });

  it('is the example with the id of the path', async () => {
    const examples = Object.values(listExamples(paths.rule('x'), 'get', '200')) as { rule_id: string }[];
    expect(examples.length).toBeGreaterThan(1);
    for (const example of examples) {
      expect(await (await send(paths.rule(example.rule_id))).json()).toEqual(example);
    }
  });

  it('is the first example when none has the id of the path', async () => {
    expect(await (await send(paths.rule('unknown-rule'))).json()).toEqual(first(paths.rule('x')));
  });

  it('is the example of the edge in the path', async () => {
    const examples = Object.values(listExamples(paths.agentEdge('x', 'y'), 'get', '200')) as {
      items: { edge: string }[];
    }[];
    const edges = examples.flatMap(({ items }) => items.map(({ edge }) => edge));
    expect(new Set(edges).size).toBeGreaterThan(1);
    for (const edge of edges) {
      const { items } = (await (await send(paths.agentEdge('any', edge))).json()) as (typeof examples)[number];
      expect(items.map((item) => item.edge)).toContain(edge);
    }
  });

  it('has the headers that the contract declares, with the values of their examples', async () => {
    const created = await post(paths.agentEvaluations, ATTACHED);
    expect(created.headers.get('location')).toContain('/');
    expect(created.headers.get('etag')).toMatch(/^".+"$/);
    expect(created.headers.get('ratelimit')).toContain('r=');
  });

  it('has no media type when it has no body', async () => {
    const small = await mockWithKey(smallContract());
    const response = await small.fetch('http://any/beta/v2/things/1', { method: 'DELETE' });
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([204, null, '']);
  });

  it('has no CORS headers from the contract, but its other headers', async () => {
    const small = await mockWithKey(smallContract());
    const { headers } = await small.fetch('http://any/beta/v2/things/1');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('x-count')).toBe('7');
    expect(headers.get('deprecation')).toBe('@1793491200');
    expect(headers.get('sunset')).toBe('Sat, 01 May 2027 00:00:00 GMT');
  });
});

describe('X-Request-Id', () => {
  it('is the id of the request', async () => {
    const response = await send(paths.rules, { headers: { 'x-request-id': 'my-request.1' } });
    expect(response.headers.get('x-request-id')).toBe('my-request.1');
  });

  it.each(['with spaces', 'a'.repeat(129), 'semi;colon', ''])(
    'is a new one if the request has an invalid one: %j',
    async (id) => {
      const response = await mock.handle({
        method: 'GET',
        url: `${mock.basePath}${paths.rules}`,
        headers: { ...TOKEN, 'X-Request-Id': id },
      });
      expect(response.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-/);
    },
  );

  it('is different for each request without one', async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await send(paths.rules)).headers.get('x-request-id')));
    expect(new Set(ids).size).toBe(3);
  });
});

describe('the example that a path selects', () => {
  const examples = [
    { key: 'first', value: { id: '1', parent_id: 'p' } },
    { key: 'second', value: { id: '2', parent_id: 'p' } },
    { key: 'table', value: { header: ['x_id', 'name'], rows: [['3', 'three']] } },
    { key: 'other', value: { thing_id: '4', nested: { kind: 'special' } } },
  ];
  it.each([
    ['the record with the id', { id: '2' }, 'second'],
    ['the table with the id in a row', { id: '3' }, 'table'],
    ['the record whose first identifier it is', { id: '4' }, 'other'],
    ['the one with a property of the parameter’s name and value', { kind: 'special' }, 'other'],
    ['the one that fits more parameters', { parent_id: 'p', id: '2' }, 'second'],
    ['none when nothing fits', { id: '9' }, undefined],
  ])('is %s', (_, parameters, expected) => {
    const select = createExampleSelector(examples, ['id', 'parent_id', 'kind']);
    expect(select(parameters as Record<string, string>)).toBe(expected);
  });
});
