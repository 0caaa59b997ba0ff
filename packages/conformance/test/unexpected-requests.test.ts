/** The requests of clients that ignore the contract: all operations together cover them. */
import { loadContract, type Operation } from '@aispm/conformance';
import { isFilterParameter, MALFORMED_BODIES, PROTOCOL_HEADERS, PROTOTYPE_NAMES } from '@aispm/openapi';
import { describe, expect, it } from 'vitest';
import { createUnexpectedRequests, type UnexpectedRequest } from '../src/invalid/unexpected-requests.ts';

const contract = await loadContract();
const list = createUnexpectedRequests(
  contract.operations,
  (operation, request) => contract.validateRequest(operation, request).length === 0,
);

/** A valid request, built from the examples of required parameters and bodies. */
function createValid({ parameters, requestBody }: Operation) {
  const getValues = (location: string) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === location && parameter.required)
        .map(({ name, example, schema }) => [name, example ?? schema.enum?.[0]]),
    );
  return { path: getValues('path'), query: getValues('query'), headers: {}, body: requestBody?.examples[0] };
}

const sent = contract.operations.flatMap((operation) =>
  list(operation, createValid(operation)).map((unexpected) => ({ operation, ...unexpected })),
);
const reads = sent.filter(({ operation }) => operation.method === 'GET');
const parameters = contract.operations.flatMap((operation) => operation.parameters);
const findAlone = (requests: typeof sent) =>
  new Set(requests.flatMap(({ note }) => /^query\/(\S+) of other operations$/.exec(note)?.[1] ?? []));

describe('the unexpected requests', () => {
  it('contain each query parameter by itself, and the parameters of paging, order and scope for each operation', () => {
    const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    expect([...findAlone(sent)].sort()).toEqual([...new Set(names)].sort());
    for (const operation of contract.operations) {
      const declared = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      const shared = names.filter((name) => !isFilterParameter(name) && !declared.includes(name));
      const alone = findAlone(sent.filter((unexpected) => unexpected.operation === operation));
      expect([...new Set(shared)].filter((name) => !alone.has(name))).toEqual([]);
    }
  });

  it('contain each header of the contract and the protocol that can be sent', () => {
    const declared = parameters.filter((parameter) => parameter.in === 'header');
    const expected = [
      ...declared.map(({ name, example }) => [name.toLowerCase(), String(example)]),
      ...PROTOCOL_HEADERS.map(([name, value]) => [name.toLowerCase(), value]),
    ];
    const headers = new Set(
      sent.flatMap(({ request, authorization }) =>
        Object.entries({ ...request.headers, ...(authorization !== undefined && { authorization }) }).map(String),
      ),
    );
    const missing = expected.filter((header) => !headers.has(String(header))).map(([name]) => name);
    expect(new Set(missing)).toEqual(new Set(['keep-alive', 'x-request-id', 'x-http-method-override']));
  });

  it('contain each example and each inherited property name as values, names and headers', () => {
    const values = new Set(reads.flatMap(({ request }) => Object.values({ ...request.query, ...request.path }).flat()));
    const examples = parameters.flatMap(({ example }) => (example === undefined ? [] : [String(example)]));
    expect([...examples, ...PROTOTYPE_NAMES].filter((value) => !values.has(value))).toEqual([]);
    for (const part of ['query', 'headers'] as const) {
      const named = sent.find(({ request }) => Object.hasOwn(request[part], '__proto__'));
      expect(Object.keys(named?.request[part] ?? {})).toEqual(expect.arrayContaining([...PROTOTYPE_NAMES]));
    }
  });

  it('contain each malformed body and the bodies of other operations, but no valid body', () => {
    const bodies = new Set(sent.flatMap(({ request }) => request.text ?? JSON.stringify(request.body)));
    const examples = contract.operations.flatMap(({ requestBody }) => requestBody?.examples.slice(0, 1) ?? []);
    const expected = [
      ...MALFORMED_BODIES.filter((text) => text !== ''),
      ...examples.map((body) => JSON.stringify(body)),
    ];
    const normalize = (text: string) => {
      try {
        return JSON.stringify(JSON.parse(text));
      } catch {
        return text;
      }
    };
    expect(expected.map(normalize).filter((text) => !bodies.has(text))).toEqual([]);
    const valid = sent.filter(
      ({ operation, note, request }) => note.startsWith('the body') && isValid(operation, request),
    );
    expect(valid).toEqual([]);
  });

  it('contain no body that is valid when a server ignores its byte order mark, but others with one', () => {
    for (const operation of contract.operations.filter(({ requestBody }) => requestBody)) {
      // All bodies, not only the share of the operation.
      const every = Array.from({ length: 4 }, () => list(operation, createValid(operation))).flat();
      const bodies = every.filter(({ request }) => request.text?.startsWith('\ufeff'));
      const isEmptyAllowed = isValid(operation, { ...createValid(operation), body: {} });
      expect([operation.id, bodies.length > 0]).toEqual([operation.id, !isEmptyAllowed]);
    }
  });

  it('contain only invalid writes, so that they have no effect', () => {
    const valid = sent.filter(({ operation, request }) => operation.method !== 'GET' && isValid(operation, request));
    expect(valid.map(({ operation, note }) => `${operation.id} ${note}`)).toEqual([]);
  });

  it('use up to half of the requests of a run', () => {
    expect(sent.length).toBeLessThan(5_000);
  });
});

function isValid(operation: Operation, request: UnexpectedRequest['request']): boolean {
  return contract.validateRequest(operation, request).length === 0;
}
