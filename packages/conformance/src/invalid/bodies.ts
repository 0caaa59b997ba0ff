/** Requests with an invalid body. */
import { schemaTypes } from '@aispm/openapi';
import type { Json, RequestBody, Schema } from '../contract/operation.ts';
import type { RequestParts } from '../contract/request-parts.ts';
import type { InvalidRequest } from './invalid-request.ts';
import { type InvalidValue, listInvalidNumbers, listInvalidStrings, MAX_ITEMS } from './values.ts';

/** Maximum depth of the fields that get invalid values. */
const MAX_DEPTH = 3;

/** An invalid body, and the location of its violation. */
interface InvalidBody extends InvalidValue {
  location: string;
}

/** A location in a body, with its valid value. */
interface Position {
  schema: Schema;
  sample: unknown;
  location: string;
  depth: number;
}

/** A value of each type. */
const SAMPLES: readonly [type: string, value: unknown][] = [
  ['string', 'a string'],
  ['boolean', true],
  ['object', {}],
  ['array', []],
];

/** Lists the requests with a malformed, missing or invalid body. */
export function listInvalidBodies(
  { required, schema }: RequestBody,
  valid: RequestParts,
  statuses: number[],
): InvalidRequest[] {
  const { body, ...others } = valid;
  return [
    { location: 'body', mistake: 'is malformed JSON', statuses, request: { ...others, text: '{"name":' } },
    ...(required ? [{ location: 'body', mistake: 'is missing', statuses, request: others }] : []),
    ...listInvalidValues({ schema, sample: body, location: 'body', depth: 0 }).map(({ location, mistake, value }) => ({
      location,
      mistake,
      statuses,
      request: { ...valid, body: value },
    })),
  ];
}

/** Lists values that a schema rejects, each one change away from a valid value. */
function listInvalidValues(position: Position): InvalidBody[] {
  const { schema, location } = position;
  // An invalid value of one alternative may be valid for another.
  if (schema.oneOf || schema.anyOf) return [];
  const types = schemaTypes(schema as Parameters<typeof schemaTypes>[0]);
  const other = SAMPLES.find(([type]) => !types.includes(type));
  const values: InvalidValue[] = [
    ...(types.length > 0 && other ? [{ mistake: `is of type ${other[0]}`, value: other[1] }] : []),
    ...(types.length > 0 && !types.includes('null') ? [{ mistake: 'is null', value: null }] : []),
    ...(types.includes('string') ? listInvalidStrings(schema) : []),
    ...(types.includes('integer') || types.includes('number') ? listInvalidNumbers(schema) : []),
  ];
  return [
    ...values.map((invalid) => ({ ...invalid, location })),
    ...(types.includes('array') ? listInvalidArrays(position) : []),
    ...(types.includes('object') ? listInvalidObjects(position) : []),
  ];
}

function listInvalidArrays({ schema, sample, location, depth }: Position): InvalidBody[] {
  const { items, minItems, maxItems } = schema;
  const [first, ...rest] = Array.isArray(sample) ? sample : [];
  return [
    ...(minItems ? [{ location, mistake: 'is empty', value: [] }] : []),
    ...(maxItems !== undefined && maxItems < MAX_ITEMS && first !== undefined
      ? [{ location, mistake: `has ${maxItems + 1} items`, value: Array.from({ length: maxItems + 1 }, () => first) }]
      : []),
    ...(items && first !== undefined && depth < MAX_DEPTH
      ? listInvalidValues({ schema: items, sample: first, location: `${location}/0`, depth: depth + 1 }).map(
          (invalid) => ({ ...invalid, value: [invalid.value, ...rest] }),
        )
      : []),
  ];
}

function listInvalidObjects({ schema, sample, location, depth }: Position): InvalidBody[] {
  const { properties = {}, required = [], additionalProperties, unevaluatedProperties, minProperties } = schema;
  const object = (sample ?? {}) as Json;
  const isClosed = additionalProperties === false || unevaluatedProperties === false;
  const unknown = { location: `${location}/unknown_field`, mistake: 'is not a known field' };
  return [
    ...(isClosed ? [{ ...unknown, value: { ...object, unknown_field: true } }] : []),
    ...(minProperties ? [{ location, mistake: 'has no fields', value: {} }] : []),
    ...required.map((name) => {
      const { [name]: _, ...without } = object;
      return { location: `${location}/${name}`, mistake: 'is missing', value: without };
    }),
    ...(depth < MAX_DEPTH ? Object.entries(properties) : []).flatMap(([name, property]) =>
      listInvalidValues({
        schema: property,
        sample: object[name],
        location: `${location}/${name}`,
        depth: depth + 1,
      }).map((invalid) => ({ ...invalid, value: { ...object, [name]: invalid.value } })),
    ),
  ];
}
