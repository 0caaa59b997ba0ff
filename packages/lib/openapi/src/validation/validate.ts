/** Validates requests and responses against the operations of a document, with JSON Schema 2020-12. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type {
  Document,
  Header,
  MediaType,
  Operation,
  Parameter,
  ProtocolResponse,
  Response,
  Schema,
} from '../document/document.ts';
import { isJsonObject } from '../document/json.js';
import { isJsonMediaType } from '../document/operations.js';
import { formatFragment, formatPointer, parsePointer } from '../document/pointer.js';
import { findProtocolResponse, listProtocolResponses, protocolResponsesOf } from '../document/protocol-responses.js';
import { resolveWithPointer } from '../document/reference.js';
import { mapNodes } from '../document/walk.js';
import { isMarked, schemaProperties } from '../schemas/schemas.js';
import { describeSchemaError, EMPTY, REQUIRED, unknownParameter } from './error-messages.ts';
import { acceptsEmpty, parseParameter, type RawValue } from './parameter-values.ts';

/** A rule or schema that a request or response violates. */
export interface Violation {
  /**
   * Where: `['query', 'page_size']`, `['header', 'ETag']`, `['body', 'items', '0', 'name']`, `['status']`. Names are those
   * of the document. A property that is missing or unknown is the last key.
   */
  location: string[];
  /**
   * The keyword of JSON Schema, or one of: `unknownParameter`, `emptyParameter`, `status`, `mediaType`, `content` (a body
   * where none is declared), `required`.
   */
  keyword: string;
  /** A predicate whose subject is the location: `is required`, `must be integer`. */
  message: string;
}

/** A request to an operation. */
export interface RequestToValidate {
  /** Path parameters, percent-decoded. */
  path?: Record<string, string>;
  /** Query parameters, decoded; several values when a parameter is repeated. */
  query?: Record<string, RawValue>;
  /** Header fields; their names in any case. */
  headers?: Record<string, string | undefined>;
  /** The parsed JSON, or the string of another media type; undefined if there's no body. */
  body?: unknown;
}

/** A response of an operation. */
export interface ResponseToValidate {
  status: number;
  /** Header fields; their names in any case. */
  headers?: Record<string, string | undefined>;
  /** The parsed JSON, or the string of another media type; undefined if there's no body. */
  body?: unknown;
}

/** Who sends a value: requests don't contain `readOnly` properties, and responses don't contain `writeOnly` ones. */
export type Direction = 'request' | 'response';

/** Validates against one document. Schemas are compiled when they are first needed. */
export interface Validator {
  /** Returns the violations of a request; none when it's valid. Security isn't looked at, nor are undeclared headers. */
  validateRequest(operation: Operation, request: RequestToValidate): Violation[];
  /**
   * Returns the violations of a response; none when it's valid. It may be one of the operation's, or a protocol response
   * that can occur on it. Undeclared headers aren't looked at.
   */
  validateResponse(operation: Operation, response: ResponseToValidate): Violation[];
  /** Returns the violations of a value by the schema at a JSON Pointer; their locations start in the value. */
  validateValue(pointer: string, value: unknown, direction: Direction): Violation[];
}

/** Header parameters that OpenAPI ignores: other parts of the document describe them. */
const IGNORED_HEADERS = new Set(['accept', 'authorization', 'content-type']);

/**
 * Creates a validator.
 *
 * `readOnly` properties are removed from the schemas of requests, and `writeOnly` ones from those of responses, as well as
 * from `required`: a closed object rejects them there, an open one ignores them.
 *
 * @param document all references resolvable; operations come from it by `listOperations`
 */
export function createValidator(document: Document): Validator {
  const compilers = { request: createCompiler(document, 'request'), response: createCompiler(document, 'response') };
  const context: Context = {
    document,
    protocolResponses: listProtocolResponses(document),
    validateValue: (pointer, value, direction, root = []) => {
      const validate = compilers[direction](pointer);
      return validate(value) ? [] : toViolations(validate.errors ?? [], root);
    },
  };
  return {
    validateValue: (pointer, value, direction) => context.validateValue(pointer, value, direction),
    validateRequest: (operation, request) => validateRequest(context, operation, request),
    validateResponse: (operation, response) => validateResponse(context, operation, response),
  };
}

/** What the steps of a validation share. */
interface Context {
  document: Document;
  protocolResponses: ProtocolResponse[];
  /** Validates a value as {@link Validator.validateValue} does; the locations of its violations start with `root`. */
  validateValue(pointer: string, value: unknown, direction: Direction, root?: string[]): Violation[];
}

