/** Validates requests against the contract, and describes violations in its terms. */
import {
  describeSchemaError,
  escapeKey,
  isDecimalInteger,
  MAX_DETAILS,
  narrowAlternatives,
  receivedValue,
} from '@aispm/openapi';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifySchema, FastifySchemaCompiler, SafePromiseLike } from 'fastify';
import { forEachInSlices, Slices } from '../core/slices.ts';
import { type ApiError, type ErrorDetails, invalidRequest } from './errors/errors.ts';

const OPTIONS = {
  strict: false,
  validateSchema: false,
  addUsedSchema: false,
  allErrors: false,
  verbose: true,
  // Optimizing would double the compile time of the largest schemas, without speeding up validation.
  code: { optimize: false },
} as const;

/** Parameters are strings that are coerced to their types. If a list is declared, a single value becomes a list. */
const parameters = new Ajv2020({ ...OPTIONS, coerceTypes: 'array', useDefaults: true });
const bodies = new Ajv2020(OPTIONS);
/** Alternatives in body schemas. All of their errors are needed to determine which one a value is meant to match. */
const alternatives = new Ajv2020({ ...OPTIONS, allErrors: true });
for (const ajv of [parameters, bodies, alternatives]) addFormats.default(ajv);

/** Compiles a schema on first use, because most processes only see few of the operations, and none at the start. */
export const compileValidator: FastifySchemaCompiler<FastifySchema> = ({ schema, httpPart = 'body' }) =>
  httpPart === 'body' ? createBodyValidator(schema as ListSchema) : createValueValidator(schema as object, httpPart);

/** A schema with the lists of an object. */
interface ListSchema {
  properties?: Record<string, { type?: unknown; items?: object }>;
}

/** Returns a function that validates bodies. List items are validated in slices, yielding to other tasks in between. */
function createBodyValidator(schema: ListSchema) {
  const properties = Object.entries(schema.properties ?? {});
  const lists = properties.flatMap(([name, { type, items }]) =>
    type === 'array' && items !== undefined ? [{ name, items }] : [],
  );
  if (lists.length === 0) return createValueValidator(schema, 'body');
  const withoutItems = properties.map(([name, { items, ...property }]) => [
    name,
    property.type === 'array' ? property : { ...property, ...(items !== undefined && { items }) },
  ]);
  const validateRest = createValueValidator({ ...schema, properties: Object.fromEntries(withoutItems) }, 'body');
  return (value: unknown) => validateInSlices(value, validateRest, lists) as Promise<void> & SafePromiseLike<void>;
}

/** @throws {ApiError} 400 for the first violation, because Fastify ignores the result of asynchronous validation */
async function validateInSlices(
  value: unknown,
  validateRest: ReturnType<typeof createValueValidator>,
  lists: readonly { name: string; items: object }[],
): Promise<void> {
  const slices = new Slices();
  const result = validateRest(value);
  if ('error' in result) throw result.error;
  for (const { name, items } of lists) {
    const list = (value as Record<string, readonly unknown[] | undefined>)[name];
    if (list === undefined || list.length === 0) continue;
    // The first validation also compiles the schema.
    if (slices.isOver()) await slices.next();
    const validate = bodies.compile(items);
    const check = (item: unknown, index: number) => {
      if (validate(item)) return;
      const toBody = (error: ErrorObject) => ({ ...error, instancePath: `/${name}/${index}${error.instancePath}` });
      throw toApiError((validate.errors ?? []).map(toBody), 'body', []);
    };
    await forEachInSlices(list, check, slices);
  }
}

/**
 * Returns a function that validates values against a schema: bodies as is, all others with coercion and defaults.
 *
 * @param part location of the values: Fastify's name for the part of the request, or a location such as `body/filters`
 */
export function createValueValidator(schema: object, part: string) {
  const ajv = part === 'body' ? bodies : parameters;
  const headerNames = part === 'headers' ? Object.keys((schema as HeaderSchema).properties ?? {}) : [];
  const findMalformed = part === 'querystring' ? createMalformedIntegerFinder(schema) : () => undefined;
  let validate: ReturnType<typeof ajv.compile> | undefined;
  return (value: unknown): { value: unknown } | { error: ApiError } => {
    const malformed = findMalformed(value as Record<string, unknown>);
    if (malformed !== undefined) return { error: invalidRequest('invalid_parameter', malformed) };
    validate ??= ajv.compile(part === 'headers' ? withLowerCaseNames(schema) : schema);
    return validate(value) ? { value } : { error: toApiError(validate.errors ?? [], part, headerNames) };
  };
}

/** Finds an integer parameter that isn't in decimal digits. The validator would convert other notations, such as `0x10`. */
function createMalformedIntegerFinder({ properties = {} }: ParameterSchema) {
  const names = Object.keys(properties).filter((name) => properties[name]?.type === 'integer');
  return (query: Record<string, unknown>): ErrorDetails | undefined => {
    for (const name of names) {
      const text = query[name];
      if (typeof text === 'string' && !isDecimalInteger(text)) {
        return { [`query/${name}`]: `must be integer${receivedValue(text)}` };
      }
    }
    return undefined;
  };
}

interface ParameterSchema {
  properties?: Record<string, { type?: unknown }>;
}

/** Returns the schema of headers with lowercase names, as in Node.js. */
function withLowerCaseNames({ properties = {}, required = [], ...schema }: HeaderSchema): object {
  const entries = Object.entries(properties).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...schema, properties: Object.fromEntries(entries), required: required.map((name) => name.toLowerCase()) };
}

interface HeaderSchema extends FastifySchema {
  properties?: Record<string, unknown>;
  required?: string[];
}

/** The names of request parts in error details, by Fastify's names. */
const LOCATIONS: Record<string, string> = { body: 'body', querystring: 'query', params: 'path', headers: 'header' };

/**
 * Returns the 400 for violations.
 *
 * @param headerNames header names in the spelling of the contract
 */
function toApiError(errors: readonly ErrorObject[], httpPart: string, headerNames: readonly string[]): ApiError {
  const part = LOCATIONS[httpPart] ?? httpPart;
  const details: Record<string, string> = {};
  const meant = part === 'body' ? narrowAlternatives(errors, validateAlternative) : errors;
  for (const error of meant.filter(({ keyword }) => keyword !== 'if').slice(0, MAX_DETAILS)) {
    const [found, message] = toDetail(error, part);
    const name = headerNames.find((declared) => found === `header/${declared.toLowerCase()}`);
    const location = name === undefined ? found : `header/${name}`;
    details[location] = location in details ? `${details[location]}; ${message}` : message;
  }
  return invalidRequest(part.startsWith('body') ? 'invalid_body' : 'invalid_parameter', details as ErrorDetails);
}

function validateAlternative(alternative: object, value: unknown): readonly ErrorObject[] {
  const validate = alternatives.compile(alternative);
  return validate(value) ? [] : (validate.errors ?? []);
}

function toDetail(error: ErrorObject, part: string): [location: string, message: string] {
  const { instancePath, data } = error;
  const { message, property } = describeSchemaError(error);
  // For the items of a list in the query, the location is the parameter.
  const location = `${part}${part === 'body' ? instancePath : instancePath.split('/', 2).join('/')}`;
  if (property !== undefined) return [`${location}/${escapeKey(property)}`, message];
  // The value of a header may be secret.
  return [location, part === 'header' ? message : `${message}${receivedValue(data)}`];
}
