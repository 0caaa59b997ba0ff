import { describe, expect, it } from 'vitest';
import { listExamples, listOperations, openResponses, type Schema } from '../src/index.ts';
import { createValidator } from '../src/validation/validate.ts';
import { contract, toDocument } from './contract.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const closed = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  additionalProperties: false,
});

/** Opens the responses of a contract with one operation, and returns it. */
function open(request: Schema, response: Schema, schemas: Record<string, Schema>) {
  const content = (schema: Schema) => ({ content: { 'application/json': { schema } } });
  const operation = { requestBody: content(request), responses: { 200: { description: 'OK.', ...content(response) } } };
  const document = toDocument({ '/things': { post: operation } } as never, { schemas } as never);
  openResponses(document as never);
  return { schemas: document.components?.schemas as Record<string, Schema>, document };
}

describe('openResponses', () => {
  it('opens the objects of responses, and leaves those of requests closed', () => {
    const { schemas } = open(ref('NewThing'), ref('Thing'), {
      NewThing: closed({ name: { type: 'string' } }),
      Thing: closed({ part: closed({}) }),
    });
    expect(schemas.NewThing).toEqual(closed({ name: { type: 'string' } }));
    expect(schemas.Thing).toEqual({ type: 'object', properties: { part: { type: 'object', properties: {} } } });
  });

  it('splits a schema that requests and responses contain, and all that refer to it', () => {
    const { schemas } = open(ref('NewThing'), ref('Thing'), {
      NewThing: closed({ parts: { type: 'array', items: ref('Part') } }),
      Thing: closed({ parts: { type: 'array', items: ref('Part') } }),
      Part: { type: 'array', items: ref('Screw') },
      Screw: closed({}),
    });
    expect(schemas.NewThing).toEqual(closed({ parts: { type: 'array', items: ref('PartInput') } }));
    expect(schemas.PartInput).toEqual({ type: 'array', items: ref('ScrewInput') });
    expect(schemas.ScrewInput).toEqual(closed({}));
    expect(schemas.Part).toEqual({ type: 'array', items: ref('Screw') });
    expect(schemas.Screw).toEqual({ type: 'object', properties: {} });
  });

  it('turns an enumeration that may grow into a string, which lists the known values', () => {
    const { schemas } = open(closed({}), ref('Thing'), {
      Status: { type: 'string', description: 'A status.', enum: ['new', 'old'], 'x-extensible-enum': true } as Schema,
      Order: { type: 'string', enum: ['ASC', 'DESC'] },
      Thing: closed({
        status: { description: 'How it is.', ...ref('Status') },
        last: { description: 'How it was.', anyOf: [ref('Status'), { type: 'null' }] },
        order: { anyOf: [ref('Order'), { type: 'null' }] },
      }),
    });
    const text = {
      type: 'string',
      description: 'A status. Values: `new`, `old`; later versions may add others.',
      maxLength: 255,
      'x-extensible-enum': ['new', 'old'],
    };
    expect(schemas.Status).toEqual(text);
    expect(schemas.Thing?.properties).toEqual({
      status: { description: 'How it is.', ...ref('Status') },
      last: { ...text, description: 'How it was.', type: ['string', 'null'] },
      order: { anyOf: [ref('Order'), { type: 'null' }] },
    });
  });

  it('leaves an enumeration closed in requests', () => {
    const enumeration: Schema = { type: 'string', enum: ['new', 'old'] };
    const { schemas, document } = open(closed({ status: ref('Status') }), ref('Thing'), {
      Status: { ...enumeration, 'x-extensible-enum': true } as Schema,
      Thing: closed({ status: ref('Status') }),
    });
    expect(schemas.StatusInput).toEqual(enumeration);
    expect(JSON.stringify(document.paths)).toContain(JSON.stringify({ status: ref('StatusInput') }));
  });

  it('reports a copy whose name is already in use', () => {
    expect(() => open(ref('Part'), ref('Part'), { Part: closed({}), PartInput: closed({}) })).toThrow(/PartInput/);
  });
});

describe('the contract with open responses', () => {
  const published = structuredClone(contract);
  openResponses(published as never);
  const [strict, tolerant] = [createValidator(contract), createValidator(published)];

  /** Adds a property to each object of a value, as a later version may. */
  const grow = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(grow);
    if (typeof value !== 'object' || value === null) return value;
    return { ...Object.fromEntries(Object.entries(value).map(([key, item]) => [key, grow(item)])), later_member: 1 };
  };

  const bodies = listOperations(contract).flatMap((operation) => {
    const opened = listOperations(published).find(({ operationId }) => operationId === operation.operationId);
    const of = (kind: 'request' | 'response', pointer: string | undefined, content: object | undefined) =>
      Object.entries(content ?? {}).flatMap(([mediaType, media]) =>
        listExamples(contract, media).map(({ name, value }) => ({
          name: `${operation.operationId} ${kind} ${name}`,
          kind,
          value,
          pointer: `${pointer}/content/${mediaType.replaceAll('/', '~1')}/schema`,
        })),
      );
    expect(opened?.pointers).toEqual(operation.pointers);
    return [
      ...of('request', operation.pointers.requestBody, operation.requestBody?.content),
      ...Object.entries(operation.responses).flatMap(([status, { content }]) =>
        of('response', operation.pointers.responses[status], content),
      ),
    ].filter(({ value }) => typeof value === 'object' && value !== null);
  });
  const validate = (validator: typeof strict, { pointer, kind }: (typeof bodies)[number], value: unknown) =>
    validator.validateValue(pointer, value, kind).filter(({ keyword }) => keyword === 'additionalProperties');

  it('accepts responses of later versions, with properties that it does not name', () => {
    const responses = bodies.filter(({ kind }) => kind === 'response');
    expect(responses.length).toBeGreaterThan(100);
    for (const body of responses) {
      expect(validate(tolerant, body, grow(body.value)), body.name).toEqual([]);
    }
    expect(responses.filter((body) => validate(strict, body, grow(body.value)).length > 0).length).toBeGreaterThan(100);
  });

  it('rejects the same properties in requests', () => {
    const requests = bodies.filter(({ kind }) => kind === 'request');
    expect(requests.length).toBeGreaterThan(10);
    for (const body of requests) {
      const violations = validate(strict, body, grow(body.value));
      expect(violations, body.name).not.toEqual([]);
      expect(validate(tolerant, body, grow(body.value)), body.name).toEqual(violations);
    }
  });
});
