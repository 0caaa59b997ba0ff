/**
 * Sends what a client sends that doesn't read the contract to every operation. Each response is documented.
 *
 * @module-tag long
 */

import {
  createShares,
  isScopeParameter,
  listConfusedNames,
  listRepetitions,
  MALFORMED_BODIES,
  PROTOTYPE_NAMES,
} from '@aispm/openapi';
import { currentTier } from '@aispm/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_WORKSPACE } from '../../src/demo/sample-data.ts';
import { seedSampleData } from '../../src/demo/seed.ts';
import { EXAMPLE_BODIES } from '../contract-examples.ts';
import { type DatabaseKind, describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';
import {
  draftExample,
  HEADERS,
  operations,
  PARAMETER_EXAMPLES,
  type RequestDraft,
  toRequest,
  withHeader,
} from './requests.ts';
import { findProblems } from './send.ts';

const QUERY_EXAMPLES = PARAMETER_EXAMPLES.filter((example) => example.in === 'query');
const BAD_REQUEST = 400;
/** Each parameter gets one in so many of the values. */
const VALUE_SHARE = currentTier() === 'test:nightly' ? 5 : 30;
/** Each operation gets one in so many of the headers. Each accepted write is work for the only connection of the embedded database. */
const HEADER_SHARES: Record<DatabaseKind, number> = {
  embedded: 5,
  postgres: currentTier() === 'test:nightly' ? 1 : 6,
};

/** Each operation gets one in so many of the other operations' parameters and bodies. */
const FOREIGN_SHARE = currentTier() === 'test:nightly' ? 1 : 3;

const findExample = (name: string) => QUERY_EXAMPLES.find((example) => example.name === name)?.value ?? '1';

describeOnDatabases('every operation', (kind) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await startService(kind);
    await seedSampleData(service.database);
    token = await service.key([SAMPLE_WORKSPACE]);
  });
  afterAll(() => service?.close());

  /** Sends variants of the example of each operation. */
  async function sendVariants(vary: (draft: RequestDraft) => Iterable<RequestDraft>): Promise<string[]> {
    const requests = operations.map(draftExample).flatMap((draft) => [...vary(draft)]);
    expect(requests.length).toBeGreaterThan(operations.length);
    const problems = await findProblems(
      service.baseUrl,
      requests.map((draft) => toRequest(draft, token)),
    );
    // The key hasn't been deleted in the meantime, after which all responses would be 401.
    expect((await service.send('/me', { token })).status).toBe(200);
    return problems;
  }
  const declaredQuery = ({ operation }: RequestDraft) =>
    operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);

  it('rejects each query parameter that only other operations have', async () => {
    const someExamples = createShares(QUERY_EXAMPLES, FOREIGN_SHARE);
    const problems = await sendVariants((draft) =>
      someExamples()
        .filter(({ name }) => !declaredQuery(draft).includes(name))
        .map(({ name, value }) => ({ ...draft, query: [[name, value]], expectedStatus: BAD_REQUEST })),
    );
    expect(problems).toEqual([]);
  });

  it('responds as documented to values of other parameters in each of its parameters', async () => {
    const values = [...new Set(PARAMETER_EXAMPLES.map(({ value }) => value)), ...PROTOTYPE_NAMES];
    // Each parameter of an operation gets other values, so that all operations together send each of them to each name.
    const someValues = createShares(values, VALUE_SHARE);
    const problems = await sendVariants((draft) => [
      ...declaredQuery(draft).flatMap((name) =>
        someValues().map((value): RequestDraft => ({ ...draft, query: [[name, value]] })),
      ),
      ...Object.keys(draft.path)
        .filter((name) => !isScopeParameter(name))
        .flatMap((name) => someValues().map((value) => ({ ...draft, path: { ...draft.path, [name]: value } }))),
    ]);
    expect(problems).toEqual([]);
  });

  it('responds as documented to repeated and empty parameters', async () => {
    const problems = await sendVariants((draft) =>
      declaredQuery(draft).flatMap((name) =>
        listRepetitions(name, findExample(name)).map((query) => ({ ...draft, query })),
      ),
    );
    expect(problems).toEqual([]);
  });

  it('rejects parameters in another case or with brackets', async () => {
    const problems = await sendVariants((draft) =>
      declaredQuery(draft)
        .flatMap((name) => listConfusedNames(name).map((confused) => [confused, findExample(name)] as const))
        .map((parameter) => ({ ...draft, query: [parameter], expectedStatus: BAD_REQUEST })),
    );
    expect(problems).toEqual([]);
  });

  it('responds as documented to each header of the protocol and of other operations', async () => {
    const headers = PARAMETER_EXAMPLES.filter((example) => example.in === 'header').map(
      ({ name, value }) => [name, value] as const,
    );
    const someHeaders = createShares([...headers, ...HEADERS], HEADER_SHARES[kind]);
    const problems = await sendVariants((draft) =>
      someHeaders().map(([name, value]) => withHeader(draft, name, value)),
    );
    expect(problems).toEqual([]);
  });

  it('responds as documented to the body of each other operation', async () => {
    const bodies = [...EXAMPLE_BODIES.values()].flatMap((examples) => examples.slice(0, 1));
    const texts = [...bodies.map((body) => JSON.stringify(body)), ...MALFORMED_BODIES];
    const someTexts = createShares(texts, FOREIGN_SHARE);
    const problems = await sendVariants((draft) =>
      someTexts().map((body) => withHeader({ ...draft, body }, 'Content-Type', 'application/json')),
    );
    expect(problems).toEqual([]);
  });
});
