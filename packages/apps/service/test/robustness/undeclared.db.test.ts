/** Sends parameters, headers and preconditions to every operation that it doesn't declare. */
import { PROTOTYPE_NAMES } from '@aispm/openapi';
import type { ApiErrorBody } from '@aispm/types';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { SAMPLE_WORKSPACE, sampleData } from '../../src/demo/sample-data.ts';
import { seedSampleData } from '../../src/demo/seed.ts';
import { OPERATIONS, type Operation, type Parameter } from '../../src/platform/contract/contract.ts';
import { EXAMPLE_BODIES, EXAMPLE_PATHS } from '../contract-examples.ts';
import { type DatabaseKind, describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';

/** Reads come first: they need records that other operations delete. */
const operations = [...OPERATIONS.values()].sort((a, b) => Number(b.method === 'GET') - Number(a.method === 'GET'));

type Headers = Record<string, string>;

/** Preconditions that no record of the sample data meets. */
const PRECONDITIONS: readonly [name: string, value: string][] = [
  ['If-Match', '"1"'],
  ['If-None-Match', '*'],
  ['If-Modified-Since', 'Mon, 02 Nov 2026 06:00:00 GMT'],
  ['If-Unmodified-Since', 'Mon, 02 Nov 2015 06:00:00 GMT'],
];

const declaredIn = (location: Parameter['in'], { parameters }: Operation) =>
  parameters.filter((parameter) => parameter.in === location).map(({ name }) => name);
const declaredAnywhere = (location: Parameter['in']) =>
  new Set(operations.flatMap((operation) => declaredIn(location, operation)));
const undeclared = (names: Iterable<string>, location: Parameter['in'], operation: Operation) => {
  const declared = declaredIn(location, operation);
  return [...names].filter((name) => !declared.includes(name));
};

/** A service with the sample data, and a key for it. */
interface Subject {
  service: TestService;
  token: string;
}

async function startSubject(kind: DatabaseKind): Promise<Subject> {
  const service = await startService(kind);
  await seedSampleData(service.database);
  return { service, token: await service.key([SAMPLE_WORKSPACE]) };
}

/** Sends the example of an operation with additions. */
async function sendExample(
  { service, token }: Subject,
  { operationId, method, path }: Operation,
  query = '',
  headers: Headers = {},
  values = EXAMPLE_PATHS.get(operationId) ?? {},
) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const body = EXAMPLE_BODIES.get(operationId)?.[0];
  const response = await service.send(`${filled}?${query}`, {
    token,
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, body: isJson ? (JSON.parse(text) as Partial<ApiErrorBody>) : undefined };
}

// Nothing is written, so that the tests share the records.
describeOnDatabases('every operation', (kind) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await startSubject(kind);
  });
  afterAll(() => subject?.service.close());

  it('rejects each query parameter that it does not declare, by name', async () => {
    for (const operation of operations) {
      const [other = ''] = undeclared(declaredAnywhere('query'), 'query', operation);
      for (const name of [other, 'constructor', '__proto__']) {
        const { status, body } = await sendExample(subject, operation, `${name}=1`);
        expect({ operation: operation.operationId, status, body }).toEqual({
          operation: operation.operationId,
          status: 400,
          body: {
            code: 400,
            reason: 'unknown_parameter',
            message: expect.stringContaining(`query/${name}`),
            details: Object.fromEntries([[`query/${name}`, expect.stringContaining('is not a parameter')]]),
          },
        });
      }
    }
  });

  it('suggests the declared parameter that is most similar', async () => {
    const operation = OPERATIONS.get('listIssues') as Operation;
    const { body } = await sendExample(subject, operation, 'sevrity=critical');
    expect(body?.details).toEqual({ 'query/sevrity': expect.stringContaining('did you mean severity?') });
  });

  it('rejects each precondition that it does not support, unless it only reads', async () => {
    for (const operation of operations) {
      const unsupported = PRECONDITIONS.filter(([name]) => !declaredIn('header', operation).includes(name));
      const { status, body } = await sendExample(subject, operation, '', Object.fromEntries(unsupported));
      const details = Object.fromEntries(unsupported.map(([name]) => [`header/${name}`, expect.any(String)]));
      expect([operation.operationId, status, body?.reason, body?.details]).toEqual(
        operation.method === 'GET'
          ? [operation.operationId, (await sendExample(subject, operation)).status, body?.reason, body?.details]
          : [operation.operationId, 400, 'invalid_parameter', details],
      );
    }
  });

  it('does not write when a precondition that it supports is false', async () => {
    const conditional = operations.filter(
      (operation) => operation.method !== 'GET' && declaredIn('header', operation).includes('If-Match'),
    );
    expect(conditional.length).toBeGreaterThan(0);
    // No one can write the built-in evaluation that is the example of the path.
    const own = sampleData.evaluations.find(({ is_builtin }) => !is_builtin);
    for (const operation of conditional) {
      const example = EXAMPLE_PATHS.get(operation.operationId) ?? {};
      const values = operation.path.includes('/eval/evaluations/') ? { ...example, id: String(own?.id) } : example;
      const { status, body } = await sendExample(subject, operation, '', { 'If-Match': '"other"' }, values);
      // An entry of another user doesn't exist, whatever its version.
      const expected = status === 404 ? 'not_found' : 'precondition_failed';
      expect([operation.operationId, status === 404 || status === 412, body?.reason]).toEqual([
        operation.operationId,
        true,
        expected,
      ]);
    }
  });

  it('reports the string that cannot be stored', async () => {
    const issues = `/issues/tenants/${SAMPLE_WORKSPACE.tenantId}/workspaces/${SAMPLE_WORKSPACE.workspaceId}`;
    const [issue] = (
      (await (await subject.service.send(issues, { token: subject.token })).json()) as { items: { issue_id: string }[] }
    ).items;
    for (const text of ['a\u0000b', '\ud800']) {
      const response = await subject.service.send(`${issues}/${issue?.issue_id}`, {
        token: subject.token,
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ status_comment: text }),
      });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { reason: 'invalid_body', details: { 'body/status_comment': expect.stringContaining('U+0000') } },
      ]);
    }
    const { status, body } = await sendExample(subject, OPERATIONS.get('listIssues') as Operation, 'rule_name=%00');
    expect([status, body?.details]).toEqual([400, { 'query/rule_name': expect.stringContaining('U+0000') }]);
  });

  it('rejects sorting by properties of Object.prototype', async () => {
    const sorted = operations.filter((operation) => declaredIn('query', operation).includes('sort'));
    expect(sorted.length).toBeGreaterThan(0);
    for (const operation of sorted) {
      for (const name of PROTOTYPE_NAMES)
        expect((await sendExample(subject, operation, `sort=${name}`)).status).toBe(400);
    }
  });
});