function validateRequest(context: Context, operation: Operation, request: RequestToValidate): Violation[] {
  const { headers, body } = request;
  const { requestBody, pointers } = operation;
  const violations = [...validateParameters(context, operation, request), ...findUnknownQuery(operation, request)];
  if (!requestBody) return body === undefined ? violations : [...violations, unexpectedBody()];
  if (body === undefined) return requestBody.required ? [...violations, missing(['body'])] : violations;
  const contentType = inLowerCase(headers)['content-type'];
  const bodyPointer = pointers.requestBody ?? '';
  return [...violations, ...validateContent(context, requestBody.content, bodyPointer, contentType, body, 'request')];
}

function validateResponse(
  context: Context,
  operation: Operation,
  { status, headers, body }: ResponseToValidate,
): Violation[] {
  const declared = findResponse(context, operation, status, body);
  if (!declared) {
    const message = `must be one of ${possibleStatuses(context, operation).join(', ')}`;
    return [{ location: ['status'], keyword: 'status', message }];
  }
  const { response, pointer } = declared;
  const fields = inLowerCase(headers);
  const violations = validateHeaders(context, response, pointer, fields);
  if (operation.method === 'head') return violations;
  const { content = {} } = response;
  if (Object.keys(content).length > 0) {
    return [...violations, ...validateContent(context, content, pointer, fields['content-type'], body, 'response')];
  }
  return body === undefined || body === '' ? violations : [...violations, unexpectedBody()];
}

/** The definition that a received response has to meet. */
function findResponse(
  { document, protocolResponses }: Context,
  operation: Operation,
  status: number,
  body: unknown,
): { response: Response; pointer: string } | undefined {
  const protocol = findProtocolResponse(document, protocolResponses, operation, status, body);
  if (protocol) return protocol;
  const declared = findStatus(Object.keys(operation.responses), status);
  const response = declared === undefined ? undefined : operation.responses[declared];
  return declared === undefined || !response
    ? undefined
    : { response, pointer: operation.pointers.responses[declared] ?? '' };
}

function possibleStatuses({ protocolResponses }: Context, operation: Operation): string[] {
  const protocol = protocolResponsesOf(protocolResponses, operation).map(({ status }) => status);
  return [...new Set([...Object.keys(operation.responses), ...protocol])].sort();
}

function validateParameters(
  context: Context,
  operation: Operation,
  { path, query, headers }: RequestToValidate,
): Violation[] {
  const fields = inLowerCase(headers);
  return operation.parameters.flatMap((parameter, index) => {
    const { name, in: part, required } = parameter;
    const location = [part, name];
    if (part === 'header' && IGNORED_HEADERS.has(name.toLowerCase())) return [];
    const values = { path, query, header: fields, cookie: parseCookies(fields.cookie) }[part] ?? {};
    const key = part === 'header' ? name.toLowerCase() : name;
    const raw = Object.hasOwn(values, key) ? values[key] : undefined;
    if (raw === undefined) return required ? [missing(location)] : [];
    if (raw === '' && !acceptsEmpty(context.document, parameter)) {
      return [{ location, keyword: 'emptyParameter', message: EMPTY }];
    }
    if (raw === '' && parameter.allowEmptyValue) return [];
    return validateText(context, parameter, operation.pointers.parameters[index] ?? '', raw, 'request');
  });
}

function findUnknownQuery(operation: Operation, { query = {} }: RequestToValidate): Violation[] {
  const declared = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  return Object.keys(query)
    .filter((name) => query[name] !== undefined && !declared.includes(name))
    .map((name) => ({
      location: ['query', name],
      keyword: 'unknownParameter',
      message: unknownParameter(name, declared),
    }));
}

/** @param fields the headers of the response, their names in lower case */
function validateHeaders(
  context: Context,
  response: Response,
  pointer: string,
  fields: Record<string, string | undefined>,
): Violation[] {
  return Object.entries(response.headers ?? {}).flatMap(([name, node]) => {
    if (name.toLowerCase() === 'content-type') return [];
    const header = resolveWithPointer<Header>(
      context.document,
      node as Header,
      `${pointer}${formatPointer(['headers', name])}`,
    );
    const raw = fields[name.toLowerCase()];
    if (raw === undefined) return header.value.required ? [missing(['header', name])] : [];
    return validateText(context, { ...header.value, in: 'header', name }, header.pointer ?? '', raw, 'response');
  });
}

/** Validates the string value of a parameter or header. */
function validateText(
  { document, validateValue }: Context,
  parameter: Parameter | (Header & { in: 'header'; name: string }),
  pointer: string,
  raw: RawValue,
  direction: Direction,
): Violation[] {
  const location = [parameter.in, parameter.name];
  const [mediaType] = Object.keys(parameter.content ?? {});
  if (mediaType !== undefined) {
    const value = isJsonMediaType(mediaType) ? parseJson(String(raw)) : raw;
    return validateValue(`${pointer}${formatPointer(['content', mediaType, 'schema'])}`, value, direction, location);
  }
  if (parameter.schema === undefined) return [];
  const value = parseParameter(document, parameter, raw);
  const violations = validateValue(`${pointer}/schema`, value, direction, location);
  // A parameter has one location, also when one of its items is wrong.
  return unique(violations.map((violation) => ({ ...violation, location })));
}

