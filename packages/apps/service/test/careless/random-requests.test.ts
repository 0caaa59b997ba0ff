/**
 * Random sequences of requests with random mistakes. Each response is documented, and none is a failure.
 *
 * @module-tag long
 */
import { PROTOTYPE_NAMES } from '@aispm/openapi';
import fc from '@aispm/testing/properties';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedStory } from '../../src/demo/seed.ts';
import { STORY_WORKSPACE } from '../../src/demo/story.ts';
import { TEXTS } from '../attacks/texts.ts';
import { EXAMPLE_BODIES } from '../contract-examples.ts';
import { type DatabaseKind, describeOnDatabases } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';
import {
  HEADERS as ALL_HEADERS,
  draftExample,
  operations,
  PARAMETER_EXAMPLES,
  type RequestDraft,
  toRequest,
  withHeader,
} from './requests.ts';
import { findProblems, type Received } from './send.ts';

/** Number of requests to each database: 100,000 together. The embedded database, which is slower, differs from the other little. */
const REQUESTS: Record<DatabaseKind, number> = { embedded: 20_000, postgres: 80_000 };
/** Each part is a test of its own, because all of them together take longer than a test may on a busy machine. */
const PARTS = 10;
const SEQUENCE_LENGTH = 250;
/** Number of identifiers of created records that later requests use. */
const MAX_IDS = 200;

/** A mistake, as a function of a valid request. The numbers select what it affects. */
interface Mistake {
  kind: (typeof KINDS)[number];
  first: number;
  second: number;
  text: string;
}

const KINDS = ['query', 'foreign-query', 'repeated', 'path', 'header', 'foreign-body', 'member', 'cut-body'] as const;
const BODIES = [...EXAMPLE_BODIES.values()].flat().map((body) => JSON.stringify(body));
const HEADERS = [
  ...PARAMETER_EXAMPLES.filter((example) => example.in === 'header').map(({ name, value }) => [name, value] as const),
  // A request without its key would only be refused.
  ...ALL_HEADERS.filter(([name]) => name !== 'Authorization'),
];
const QUERY_NAMES = [
  ...new Set(PARAMETER_EXAMPLES.filter((example) => example.in === 'query').map(({ name }) => name)),
  ...PROTOTYPE_NAMES,
];

/** Values of parameters and of members of bodies. */
const text = fc.oneof(
  fc.constantFrom(...PARAMETER_EXAMPLES.map(({ value }) => value)),
  fc.constantFrom(...TEXTS.filter((candidate) => candidate.length < 1_000)),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e0',
    '1.5',
    '2147483648',
    '9007199254740993',
    'null',
    'true',
    '[object Object]',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const mistake: fc.Arbitrary<Mistake> = fc.record({
  kind: fc.constantFrom(...KINDS),
  first: fc.nat(),
  second: fc.nat(),
  text,
});
const sequence = fc.array(
  fc.record({
    operation: fc.constantFrom(...operations),
    id: fc.nat(),
    mistakes: fc.array(mistake, { maxLength: 3 }),
  }),
  { minLength: SEQUENCE_LENGTH, maxLength: SEQUENCE_LENGTH },
);

function pick<T>(values: readonly T[], index: number): T | undefined {
  return values[index % values.length];
}

function makeMistake(draft: RequestDraft, { kind, first, second, text: value }: Mistake): RequestDraft {
  const declared = draft.operation.parameters.filter((parameter) => parameter.in === 'query');
  const name = pick(declared, first)?.name;
  const [headerName = '', headerValue = ''] = pick(HEADERS, first) ?? [];
  const pathName = pick(Object.keys(draft.path), first);
  switch (kind) {
    case 'query':
      return name === undefined ? draft : { ...draft, query: [...draft.query, [name, value]] };
    case 'foreign-query':
      return { ...draft, query: [...draft.query, [pick(QUERY_NAMES, first) ?? '', value]] };
    case 'repeated':
      return { ...draft, query: [...draft.query, ...draft.query.slice(0, 1)] };
    case 'path':
      return pathName === undefined ? draft : { ...draft, path: { ...draft.path, [pathName]: value } };
    case 'header':
      return withHeader(draft, headerName, headerValue);
    case 'foreign-body':
      return { ...draft, body: pick(BODIES, first) };
    case 'member':
      return { ...draft, body: draft.body && replaceMember(draft.body, first, second, value) };
    case 'cut-body':
      return { ...draft, body: draft.body?.slice(0, first % draft.body.length) };
  }
}

/** Replaces the value of a member of a JSON text, or adds one. */
function replaceMember(body: string, first: number, second: number, value: string): string {
  const members = [...body.matchAll(/"[^"\\]*":/g)];
  const member = pick(members, first);
  if (!member) return body;
  const end = member.index + member[0].length;
  const replacement = pick([JSON.stringify(value), 'null', '-1', '1e400', '[]', '{}', 'true', '[[[]]]'], second);
  return `${body.slice(0, end)}${replacement},"${second % 3 === 0 ? '__proto__' : 'added'}":${body.slice(end)}`;
}

describeOnDatabases('a service that receives random requests', (kind) => {
  let service: TestService;
  let token: string;
  const created: string[] = [];

  beforeAll(async () => {
    service = await startService(kind);
    await seedStory(service.database);
    token = await service.key([STORY_WORKSPACE]);
  });
  afterAll(() => service?.close());

  /** Remembers the identifier of a created record, so that later requests use it. */
  function remember({ status, body }: Received): void {
    if (status !== 201 && status !== 202) return;
    const [, id] = Object.entries(body as Record<string, unknown>).find(([name]) => /(^|_)id$/.test(name)) ?? [];
    if (typeof id === 'string' && created.push(id) > MAX_IDS) created.shift();
  }

  /** Returns the example of an operation, half of the times with the identifier of a created record. */
  function draft(operation: RequestDraft['operation'], index: number): RequestDraft {
    const example = draftExample(operation);
    const last = Object.keys(example.path).at(-1);
    const id = pick(created, index);
    return index % 2 === 0 || id === undefined || last === undefined || /tenant|workspace/.test(last)
      ? example
      : { ...example, path: { ...example.path, [last]: id } };
  }

  const statuses = new Map<number, number>();

  it.for(Array.from({ length: PARTS }, (_, index) => index + 1))(
    `responds to all of them as documented, part %i of ${PARTS}`,
    async () => {
      await fc.assert(
        fc.asyncProperty(sequence, async (steps) => {
          const requests = steps.map(({ operation, id, mistakes }) =>
            toRequest(mistakes.reduce(makeMistake, draft(operation, id)), token),
          );
          const problems = await findProblems(service.baseUrl, requests, (received) => {
            remember(received);
            statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1);
          });
          expect(problems).toEqual([]);
        }),
        // What the earlier requests have stored cannot be repeated, so that a smaller sequence would not fail.
        { numRuns: REQUESTS[kind] / PARTS / SEQUENCE_LENGTH, endOnFailure: true },
      );
    },
  );

  it('receives them in its handlers, and does not only refuse them', () => {
    console.info(JSON.stringify(Object.fromEntries(statuses)));
    expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(REQUESTS[kind]);
    expect(statuses.get(200)).toBeGreaterThan(REQUESTS[kind] / 10);
    expect(statuses.get(201)).toBeGreaterThan(REQUESTS[kind] / 100);
    expect(statuses.get(401) ?? 0).toBe(0);
  });
});