describeOnDatabases('every operation that writes', (kind) => {
  let subject: Subject;
  beforeEach(async () => {
    subject = await startSubject(kind);
  });
  afterEach(() => subject?.service.close());

  /** Returns the operations that fail, and the reads that return another status than without the headers. */
  const findDisturbed = async (headers: (operation: Operation) => Headers) => {
    const found: string[] = [];
    for (const operation of operations) {
      const expected = operation.method === 'GET' ? (await sendExample(subject, operation)).status : undefined;
      const { status } = await sendExample(subject, operation, '', headers(operation));
      if (status >= 500 || (expected !== undefined && status !== expected))
        found.push(`${operation.operationId}: ${status}`);
    }
    return found;
  };

  const ignoresHeaders = async (value: string) => {
    const names = [...declaredAnywhere('header')].filter((name) => !PRECONDITIONS.some(([known]) => known === name));
    const headers = (operation: Operation) =>
      Object.fromEntries(undeclared(names, 'header', operation).map((name) => [name, value]));
    expect(await findDisturbed(headers)).toEqual([]);
  };

  it.each(['"1"', '*', 'constructor'])(
    'ignores other headers that it does not declare (%s)',
    { tags: ['long'] },
    ignoresHeaders,
  );

  it('accepts an Idempotency-Key, and only stores it where it is declared', async () => {
    // Where the header is declared, a key that was used with another request is rejected.
    const headers = (operation: Operation) => ({
      'Idempotency-Key': declaredIn('header', operation).includes('Idempotency-Key') ? operation.operationId : 'shared',
    });
    expect(await findDisturbed(headers)).toEqual([]);
    const stored = await subject.service.database.system((session) =>
      session.selectFrom('idempotency_keys').select('idempotency_key').execute(),
    );
    expect(stored.length).toBeGreaterThan(0);
    expect(stored).not.toContainEqual({ idempotency_key: 'shared' });
  });
});
