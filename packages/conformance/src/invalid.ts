/**
 * Derives requests that break the contract in exactly one place from what the contract says about a request: a check
 * of what a server refuses, and how.
 */
import {
  type Endpoint,
  type Json,
  type Parameter,
  type Place,
  type Schema,
  TENANT,
  typesOf,
  WORKSPACE,
} from './endpoint.js';

/** The parts of a request, not yet encoded. */
export interface RequestParts {
  path: Json;
  query: Json;
  headers: Json;
  /** The decoded body; undefined when there is none. */
  body?: unknown;
  /** The body as text, instead of the decoded one. */
  text?: string;
}

/** A request that is valid but for one thing. */
export interface InvalidInput {
  /** The place of the fault, as error bodies name it: `query/page_size`, `body/config/threshold`. */
  place: string;
  /** What is wrong there, in a few words. */
  mistake: string;
  /** Statuses that the contract has for it. */
  expected: number[];
  request: RequestParts;
}

/** Longest text and list that are sent to go over a limit; a request line must not burst before the check is reached. */
const MAX_TEXT = 6000;
const MAX_LIST = 200;
/** How deep the body is broken: a field of a field of a field. */
const MAX_DEPTH = 3;

/**
 * Every way to break a valid request that the contract's schemas tell of.
 *
 * @param valid a valid request; where it has no body although the operation takes one, bodies are not broken
 */
export function invalidInputs(endpoint: Endpoint, valid: RequestParts): InvalidInput[] {
  const expected = [400, 422].filter((status) => endpoint.responses.has(status)).slice(0, 1);
  if (expected.length === 0) return [];
  return [
    ...endpoint.parameters.flatMap((parameter) => brokenParameters(endpoint, parameter, valid, expected)),
    ...(endpoint.body && valid.body !== undefined ? brokenBodies(endpoint.body, valid, expected) : []),
  ];
}

function brokenParameters(
  endpoint: Endpoint,
  { name, in: place, required, schema }: Parameter,
  valid: RequestParts,
  expected: number[],
): InvalidInput[] {
  const part = place === 'header' ? 'headers' : place;
  const statuses = [...expected, ...orElse(name, place).filter((status) => endpoint.responses.has(status))];
  const make = (mistake: string, value: unknown): InvalidInput => ({
    place: `${place}/${name}`,
    mistake,
    expected: statuses,
    request: { ...valid, [part]: { ...valid[part], [name]: value } },
  });
  const wrong = brokenTexts(schema)
    // What a path or a header cannot carry never reaches the server as it was meant.
    .filter(({ value }) => place === 'query' || value !== '')
    .filter(({ value }) => place !== 'header' || /^[\x20-\x7e]*$/.test(String(value)));
  const { [name]: _, ...without } = valid[part];
  return [
    ...(required && place !== 'path'
      ? [
          {
            place: `${place}/${name}`,
            mistake: 'is missing',
            expected: statuses,
            request: { ...valid, [part]: without },
          },
        ]
      : []),
    ...wrong.map(({ mistake, value }) => make(mistake, value)),
  ];
}

/**
 * What else may be answered: a condition that is not well-formed may as well be one that does not hold, and a tenant that
 * cannot be one that is out of reach.
 */
function orElse(name: string, place: Place): number[] {
  if (place === 'header' && /^If-/i.test(name)) return [412];
  return place === 'path' && [TENANT, WORKSPACE].includes(name) ? [403] : [];
}

interface Broken {
  mistake: string;
  value: unknown;
}

/** Values that a parameter does not take. Everything in a query is text, so numbers are broken by words. */
function brokenTexts(schema: Schema): Broken[] {
  const types = typesOf(schema);
  if (types.includes('array')) {
    const { items = {}, maxItems, uniqueItems } = schema;
    const [first] = Array.isArray(items.enum) ? items.enum : ['a'];
    const many = maxItems === undefined || maxItems >= MAX_LIST ? [] : [maxItems + 1];
    return [
      ...brokenTexts(items).map(({ mistake, value }) => ({ mistake: `has an item that ${mistake}`, value: [value] })),
      ...(uniqueItems ? [{ mistake: 'has an item twice', value: [first, first] }] : []),
      ...many.map((count) => ({
        mistake: `has ${count} items`,
        value: Array.from({ length: count }, (_, index) =>
          Array.isArray(items.enum) ? items.enum[index % items.enum.length] : `a${index}`,
        ),
      })),
    ];
  }
  if (types.includes('integer') || types.includes('number')) {
    return [{ mistake: 'is a word', value: 'many' }, { mistake: 'is empty', value: '' }, ...brokenNumbers(schema)];
  }
  if (types.includes('boolean')) {
    return [
      { mistake: 'is neither true nor false', value: 'perhaps' },
      { mistake: 'is empty', value: '' },
    ];
  }
  return brokenStrings(schema);
}

function brokenNumbers({ minimum, maximum, type }: Schema): Broken[] {
  return [
    ...(minimum === undefined ? [] : [{ mistake: `is ${minimum - 1}`, value: minimum - 1 }]),
    ...(maximum === undefined ? [] : [{ mistake: `is ${maximum + 1}`, value: maximum + 1 }]),
    ...(type === 'integer' ? [{ mistake: 'has a fraction', value: (minimum ?? 0) + 0.5 }] : []),
  ];
}

