/** The mock and the service reject the same writes, for the same reasons. */
import { listInvalidRequests, type Operation, type RequestParts } from '@aispm/conformance';
import { createValidRequest, operations } from '@aispm/contract-tests/operations';
import { createMock, type RunningMock } from '@aispm/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KNOWN_DIFFERENCES, RULE_CASES, type RuleCase } from './rejection-cases.ts';
import { type DemoServer, startService } from './service-process.ts';
import { listUnsupportedStrings } from './unsupported-strings.ts';

const SCOPE = { 'halden-freight': ['production'] };
const writes = operations.filter(({ method }) => method !== 'GET');

/** Its own: some writes are accepted. */
let service: DemoServer;
let mock: RunningMock;

beforeAll(async () => {
  service = await startService();
  mock = await (await createMock({ stateful: true, tokens: { demo: { access: 'admin', workspaces: SCOPE } } })).listen({
    port: 0,
  });
  // The entry of the examples: the demo has none.
  const put = operations.find(({ id }) => id === 'putClientStorageEntry') as Operation;
  const created = await compare(put, createValidRequest(put));
  expect(created.service[0]).toBe(201);
}, 300_000);
afterAll(async () => {
  await mock?.close();
  await service?.close();
});

/** The status and reason of a response, and of the items of a batch. */
type Outcome = unknown[];

/** A write, and what distinguishes it from a valid one. */
interface Case {
  name: string;
  request: RequestParts;
}

/** A server's response. */
interface Received {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: responses of many operations
  json: any;
}

/** Sends a request to a server. */
async function send(
  { url, token }: { url: string; token: string },
  operation: Operation,
  { path, query, headers, body, text }: RequestParts,
): Promise<Received> {
  const target = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((item) => [name, String(item)])),
  );
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  const response = await fetch(`${url}${target}?${search}`, {
    method: operation.method,
    headers: {
      ...(content !== undefined && { 'content-type': 'application/json' }),
      ...Object.fromEntries(given),
      authorization: `Bearer ${token}`,
    },
    ...(content !== undefined && { body: content }),
  });
  const received = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, json: isJson ? JSON.parse(received) : {} };
}

function toOutcome({ status, json }: Received): Outcome {
  const items = (json.results ?? []) as { status: string; error?: { code: number; reason: string } }[];
  return [status, json.reason, ...items.map((item) => [item.status, item.error?.code, item.error?.reason])];
}

/** Sends a request to both servers. */
async function compare<T = Outcome>(
  operation: Operation,
  request: RequestParts,
  read: (received: Received) => Outcome | T = toOutcome,
) {
  return {
    service: read(await send(service, operation, request)),
    mock: read(await send({ url: mock.url, token: 'demo' }, operation, request)),
  };
}

/** Lists requests that violate rules of HTTP or of the contract in general. */
function listProtocolCases({ requestBody, maxBodyBytes, parameters }: Operation, valid: RequestParts): Case[] {
  const withHeader = (name: string, value: string): Case => ({
    name: `${name}: ${value}`,
    request: { ...valid, headers: { ...valid.headers, [name]: value } },
  });
  const withQuery = (name: string, query: RequestParts['query']): Case => ({
    name,
    request: { ...valid, query: { ...valid.query, ...query } },
  });
  const withText = (name: string, text: string): Case => ({ name, request: { ...valid, body: undefined, text } });
  const ids = Object.keys(valid.path).filter(
    (name) => !['tenant_id', 'workspace_id', 'client_id', 'namespace', 'key'].includes(name),
  );
  const isSelectable = parameters.some((parameter) => parameter.in === 'query' && parameter.name === 'tenant_id');
  return [
    withQuery('an unknown query parameter', { colour: 'red' }),
    withQuery('a query parameter that objects inherit', { constructor: 'red' }),
    ...ids.map((name) => ({
      name: `an unknown ${name}`,
      request: { ...valid, path: { ...valid.path, [name]: 'none' } },
    })),
    withHeader('If-Match', '"stale"'),
    withHeader('If-Modified-Since', 'Wed, 21 Oct 2015 07:28:00 GMT'),
    ...(isSelectable
      ? [
          withQuery('a tenant without a workspace', { tenant_id: 'halden-freight' }),
          withQuery('another workspace', { tenant_id: 'another', workspace_id: 'another' }),
        ]
      : []),
    ...(requestBody
      ? [
          ...['text/plain', 'application/merge-patch+json', 'nonsense'].map((type) => withHeader('Content-Type', type)),
          ...['br', 'gzip'].map((encoding) => withHeader('Content-Encoding', encoding)),
          withText('a body that is too large', ' '.repeat(maxBodyBytes + 1)),
          withText('a body that is nested too deep', `${'['.repeat(200)}${']'.repeat(200)}`),
          withText('a body of white space', ' '),
        ]
      : [
          {
            name: 'a body',
            request: { ...valid, path: { ...valid.path, id: 'none', run_id: 'none', key: 'none' }, body: { a: 1 } },
          },
        ]),
  ];
}

