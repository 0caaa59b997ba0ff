/** Sends parameters and headers to every operation that only other operations declare. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { seedStory } from '../../src/demo/seed.ts';
import { STORY_WORKSPACE } from '../../src/demo/story.ts';
import { OPERATIONS, type Operation, type Parameter } from '../../src/platform/contract/contract.ts';
import { EXAMPLE_BODIES, EXAMPLE_PATHS } from '../contract-examples.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';

/** Reads come first: they need records that other operations delete. */
const operations = [...OPERATIONS.values()].sort((a, b) => Number(b.method === 'GET') - Number(a.method === 'GET'));
const prototypeNames = Object.getOwnPropertyNames(Object.prototype);

type Headers = Record<string, string>;

const declaredIn = (location: Parameter['in'], { parameters }: Operation) =>
  parameters.filter((parameter) => parameter.in === location).map(({ name }) => name);
const declaredAnywhere = (location: Parameter['in']) =>
  new Set(operations.flatMap((operation) => declaredIn(location, operation)));
const undeclared = (names: Iterable<string>, location: Parameter['in'], operation: Operation) => {
  const declared = declaredIn(location, operation);
  return [...names].filter((name) => !declared.includes(name));
};

describeOnDatabases('every operation', (kind) => {
  let service: TestService;
  let token: string;

  beforeEach(async () => {
    service = await startService(kind);
    await seedStory(service.database);
    token = await service.key([STORY_WORKSPACE]);
  });
  afterEach(() => service.close());

  /** Sends the example of an operation with additions. @returns the status */
  const sendExample = async ({ operationId, method, path }: Operation, query = '', headers: Headers = {}) => {
    const values = EXAMPLE_PATHS.get(operationId) ?? {};
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
    const body = EXAMPLE_BODIES.get(operationId)?.[0];
    const response = await service.send(`${filled}?${query}`, {
      token,
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  /** Returns the operations that fail, and the reads that return another status than without the additions. */
  const findDisturbed = async (
    query: (operation: Operation) => string,
    headers?: (operation: Operation) => Headers,
  ) => {
    const found: string[] = [];
    for (const operation of operations) {
      const expected = operation.method === 'GET' ? await sendExample(operation) : undefined;
      const status = await sendExample(operation, query(operation), headers?.(operation));
      if (status >= 500 || (expected !== undefined && status !== expected))
        found.push(`${operation.operationId}: ${status}`);
    }
    return found;
  };

  it.each(['name', '1', 'constructor'])('ignores query parameters that it does not declare (%s)', async (value) => {
    const names = [...declaredAnywhere('query'), ...prototypeNames];
    const query = (operation: Operation) =>
      undeclared(names, 'query', operation)
        .map((name) => `${name}=${value}`)
        .join('&');
    expect(await findDisturbed(query)).toEqual([]);
  });

  it('refuses to sort by members of Object.prototype', async () => {
    const sorted = operations.filter((operation) => declaredIn('query', operation).includes('sort'));
    expect(sorted.length).toBeGreaterThan(0);
    for (const operation of sorted) {
      for (const name of prototypeNames) expect(await sendExample(operation, `sort=${name}`)).toBe(400);
    }
  });

  it.each(['"1"', '*', 'constructor'])('ignores headers that it does not declare (%s)', async (value) => {
    const headers = (operation: Operation) =>
      Object.fromEntries(undeclared(declaredAnywhere('header'), 'header', operation).map((name) => [name, value]));
    expect(await findDisturbed(() => '', headers)).toEqual([]);
  });

  it('accepts an Idempotency-Key', async () => {
    const headers = ({ operationId }: Operation) => ({ 'Idempotency-Key': operationId });
    expect(await findDisturbed(() => '', headers)).toEqual([]);
  });

  it('stores an Idempotency-Key only where it is declared', async () => {
    // Where the header is declared, a key that was used with another request is refused.
    const headers = (operation: Operation) => ({
      'Idempotency-Key': declaredIn('header', operation).includes('Idempotency-Key') ? operation.operationId : 'shared',
    });
    expect(await findDisturbed(() => '', headers)).toEqual([]);
    const stored = await service.database.system((session) =>
      session.selectFrom('idempotency_keys').select('idempotency_key').execute(),
    );
    expect(stored.length).toBeGreaterThan(0);
    expect(stored).not.toContainEqual({ idempotency_key: 'shared' });
  });
});
