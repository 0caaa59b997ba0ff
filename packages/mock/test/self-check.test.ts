/** Every operation × declared status × named example of the contract in the package, and generated bodies. */
import { validateOutput } from '@stoplight/prism-http/dist/validator/index.js';
import { describe, expect, it } from 'vitest';
import { isJson } from '../dist/request.js';
import { sampleRequest } from '../dist/sample.js';
import { operations, parts, send } from './support.ts';

type Operation = (typeof operations)[number];

/** Every named example of every declared status of some operations. */
const casesOf = (some: Operation[]) =>
  some.flatMap((operation) =>
    operation.responses.flatMap((response) =>
      (response.contents ?? []).flatMap(({ mediaType, examples = [] }) =>
        examples.map((example) => ({
          operation,
          name: operation.iid ?? operation.path,
          code: response.code,
          mediaType,
          example: { key: example.key, value: 'value' in example ? example.value : undefined },
        })),
      ),
    ),
  );

async function ask(operation: Operation, prefer: string, accept = '*/*'): Promise<Response> {
  const sample = sampleRequest(operation);
  expect(sample, 'everything that the operation demands has an example').toBeDefined();
  const { method, path, headers, body } = sample as NonNullable<typeof sample>;
  return send(path, { method, headers: { ...headers, prefer, accept }, ...(body !== undefined && { body }) });
}

/** What Prism's response validation finds. */
function violations(operation: Operation, response: Response, body: unknown): unknown[] {
  const element = { statusCode: response.status, headers: Object.fromEntries(response.headers), body };
  const result = validateOutput({ resource: operation, element });
  return result._tag === 'Left' ? result.left : [];
}

const decode = (mediaType: string, text: string) => (isJson(mediaType) ? JSON.parse(text) : text);

it('every operation has a named example', () => {
  expect(new Set(casesOf(operations).map(({ operation }) => operation)).size).toBe(operations.length);
});

describe.each(parts(operations))('of $some.length operations', ({ some, tags }) => {
  describe('every named example', { tags }, () => {
    it.each(casesOf(some))(
      '$name $code $example.key is answered as it stands and is valid',
      async ({ operation, code, mediaType, example }) => {
        const response = await ask(
          operation,
          `code=${code}, example=${example.key}`,
          Number(code) < 400 ? mediaType : '*/*',
        );
        const body = decode(mediaType, await response.text());
        expect([response.status, response.headers.get('content-type')]).toEqual([Number(code), mediaType]);
        expect(body).toEqual(example.value);
        expect(violations(operation, response, body)).toEqual([]);
      },
    );
  });

  describe('every answer', { tags }, () => {
    const answers = some.flatMap((operation) =>
      operation.responses
        .filter(({ contents = [] }) => contents.length > 0)
        .map(({ code }) => ({ operation, name: operation.iid, code })),
    );

    it.each(answers)(
      '$name $code: the validation that finds nothing would find something',
      async ({ operation, code }) => {
        const response = await ask(operation, `code=${code}`);
        const wrong = isJson(response.headers.get('content-type') ?? '') ? 'a text' : 5;
        expect(violations(operation, response, wrong)).not.toEqual([]);
      },
    );
  });

  describe('every generated body', { tags }, () => {
    it.each(some.map((operation) => ({ operation, name: operation.iid })))('$name is valid', async ({ operation }) => {
      const bodies = new Set<string>();
      for (let i = 0; i < 5; i++) {
        const response = await ask(operation, 'dynamic=true');
        const text = await response.text();
        bodies.add(text);
        expect(response.ok).toBe(true);
        const type = response.headers.get('content-type') ?? '';
        expect(violations(operation, response, text === '' ? undefined : decode(type, text))).toEqual([]);
      }
      const success = operation.responses.find(({ code }) => code.startsWith('2'));
      expect(bodies.size > 1 || !success?.contents?.length).toBe(true);
    });
  });
});
