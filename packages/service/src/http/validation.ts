/** Holds requests to the contract, and says in its terms what is wrong with them. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifySchema, FastifySchemaCompiler } from 'fastify';
import { type ApiError, clip, type ErrorDetails, invalidRequest } from './errors.ts';

/** Most findings that one answer tells. */
const MAX_DETAILS = 20;
/** Longest part of a wrong value that is repeated, in characters. */
const MAX_VALUE = 60;

const OPTIONS = {
  strict: false,
  validateSchema: false,
  addUsedSchema: false,
  allErrors: false,
  verbose: true,
} as const;

/** Everything but the body is text that stands for values; one value where several may stand is a list of one. */
const parameters = new Ajv2020({ ...OPTIONS, coerceTypes: 'array', useDefaults: true });
const bodies = new Ajv2020(OPTIONS);
for (const ajv of [parameters, bodies]) addFormats.default(ajv);

/** Compiles a schema when it is first needed: most processes see few of the operations, and none at the start. */
export const compileValidator: FastifySchemaCompiler<FastifySchema> = ({ schema, httpPart }) =>
  validatorOf(schema as object, httpPart ?? 'body');

/**
 * Holds values to a schema: those of a body as they are, all others as text that stands for values, defaults included.
 *
 * @param part where the values stand: a part of the request as Fastify names it, or a place such as `body/filters`
 */
export function validatorOf(schema: object, part: string) {
  const ajv = part === 'body' ? bodies : parameters;
  let validate: ReturnType<typeof ajv.compile> | undefined;
  return (value: unknown): { value: unknown } | { error: ApiError } => {
    validate ??= ajv.compile(part === 'headers' ? inLowerCase(schema) : schema);
    return validate(value) ? { value } : { error: violation(validate.errors ?? [], part) };
  };
}

/** The schema of headers with their names as the server has them. */
function inLowerCase({ properties = {}, required = [], ...schema }: HeaderSchema): object {
  const entries = Object.entries(properties).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...schema, properties: Object.fromEntries(entries), required: required.map((name) => name.toLowerCase()) };
}

interface HeaderSchema extends FastifySchema {
  properties?: Record<string, unknown>;
  required?: string[];
}

const PARTS: Record<string, string> = { body: 'body', querystring: 'query', params: 'path', headers: 'header' };

/** The 400 for what does not fit. */
function violation(errors: readonly ErrorObject[], httpPart: string): ApiError {
  const part = PARTS[httpPart] ?? httpPart;
  const details: Record<string, string> = {};
  for (const error of errors.filter(({ keyword }) => keyword !== 'if').slice(0, MAX_DETAILS)) {
    const [place, text] = describe(error, part);
    details[place] = place in details ? `${details[place]}; ${text}` : text;
  }
  return invalidRequest(details as ErrorDetails);
}

function describe({ keyword, instancePath, params, message, data }: ErrorObject, part: string): [string, string] {
  // Of a list that stands in the query, the parameter is the place.
  const place = `${part}${part === 'body' ? instancePath : instancePath.replace(/^(\/[^/]*).*$/, '$1')}`;
  const below = (name: string) => `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  switch (keyword) {
    case 'required':
      return [below(params.missingProperty), 'is required'];
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return [below(params.additionalProperty ?? params.unevaluatedProperty), 'is not a field that is known here'];
    case 'enum':
      return [place, `must be one of ${params.allowedValues.map(String).join(', ')}${got(part, data)}`];
    case 'const':
      return [place, `must be ${JSON.stringify(params.allowedValue)}${got(part, data)}`];
    default:
      return [place, `${message ?? 'is not valid'}${got(part, data)}`];
  }
}

/** The value that is wrong; not of a header, which may be secret. */
function got(part: string, value: unknown): string {
  return part === 'header' || value === undefined ? '' : `, got ${clip(JSON.stringify(value), MAX_VALUE)}`;
}
