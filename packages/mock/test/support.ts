/** Shared by the tests: the contract, a mock of it, and the check of error responses. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createMock, type Mock } from '@aispm/mock';
import { splitByHash } from '@aispm/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { loadContract } from '../dist/contract/contract.js';
import type { Operation } from '../dist/core/contract-types.js';
import { createSampleRequest } from '../dist/operations/sample-request.js';

const require = createRequire(import.meta.url);
const contractFile = require.resolve('@aispm/spec/strict.json');
export const contract = JSON.parse(readFileSync(contractFile, 'utf8'));
export const { operations } = await loadContract();
export const mock: Mock = await createMock();
export const ORIGIN = 'http://mock.test';
export const BASE = `${ORIGIN}${mock.basePath}`;
export const TOKEN = { authorization: 'Bearer some-token' };

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(contract, 'contract');
const isErrorBody = ajv.compile({ $ref: 'contract#/components/schemas/ApiErrorBody' });

const WORKSPACE = '/tenants/t1/workspaces/w1';

/** Paths of operations that the tests use as examples. */
export const paths = {
  rules: `/rules${WORKSPACE}`,
  agents: `/aispm-agents${WORKSPACE}`,
  rule: (id: string) => `/rules${WORKSPACE}/${id}`,
  asset: (id: string) => `/assets${WORKSPACE}/${id}`,
  agentEdge: (id: string, edge: string) => `/aispm-agents${WORKSPACE}/${id}/${edge}`,
  agentEvaluations: `/eval/agent-evaluations${WORKSPACE}`,
  scans: `/scans${WORKSPACE}`,
  counts: `/aispm-llm-interactions-dash${WORKSPACE}/counts`,
  dashboard: '/aispm-dashboard',
};

/** Returns the examples of a response by name, in order. */
export function listExamples(path: string, method: string, status: string): Record<string, unknown> {
  const operation = operations.find((candidate) => candidate.method === method && matches(candidate.path, path));
  const response = operation?.responses.find(({ code }) => code === status);
  const examples = response?.contents?.[0]?.examples ?? [];
  if (examples.length === 0) throw new Error(`${method} ${path} has no examples for ${status}.`);
  return Object.fromEntries(examples.map((example) => [example.key, 'value' in example && example.value]));
}

function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path);
}

/** Sends a request with a token to the mock, without sockets. */
export function send(path: string, init: RequestInit = {}): Promise<Response> {
  return mock.fetch(`${BASE}${path}`, { ...init, headers: { ...TOKEN, ...(init.headers as Record<string, string>) } });
}

/** Sends a JSON body. */
export function post(path: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return send(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
}

/** Expects that a response is delayed by at least 20 seconds: another response that is requested later arrives first. */
export async function expectDelay(request: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const end = new AbortController();
  const delayed = request(end.signal).then(
    () => 'delayed',
    () => 'ended',
  );
  expect(await Promise.race([delayed, send(paths.rules).then(() => 'other')])).toBe('other');
  end.abort();
  expect(await delayed).toBe('ended');
}

/** Expects the contract's error body with this status, and returns it. */
export async function expectError(response: Response, status: number) {
  const text = await response.text();
  expect(response.status, text).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('x-request-id')).toBeTruthy();
  const body = JSON.parse(text);
  expect(isErrorBody(body) ? [] : isErrorBody.errors, text).toEqual([]);
  expect(body.code).toBe(status);
  expect(body.reason, text).toBeTruthy();
  return body as { code: number; message: string; reason: string; details?: Record<string, string> };
}

/** Splits the operations of the contract: one in ten for `npm test`, the others for `npm run test:long`. */
export const operationParts = splitByHash(operations, ({ iid }: Operation) => iid, 10);

/** Returns whether an operation is about records that are never generated because scans don't find them. */
export const isFixed = ({ path, method, iid }: (typeof operations)[number]): boolean =>
  method === 'get' &&
  (!path.includes('{workspace_id}') ||
    ['getRule', 'listEvaluations', 'getEvaluation', 'listWebhooks', 'getWebhook'].includes(iid));

/** Returns the path of a sample request, with the query parameters that it requires, and what separates others from them. */
export function samplePath(operation: Operation): string {
  const { path = '' } = createSampleRequest(operation) ?? {};
  return `${path}${path.includes('?') ? '&' : '?'}`;
}