function brokenStrings({ enum: values, const: constant, minLength, maxLength, pattern, format }: Schema): Broken[] {
  if (Array.isArray(values)) return [{ mistake: 'is no value of the enumeration', value: 'unheard_of' }];
  if (constant !== undefined) return [{ mistake: `is not ${constant}`, value: `"${constant}"` }];
  const unfit = pattern === undefined ? undefined : misfit(pattern, maxLength ?? 100);
  return [
    ...(minLength ? [{ mistake: 'is empty', value: '' }] : []),
    ...(maxLength !== undefined && maxLength < MAX_TEXT
      ? [{ mistake: `has ${maxLength + 1} characters`, value: 'x'.repeat(maxLength + 1) }]
      : []),
    ...(unfit === undefined ? [] : [{ mistake: 'does not fit the pattern', value: unfit }]),
    ...(format === 'date-time' ? [{ mistake: 'is no date-time', value: 'the day before yesterday' }] : []),
  ];
}

/** A text that a pattern does not allow; undefined when none of a few does. */
function misfit(pattern: string, maxLength: number): string | undefined {
  const regexp = new RegExp(pattern, 'u');
  return ['two words', '!', 'x'].find((text) => text.length <= maxLength && !regexp.test(text));
}

function brokenBodies(
  { required, schema }: NonNullable<Endpoint['body']>,
  valid: RequestParts,
  expected: number[],
): InvalidInput[] {
  const { body, ...others } = valid;
  return [
    { place: 'body', mistake: 'is malformed JSON', expected, request: { ...others, text: '{"name":' } },
    ...(required ? [{ place: 'body', mistake: 'is missing', expected, request: others }] : []),
    ...brokenValues(schema, body, 'body', 0).map(({ place, mistake, value }) => ({
      place,
      mistake,
      expected,
      request: { ...valid, body: value },
    })),
  ];
}

interface BrokenAt extends Broken {
  place: string;
}

const OTHER_TYPES: readonly [type: string, value: unknown][] = [
  ['string', 'a text'],
  ['boolean', true],
  ['object', {}],
  ['array', []],
];

/** Values that a schema does not take, each made from a valid one by one change. */
function brokenValues(schema: Schema, sample: unknown, place: string, depth: number): BrokenAt[] {
  // A choice of schemas can make one fault look like another choice.
  if (schema.oneOf) return [];
  const types = typesOf(schema);
  const here = (list: Broken[]): BrokenAt[] => list.map((one) => ({ ...one, place }));
  const other = OTHER_TYPES.find(([type]) => !types.includes(type));
  return [
    ...(types.length > 0 && other ? here([{ mistake: `is of type ${other[0]}`, value: other[1] }]) : []),
    ...(types.length > 0 && !types.includes('null') ? here([{ mistake: 'is null', value: null }]) : []),
    ...(types.includes('string') ? here(brokenStrings(schema)) : []),
    ...(types.includes('integer') || types.includes('number') ? here(brokenNumbers(schema)) : []),
    ...(types.includes('array') ? brokenLists(schema, sample, place, depth) : []),
    ...(types.includes('object') ? brokenObjects(schema, sample, place, depth) : []),
  ];
}

function brokenLists({ items, minItems, maxItems }: Schema, sample: unknown, place: string, depth: number): BrokenAt[] {
  const list = Array.isArray(sample) ? sample : [];
  const [first, ...rest] = list;
  return [
    ...(minItems ? [{ place, mistake: 'is empty', value: [] }] : []),
    ...(maxItems !== undefined && maxItems < MAX_LIST && first !== undefined
      ? [{ place, mistake: `has ${maxItems + 1} items`, value: Array.from({ length: maxItems + 1 }, () => first) }]
      : []),
    ...(items && first !== undefined && depth < MAX_DEPTH
      ? brokenValues(items, first, `${place}/0`, depth + 1).map((one) => ({ ...one, value: [one.value, ...rest] }))
      : []),
  ];
}

function brokenObjects(schema: Schema, sample: unknown, place: string, depth: number): BrokenAt[] {
  const { properties = {}, required = [], additionalProperties, unevaluatedProperties, minProperties } = schema;
  const object = (sample ?? {}) as Json;
  const isClosed = additionalProperties === false || unevaluatedProperties === false;
  return [
    ...(isClosed
      ? [{ place: `${place}/unheard_of`, mistake: 'is no known field', value: { ...object, unheard_of: true } }]
      : []),
    ...(minProperties ? [{ place, mistake: 'has no fields', value: {} }] : []),
    ...required.map((name) => {
      const { [name]: _, ...without } = object;
      return { place: `${place}/${name}`, mistake: 'is missing', value: without };
    }),
    ...(depth < MAX_DEPTH
      ? Object.entries(properties).flatMap(([name, property]) =>
          brokenValues(property, object[name], `${place}/${name}`, depth + 1).map((one) => ({
            ...one,
            value: { ...object, [name]: one.value },
          })),
        )
      : []),
  ];
}