/** Validates a body by the media type that it has. */
function validateContent(
  { validateValue }: Context,
  content: Record<string, MediaType>,
  pointer: string,
  contentType: string | undefined,
  body: unknown,
  direction: Direction,
): Violation[] {
  const declared = findMediaType(Object.keys(content), contentType);
  if (declared === undefined) {
    const location = ['header', 'Content-Type'];
    const expected = `must be ${Object.keys(content).join(' or ')}`;
    return [{ location, keyword: 'mediaType', message: contentType ? expected : `${REQUIRED}, and ${expected}` }];
  }
  if (body === undefined) return [missing(['body'])];
  if (content[declared]?.schema === undefined) return [];
  return validateValue(`${pointer}${formatPointer(['content', declared, 'schema'])}`, body, direction, ['body']);
}

/** Compiles the schemas at JSON Pointers, each once. */
function createCompiler(document: Document, direction: Direction): (pointer: string) => ValidateFunction {
  const compiled = new Map<string, ValidateFunction>();
  let ajv: Ajv2020 | undefined;
  return (pointer) => {
    if (!ajv) {
      ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true, logger: false });
      addFormats.default(ajv);
      ajv.addSchema(withoutMarked(document, direction === 'request' ? 'readOnly' : 'writeOnly'), 'document');
    }
    const known = compiled.get(pointer);
    if (known) return known;
    const validate = ajv.compile({ $ref: `document${formatFragment(parsePointer(pointer))}` });
    compiled.set(pointer, validate);
    return validate;
  };
}

/** Copies a document without the properties that are marked, and without the requirement to send them. */
function withoutMarked(document: Document, mark: 'readOnly' | 'writeOnly'): Document {
  return mapNodes(document, (node) => {
    if (!isJsonObject(node.properties) && !Array.isArray(node.required)) return node;
    const schema = node as Schema;
    const properties =
      isJsonObject(node.properties) || Array.isArray(node.allOf) ? schemaProperties(document, schema) : {};
    const isSent = (name: string) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return property === undefined || !isMarked(document, property, mark);
    };
    return {
      ...node,
      ...(isJsonObject(node.properties) && {
        properties: Object.fromEntries(Object.entries(node.properties).filter(([name]) => isSent(name))),
      }),
      ...(Array.isArray(node.required) && { required: node.required.filter((name) => isSent(String(name))) }),
    };
  });
}

function toViolations(errors: readonly ErrorObject[], root: string[]): Violation[] {
  // `if` only says that the errors of `then` or `else`, which are reported too, count.
  const violations = errors
    .filter(({ keyword }) => keyword !== 'if')
    .map((error) => {
      const { message, property } = describeSchemaError(error as ErrorObject & { message?: string });
      const location = [...root, ...parsePointer(error.instancePath), ...(property === undefined ? [] : [property])];
      return { location, keyword: error.keyword, message };
    });
  return unique(violations);
}

function unique(violations: Violation[]): Violation[] {
  return [...new Map(violations.map((violation) => [JSON.stringify(violation), violation])).values()];
}

function missing(location: string[]): Violation {
  return { location, keyword: 'required', message: REQUIRED };
}

function unexpectedBody(): Violation {
  return { location: ['body'], keyword: 'content', message: 'must be absent' };
}

/** The declared status that applies: itself, its class such as `4XX`, or `default`. */
function findStatus(declared: string[], status: number): string | undefined {
  const candidates = [String(status), `${String(status)[0]}XX`, 'DEFAULT'];
  return candidates.map((name) => declared.find((key) => key.toUpperCase() === name)).find((key) => key !== undefined);
}

/** The declared media type that applies: itself, its range such as `text/*`, or any. */
function findMediaType(declared: string[], contentType = ''): string | undefined {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === '') return undefined;
  const candidates = [type, `${type.split('/')[0]}/*`, '*/*'];
  const withoutParameters = (name: string) => name.split(';', 1)[0]?.trim().toLowerCase();
  return candidates
    .map((name) => declared.find((key) => withoutParameters(key) === name))
    .find((key) => key !== undefined);
}

function inLowerCase(headers: Record<string, string | undefined> = {}): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function parseCookies(header = ''): Record<string, string> {
  const pairs = header.split(';').map((pair) => pair.trim().split('='));
  return Object.fromEntries(pairs.map(([name = '', ...value]) => [name, value.join('=')]));
}

/** Parses JSON. Returns a string that isn't JSON unchanged, for the schema to reject. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
