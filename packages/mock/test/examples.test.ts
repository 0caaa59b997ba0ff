/** Every operation × declared status × named example of the packaged contract, and generated bodies. */

import { isJsonMediaType } from '@aispm/openapi';
import { validateOutput } from '@stoplight/prism-http/dist/validator/index.js';
import { describe, expect, it } from 'vitest';
import { createSampleRequest } from '../dist/operations/sample-request.js';
import { isFixed, operationParts, operations, send } from './support.ts';

type Operation = (typeof operations)[number];

/** Lists every named example of every declared status of operations. */
const listCases = (list: Operation[]) =>
  list.flatMap((operation) =>
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

async function sendSample(operation: Operation, prefer: string, accept = '*/*'): Promise<Response> {
  const sample = createSampleRequest(operation);
  expect(sample, 'every required value of the operation has an example').toBeDefined();
  const { method, path, headers, body } = sample as NonNullable<typeof sample>;
  return send(path, { method, headers: { ...headers, prefer, accept }, ...(body !== undefined && { body }) });
}

/** Lists the violations that Prism's validation finds in a response. */
function findViolations(operation: Operation, response: Response, body: unknown): unknown[] {
  const element = { statusCode: response.status, headers: Object.fromEntries(response.headers), body };
  const result = validateOutput({ resource: operation, element });
  return result._tag === 'Left' ? result.left : [];
}

const decode = (mediaType: string, text: string) => (isJsonMediaType(mediaType) ? JSON.parse(text) : text);

describe('the contract', () => {
  it('has a named example for every operation', () => {
    expect(new Set(listCases(operations).map(({ operation }) => operation)).size).toBe(operations.length);
  });
});

describe.each(operationParts)('$cases.length operations', ({ cases, tags }) => {
  describe('every named example', { tags }, () => {
    it.each(listCases(cases))(
      '$name $code $example.key is returned unchanged and is valid',
      async ({ operation, code, mediaType, example }) => {
        const response = await sendSample(
          operation,
          `code=${code}, example=${example.key}`,
          Number(code) < 400 ? mediaType : '*/*',
        );
        const body = decode(mediaType, await response.text());
        expect([response.status, response.headers.get('content-type')]).toEqual([Number(code), mediaType]);
        expect(body).toEqual(example.value);
        expect(findViolations(operation, response, body)).toEqual([]);
      },
    );
  });

  describe('every response', { tags }, () => {
    const responses = cases.flatMap((operation) =>
      operation.responses
        .filter(({ contents = [] }) => contents.length > 0)
        .map(({ code }) => ({ operation, name: operation.iid, code })),
    );

    it.each(responses)('$name $code: the validation finds a wrong body', async ({ operation, code }) => {
      const response = await sendSample(operation, `code=${code}`);
      const wrong = isJsonMediaType(response.headers.get('content-type') ?? '') ? 'a text' : 5;
      expect(findViolations(operation, response, wrong)).not.toEqual([]);
    });
  });

  describe('every generated body', { tags }, () => {
    it.each(cases.map((operation) => ({ operation, name: operation.iid })))('$name is valid', async ({ operation }) => {
      const bodies = new Set<string>();
      for (let i = 0; i < 5; i++) {
        const response = await sendSample(operation, `dynamic=true, seed=${i}`);
        const text = await response.text();
        bodies.add(text);
        expect(response.ok).toBe(true);
        const type = response.headers.get('content-type') ?? '';
        expect(findViolations(operation, response, text === '' ? undefined : decode(type, text))).toEqual([]);
      }
      const success = operation.responses.find(({ code }) => code.startsWith('2'));
      expect(bodies.size > 1 || !success?.contents?.length || isFixed(operation)).toBe(true);
    });
  });
});
