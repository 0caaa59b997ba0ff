/** Validates requests against the contract, and describes violations in its terms. */
import {
  describeSchemaError,
  EMPTY,
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
/** The same, to find all violations of an invalid value. */
const allOfParameters = new Ajv2020({ ...OPTIONS, coerceTypes: 'array', useDefaults: true, allErrors: true });
const allOfBodies = new Ajv2020({ ...OPTIONS, allErrors: true });
for (const ajv of [parameters, bodies, allOfParameters, allOfBodies]) addFormats.default(ajv);

/** Maximum number of nodes of a value whose violations are all described. For larger values, only the first one is. */
const MAX_DESCRIBED_NODES = 1_000;

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
  const validateAll = createValueValidator(schema, 'body');
  return (value: unknown) =>
    (isSmall(value)
      ? validateAtOnce(value, validateAll)
      : validateInSlices(value, validateRest, lists)) as Promise<void> & SafePromiseLike<void>;
}

/** @throws {ApiError} 400, because Fastify ignores the result of asynchronous validation */
async function validateAtOnce(value: unknown, validate: ReturnType<typeof createValueValidator>): Promise<void> {
  const result = validate(value);
  if ('error' in result) throw result.error;
}

/** @throws {ApiError} 400 for the first invalid item, because Fastify ignores the result of asynchronous validation */
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
      const describe = isSmall(item) ? allOfBodies.compile(items) : validate;
      describe(item);
      const toBody = (error: ErrorObject) => ({ ...error, instancePath: `/${name}/${index}${error.instancePath}` });
      throw toApiError((describe.errors ?? []).map(toBody), 'body', []);
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
  const [ajv, all] = part === 'body' ? [bodies, allOfBodies] : [parameters, allOfParameters];
  const headerNames = part === 'headers' ? Object.keys((schema as HeaderSchema).properties ?? {}) : [];
  const findMalformed = part === 'querystring' ? createMalformedIntegerFinder(schema) : () => ({});
  const compiled = part === 'headers' ? withLowerCaseNames(schema) : schema;
  let validate: ReturnType<typeof ajv.compile> | undefined;
  return (value: unknown): { value: unknown } | { error: ApiError } => {
    const malformed = findMalformed(value as Record<string, unknown>);
    validate ??= ajv.compile(compiled);
    if (validate(value) && Object.keys(malformed).length === 0) return { value };
    const [first] = validate.errors ?? [];
    const errors = first && isSmall(value) ? findAllErrors(all, compiled, value) : (validate.errors ?? []);
    return { error: toApiError(errors, part, headerNames, malformed) };
  };
}

/** Finds all errors of an invalid value. */
function findAllErrors(ajv: Ajv2020, schema: object, value: unknown): readonly ErrorObject[] {
  const validate = ajv.compile(schema);
  return validate(value) ? [] : (validate.errors ?? []);
}

/** Returns whether a value has so few nodes that describing all of its violations takes little time and memory. */
function isSmall(value: unknown): boolean {
  let left = MAX_DESCRIBED_NODES;
  const count = (node: unknown): boolean => {
    left -= 1;
    if (left < 0) return false;
    if (typeof node !== 'object' || node === null) return true;
    for (const name in node) if (!count((node as Record<string, unknown>)[name])) return false;
    return true;
  };
  return count(value);
}

/** Finds integer parameters that aren't in decimal digits. The validator would convert other notations, such as `0x10`. */
function createMalformedIntegerFinder({ properties = {} }: ParameterSchema) {
  const names = Object.keys(properties).filter((name) => properties[name]?.type === 'integer');
  return (query: Record<string, unknown>): ErrorDetails => {
    const details: Record<string, string> = {};
    for (const name of names) {
      const text = query[name];
      if (typeof text !== 'string' || isDecimalInteger(text)) continue;
      details[`query/${name}`] = text === '' ? EMPTY : `must be integer${receivedValue(text)}`;
    }
    return details;
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
 * @param malformed details that replace others of their locations
 */
function toApiError(
  errors: readonly ErrorObject[],
  httpPart: string,
  headerNames: readonly string[],
  malformed: ErrorDetails = {},
): ApiError {
  const part = LOCATIONS[httpPart] ?? httpPart;
  const messages = new Map(Object.entries(malformed).map(([location, message]) => [location, [message]]));
  const meant = part === 'body' ? narrowAlternatives(errors, validateAlternative) : errors;
  const tooLong = new Set(errors.filter(({ keyword }) => keyword === 'maxItems').map((error) => error.instancePath));
  // The duplicates of a list that's too long don't matter.
  const isMinor = ({ keyword, instancePath }: ErrorObject) => keyword === 'uniqueItems' && tooLong.has(instancePath);
  const listed = meant.filter((error) => error.keyword !== 'if' && !isMinor(error));
  for (const error of listed.slice(0, MAX_DETAILS)) {
    const [found, message] = toDetail(error, part);
    const name = headerNames.find((declared) => found === `header/${declared.toLowerCase()}`);
    const location = name === undefined ? found : `header/${name}`;
    const known = messages.get(location) ?? [];
    if (location in malformed || known.includes(message) || known.includes(EMPTY)) continue;
    messages.set(location, message === EMPTY ? [EMPTY] : [...known, message]);
  }
  const details = Object.fromEntries([...messages].map(([location, all]) => [location, all.join('; ')]));
  return invalidRequest(part.startsWith('body') ? 'invalid_body' : 'invalid_parameter', details as ErrorDetails);
}

function validateAlternative(alternative: object, value: unknown): readonly ErrorObject[] {
  return findAllErrors(allOfBodies, alternative, value);
}

function toDetail(error: ErrorObject, part: string): [location: string, message: string] {
  const { instancePath, data } = error;
  const { message, property } = describeSchemaError(error);
  // For the items of a list in the query, the location is the parameter.
  const location = `${part}${part === 'body' ? instancePath : instancePath.split('/', 2).join('/')}`;
  if (property !== undefined) return [`${location}/${escapeKey(property)}`, message];
  if (part !== 'body' && data === '') return [location, EMPTY];
  // The value of a header may be secret.
  return [location, part === 'header' ? message : `${message}${receivedValue(data)}`];
}
