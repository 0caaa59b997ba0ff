/** Faults in neighbourhoods, and in updates of labels and owners. */
import { expect } from 'vitest';
import { SCOPE } from '../exchange.ts';
import {
  AGENTS,
  changeRequests,
  changeResponses,
  hasQuery,
  type InjectedFault,
  withoutHeaders,
  withoutQuery,
} from './interceptors.ts';

const GRAPH = `/aispm-graph${SCOPE}/`;
const NEIGHBOURHOOD = new RegExp(`^GET ${GRAPH}`);
const UPDATE = new RegExp(`^PATCH ${AGENTS}/`);
/** Returns whether a request updates several objects. */
const isBatch = ({ method, path }: { method: string; path: string }) =>
  method === 'PATCH' && path.startsWith('/aispm-objects/');
const permanent = { write: true, leaveRecords: true };

export const graphFaults: InjectedFault[] = [
  {
    name: 'returns the neighbourhood of another object',
    check: 'neighbourhood',
    operation: 'getNeighbourhood',
    interceptor: changeResponses(NEIGHBOURHOOD, ({ body }) => Object.assign(body, { root_id: 'another' })),
    violation: { part: 'body', pointer: '/root_id', got: '"another"' },
  },
  {
    name: 'ignores the severity when it sorts objects',
    check: 'neighbourhood',
    operation: 'getNeighbourhood',
    interceptor: changeResponses(NEIGHBOURHOOD, ({ body }) => body.nodes.push(...body.nodes.splice(1, 1))),
    violation: { part: 'body', pointer: '/nodes/1', expected: expect.stringContaining('by distance and severity') },
  },
  {
    name: 'returns a relation to an object that it does not return',
    check: 'neighbourhood',
    operation: 'getNeighbourhood',
    interceptor: changeResponses(
      NEIGHBOURHOOD,
      ({ body }) => body.edges[0] && Object.assign(body.edges[0], { to_id: 'absent' }),
    ),
    violation: { part: 'body', pointer: '/edges/0', expected: 'a relation between two objects of nodes' },
  },
  {
    name: 'omits a relation',
    check: 'neighbourhood',
    operation: 'getNeighbourhood',
    interceptor: changeResponses(NEIGHBOURHOOD, ({ body }) => body.edges.shift()),
    violation: { part: 'body', pointer: expect.stringMatching(/^\/nodes\/0\/degrees\//) },
  },
  {
    name: 'returns an object twice',
    check: 'neighbourhood',
    operation: 'getNeighbourhood',
    interceptor: changeResponses(NEIGHBOURHOOD, ({ body }) => body.nodes.push(body.nodes.at(-1))),
    violation: { part: 'body', pointer: '/nodes', expected: 'every object once' },
  },
  {
    name: 'ignores the number of steps',
    check: 'neighbourhood',
    operation: 'getNeighbourhood',
    interceptor: changeRequests(hasQuery(GRAPH, 'depth'), (request) => {
      const query = new URLSearchParams(request.query);
      query.set('depth', '3');
      return { ...request, query };
    }),
    violation: { part: 'body', expected: expect.stringContaining('the objects within one step') },
  },
  {
    name: 'returns more objects than requested',
    check: 'neighbourhood',
    operation: 'getNeighbourhood',
    interceptor: changeRequests(hasQuery(GRAPH, 'max_nodes', '2'), (request) => withoutQuery(request, 'max_nodes')),
    violation: { part: 'body', expected: expect.stringContaining('the first two objects') },
  },
  {
    name: 'returns a partial neighbourhood as a complete one',
    check: 'neighbourhood',
    operation: 'getNeighbourhood',
    interceptor: changeResponses(NEIGHBOURHOOD, ({ body }) => Object.assign(body, { truncated: false })),
    violation: { part: 'body', pointer: '/truncated', expected: 'true', got: 'false' },
  },
  {
    name: 'follows all edges instead of one',
    check: 'neighbourhood',
    operation: 'getNeighbourhood',
    interceptor: changeRequests(hasQuery(GRAPH, 'edge'), (request) => withoutQuery(request, 'edge')),
    violation: { part: 'body', pointer: '/nodes', expected: expect.stringContaining('objects at the edge') },
  },
  {
    name: 'replaces all labels instead of merging them',
    check: 'response',
    operation: 'updateAgent',
    interceptor: changeResponses(UPDATE, ({ status, body }, request) => {
      if (status === 200) body.labels = JSON.parse(request.body).labels;
    }),
    violation: { part: 'body', pointer: '/labels' },
    options: permanent,
  },
  {
    name: 'keeps a label that was removed',
    check: 'response',
    operation: 'updateTool',
    interceptor: changeRequests(
      ({ method, path }) => method === 'PATCH' && path.startsWith('/aispm-tools/'),
      (request) => ({ ...request, body: request.body.replaceAll(/"conformance-[^"]+":null/g, '') }),
    ),
    violation: { part: 'body', pointer: '/labels' },
    options: permanent,
  },
  {
    name: 'ignores If-Match in the update of an object',
    check: 'preconditions',
    operation: 'updateMcpServer',
    interceptor: changeRequests(
      ({ method }) => method === 'PATCH',
      (request) => withoutHeaders(request, 'if-match'),
    ),
    violation: { part: 'status', expected: '412', got: expect.stringContaining('200 ') },
    options: permanent,
  },
  {
    name: 'keeps the entity tag of a changed object',
    check: 'response',
    operation: 'updateModel',
    interceptor: changeResponses(/^PATCH \/aispm-models\//, ({ status, headers }, request) => {
      const version = request.headers['if-match'];
      if (status === 200 && version !== undefined) headers.etag = version;
    }),
    violation: { part: 'header', pointer: 'ETag' },
    options: permanent,
  },
  {
    name: 'replaces the owners in a batch instead of adding one',
    check: 'response',
    operation: 'updateObjects',
    interceptor: changeRequests(isBatch, (request) => ({
      ...withoutHeaders(request, 'content-length'),
      body: request.body.replaceAll('"add_owners":', '"owners":'),
    })),
    violation: { part: 'body', pointer: '/owners' },
    options: permanent,
  },
  {
    name: 'keeps an owner that a batch removes',
    check: 'response',
    operation: 'updateObjects',
    interceptor: changeRequests(isBatch, (request) => ({
      ...withoutHeaders(request, 'content-length'),
      body: request.body.replaceAll(/,"remove_owners":\["[^"]+"\]/g, ''),
    })),
    violation: { part: 'body', pointer: '/owners' },
    options: permanent,
  },
  {
    name: 'ignores if_match in a batch of objects',
    check: 'response',
    operation: 'updateObjects',
    interceptor: changeRequests(isBatch, (request) => ({
      ...withoutHeaders(request, 'content-length'),
      body: request.body.replaceAll(/"if_match":"(\\.|[^"\\])*",?/g, '').replaceAll(',}', '}'),
    })),
    violation: { part: 'body', expected: expect.stringContaining('[412]') },
    options: permanent,
  },
  {
    name: 'applies the second update of an object in a batch',
    check: 'response',
    operation: 'updateObjects',
    interceptor: changeResponses(/^PATCH \/aispm-objects\//, ({ body }) => {
      const last = body.results?.at(-1);
      if (last?.error?.code === 422) Object.assign(last, { status: 'updated', etag: '"1"', error: undefined });
    }),
    violation: { part: 'body', pointer: '/results', expected: expect.stringContaining('422') },
    options: permanent,
  },
];
