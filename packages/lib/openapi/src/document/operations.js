/**
 * The operations of a document.
 *
 * @import {
 *   Document, Header, MediaType, NamedExample, Operation, OperationDefinition, Parameter, PathItem, RequestBody, Resolved, Response,
 *   Schema, StatusResponse
 * } from './document.ts'
 * @import { HttpMethod } from './methods.js'
 */
import { HTTP_METHODS } from './methods.js';
import { formatPointer } from './pointer.js';
import { resolve, resolveWithPointer } from './reference.js';

/**
 * Lists all operations, path by path, the methods of a path in the order of {@link HTTP_METHODS}.
 *
 * @param {Document} document
 * @returns {Operation[]}
 * @throws {ReferenceResolutionError} when a path item, parameter, request body or response is a reference that can't be resolved
 */
export function listOperations(document) {
  return Object.entries(document.paths ?? {}).flatMap(([path, declared]) => {
    if (!path.startsWith('/')) return [];
    const { value: pathItem, pointer = '' } = resolveWithPointer(
      document,
      /** @type {PathItem} */ (declared),
      formatPointer(['paths', path]),
    );
    return HTTP_METHODS.flatMap((method) => {
      const definition = /** @type {OperationDefinition | undefined} */ (pathItem?.[method]);
      return definition ? [toOperation(document, path, method, pathItem, pointer, definition)] : [];
    });
  });
}

/**
 * @param {Document} document
 * @param {string} path
 * @param {HttpMethod} method
 * @param {PathItem} pathItem
 * @param {string} itemPointer
 * @param {OperationDefinition} definition
 * @returns {Operation}
 */
function toOperation(document, path, method, pathItem, itemPointer, definition) {
  const pointer = `${itemPointer}/${method}`;
  const parameters = mergeParameters(
    resolveAll(document, pathItem.parameters, itemPointer),
    resolveAll(document, definition.parameters, pointer),
  );
  const requestBody = definition.requestBody
    ? resolveWithPointer(document, /** @type {RequestBody} */ (definition.requestBody), `${pointer}/requestBody`)
    : undefined;
  const responses = Object.entries(definition.responses ?? {})
    .filter(([status]) => !status.startsWith('x-'))
    .map(([status, response]) => ({
      status,
      ...resolveWithPointer(document, /** @type {Response} */ (response), `${pointer}/responses/${status}`),
    }));
  return {
    // A contract that is being edited may have another value here; lint rules report it.
    operationId: typeof definition.operationId === 'string' ? definition.operationId : '',
    method,
    path,
    pointer,
    definition,
    pathItem,
    parameters: parameters.map(({ value }) => value),
    requestBody: requestBody?.value,
    responses: Object.fromEntries(responses.map(({ status, value }) => [status, value])),
    pointers: {
      parameters: parameters.map((parameter) => parameter.pointer ?? ''),
      requestBody: requestBody?.pointer,
      responses: Object.fromEntries(responses.map((response) => [response.status, response.pointer ?? ''])),
    },
  };
}

/**
 * @param {Document} document
 * @param {OperationDefinition['parameters']} parameters
 * @param {string} pointer
 */
function resolveAll(document, parameters = [], pointer) {
  return parameters.map((parameter, index) =>
    resolveWithPointer(document, /** @type {Parameter} */ (parameter), `${pointer}/parameters/${index}`),
  );
}

/**
 * @param {Resolved<Parameter>[]} inherited
 * @param {Resolved<Parameter>[]} own
 */
function mergeParameters(inherited, own) {
  /** @type {(a: Parameter, b: Parameter) => boolean} */
  const isSame = (a, b) => a.name === b.name && a.in === b.in;
  return [...inherited.filter(({ value }) => !own.some((other) => isSame(other.value, value))), ...own];
}

/**
 * Returns the operation of an `operationId`; undefined when there's none.
 *
 * @param {readonly Operation[]} operations
 * @param {string} operationId
 */
export function findOperation(operations, operationId) {
  return operations.find((operation) => operation.operationId === operationId);
}

/**
 * Returns the successful responses (2xx), the lowest status first.
 *
 * @param {Pick<Operation, 'responses'>} operation
 * @returns {StatusResponse[]}
 */
export function successResponses({ responses }) {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, response]) => ({ status, response }))
    .sort((a, b) => (a.status < b.status ? -1 : 1));
}

/**
 * Returns the headers of a response by their declared names, resolved.
 *
 * @param {Document} document
 * @param {Pick<Response, 'headers'>} response
 * @returns {Record<string, Header>}
 */
export function responseHeaders(document, { headers = {} }) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [name, resolve(document, /** @type {Header} */ (header))]),
  );
}

/**
 * Returns whether a media type is JSON: `application/json`, or one that ends in `+json`; parameters don't matter.
 *
 * @param {string} mediaType
 */
export function isJsonMediaType(mediaType) {
  return /^[^/;\s]+\/(?:[^/;\s]+\+)?json\s*(?:;|$)/i.test(mediaType);
}

/**
 * Returns the JSON of a request body or response with its media type; undefined when it has none.
 *
 * @param {{ content?: Record<string, MediaType> } | undefined} body
 * @returns {(MediaType & { mediaType: string }) | undefined}
 */
export function jsonContent(body) {
  const found = Object.entries(body?.content ?? {}).find(([mediaType]) => isJsonMediaType(mediaType));
  return found && { ...found[1], mediaType: found[0] };
}

/**
 * Returns the schema of the JSON of a request body or response, which may be a reference; undefined when it has none.
 *
 * @param {{ content?: Record<string, MediaType> } | undefined} body
 * @returns {Schema | undefined}
 */
export function jsonSchema(body) {
  return jsonContent(body)?.schema;
}

/**
 * Lists the examples of a media type, a parameter or a header, references resolved, those without a value left out.
 *
 * @param {Document} document
 * @param {Pick<MediaType | Parameter | Header, 'example' | 'examples'>} owner
 * @returns {NamedExample[]}
 */
export function listExamples(document, { example, examples = {} }) {
  const named = Object.entries(examples).flatMap(([name, declared]) => {
    const { summary, value } = resolve(document, /** @type {{ summary?: string; value?: unknown }} */ (declared));
    return value === undefined ? [] : [{ name, summary, value }];
  });
  return example === undefined ? named : [{ name: '', summary: undefined, value: example }, ...named];
}