describe.each(writes)('$id', (operation) => {
  const valid = createValidRequest(operation);
  const cases: Case[] = [
    ...listInvalidRequests(operation, valid).map(({ location, mistake, request }) => ({
      name: `${location} ${mistake}`,
      request,
    })),
    ...listProtocolCases(operation, valid),
  ];

  it('rejects the same requests for the same reasons', async () => {
    for (const { name, request } of cases) {
      const outcome = await compare(operation, request);
      expect(outcome.mock, name).toEqual(outcome.service);
      expect(outcome.service[0], name).toBeGreaterThanOrEqual(400);
    }
    expect(cases.length).toBeGreaterThan(5);
  });
});

/** The complete error if it is about a string, otherwise its reason, because messages about schemas differ. */
function readTextError({ status, json }: Received): unknown {
  const details: Record<string, string> = json.details ?? {};
  const isAboutText = Object.values(details).some((message) => message.includes('U+0000 or'));
  return isAboutText ? { status, ...json } : { status, reason: json.reason };
}

const STRING_CASES = operations
  .map((operation) => ({ operation, cases: listUnsupportedStrings(operation, createValidRequest(operation)) }))
  .filter(({ cases }) => cases.length > 0);

describe('unsupported strings', () => {
  it.each(STRING_CASES)('are rejected by $operation.id with the same errors', async ({ operation, cases }) => {
    for (const { location, request } of cases) {
      const outcome = await compare(operation, request, readTextError);
      expect(outcome.mock, location).toEqual(outcome.service);
      expect(outcome.service, location).toMatchObject({ status: 400 });
    }
  });

  it('are tested in parameters, names and values of most operations', () => {
    const locations = STRING_CASES.flatMap(({ cases }) => cases.map(({ location }) => location.split('/')[0]));
    expect(new Set(locations)).toEqual(new Set(['path', 'query', 'body']));
    expect(STRING_CASES.length).toBeGreaterThan(operations.length / 2);
  });
});

/** A body that matches none of a schema's alternatives, and its violations of the intended one. */
interface AlternativeCase {
  operation: string;
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of several operations
  change(body: any): unknown;
  details: Record<string, string>;
}

const ALTERNATIVE_CASES: AlternativeCase[] = [
  {
    operation: 'updateIssue',
    name: 'a suppression without a reason',
    change: () => ({ status: 'suppressed' }),
    details: { 'body/status_reason': 'is required' },
  },
  {
    operation: 'updateIssue',
    name: 'an unknown status',
    change: () => ({ status: 'new' }),
    details: { 'body/status': 'must be one of suppressed, open, in_progress, resolved, got "new"' },
  },
  {
    operation: 'updateIssue',
    name: 'an unknown field',
    change: () => ({ state: 'open' }),
    details: { 'body/state': 'is not a known field' },
  },
  {
    operation: 'updateIssue',
    name: 'a reason that the status does not have',
    change: () => ({ status: 'open', status_reason: 'duplicate' }),
    details: { 'body/status_reason': 'is not a known field' },
  },
  {
    operation: 'updateIssues',
    name: 'a suppression without a reason',
    change: ({ updates: [{ issue_id }] }) => ({ updates: [{ issue_id, status: 'suppressed' }] }),
    details: { 'body/updates/0/status_reason': 'is required' },
  },
  {
    operation: 'submitScan',
    name: 'an object of an unknown type',
    change: ({ objects: [first], ...scan }) => ({ ...scan, objects: [{ ...first, object_type: 'robot' }] }),
    details: { 'body/objects/0/object_type': 'must be one of agent, model, tool, mcp_server, asset, got "robot"' },
  },
  {
    operation: 'submitScan',
    name: 'an object with a name that is a number',
    change: ({ objects: [first], ...scan }) => ({ ...scan, objects: [{ ...first, aispm_friendly_name: 5 }] }),
    details: { 'body/objects/0/aispm_friendly_name': 'must be string, got 5' },
  },
];

describe('a body that matches none of the alternatives of a schema is compared with the intended one:', () => {
  it.each(ALTERNATIVE_CASES)('$operation with $name', async ({ operation: id, change, details }) => {
    const operation = writes.find((one) => one.id === id) as Operation;
    const valid = createValidRequest(operation);
    const request = { ...valid, body: change(valid.body) };
    const outcome = await compare(operation, request, ({ status, json }): object => ({ status, ...json }));
    expect(outcome.service).toMatchObject({ status: 400, details });
    expect(outcome.mock).toEqual(outcome.service);
  });
});

/** Applies the changes of a case to a valid request. */
function toRequest(operation: Operation, { path, headers, body }: RuleCase): RequestParts {
  const valid = createValidRequest(operation);
  return {
    ...valid,
    path: { ...valid.path, ...path },
    headers: { ...valid.headers, ...headers },
    ...(body !== undefined && { body }),
  };
}

describe('the rules beyond the schemas apply to', () => {
  it.each(RULE_CASES)('$operation with $name', async (ruleCase) => {
    const operation = writes.find(({ id }) => id === ruleCase.operation);
    if (!operation) throw new Error(`The contract has no operation ${ruleCase.operation} that writes.`);
    const outcome = await compare(operation, toRequest(operation, ruleCase));
    const [status, reason] = ruleCase.expected;
    expect(outcome.service.slice(0, 2)).toEqual([status, reason]);
    if (KNOWN_DIFFERENCES.has(ruleCase.name)) expect(outcome.mock).not.toEqual(outcome.service);
    else expect(outcome.mock).toEqual(outcome.service);
  });
});
