/** The operations of a document. */
import type {
  Document,
  Header,
  MediaType,
  OperationDefinition,
  Parameter,
  PathItem,
  RequestBody,
  Response,
  Schema,
} from './document.ts';
import { HTTP_METHODS, type HttpMethod } from './methods.ts';
import { formatPointer } from './pointer.ts';
import { type Resolved, resolve, resolveWithPointer } from './reference.ts';

/** An operation with what it uses, references resolved. Schemas, headers and examples may still be references. */
export interface Operation {
  /** Empty when the document declares none. */
  operationId: string;
  method: HttpMethod;
  /** Path template, such as `/rules/{rule_id}`. */
  path: string;
  /** JSON Pointer of the operation. */
  pointer: string;
  /** The operation as the document contains it. */
  definition: OperationDefinition;
  pathItem: PathItem;
  /** Those of the path item that the operation does not override by name and location, then its own. */
  parameters: Parameter[];
  requestBody: RequestBody | undefined;
  /** By status as it is declared: `200`, `4XX`, `default`. */
  responses: Record<string, Response>;
  /** JSON Pointers of the definitions: the targets of references. */
  pointers: {
    /** In the order of `parameters`. */
    parameters: string[];
    requestBody: string | undefined;
    /** By status. */
    responses: Record<string, string>;
  };
}

/** A response with the status that it is declared for. */
export interface StatusResponse {
  status: string;
  response: Response;
}

/** An example with its name. */
export interface NamedExample {
  /** Empty for the one under `example`. */
  name: string;
  summary: string | undefined;
  value: unknown;
}

/**
 * Lists all operations, path by path, the methods of a path in the order of {@link HTTP_METHODS}.
 *
 * @throws {ReferenceResolutionError} when a path item, parameter, request body or response is a reference that cannot be resolved
 */
export function listOperations(document: Document): Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, declared]) => {
    if (!path.startsWith('/')) return [];
    const { value: pathItem, pointer = '' } = resolveWithPointer<PathItem>(
      document,
      declared as PathItem,
      formatPointer(['paths', path]),
    );
    return HTTP_METHODS.flatMap((method) => {
      const definition: OperationDefinition | undefined = pathItem?.[method];
      return definition ? [toOperation(document, path, method, pathItem, pointer, definition)] : [];
    });
  });
}

function toOperation(
  document: Document,
  path: string,
  method: HttpMethod,
  pathItem: PathItem,
  itemPointer: string,
  definition: OperationDefinition,
): Operation {
  const pointer = `${itemPointer}/${method}`;
  const parameters = mergeParameters(
    resolveAll(document, pathItem.parameters, itemPointer),
    resolveAll(document, definition.parameters, pointer),
  );
  const requestBody = definition.requestBody
    ? resolveWithPointer<RequestBody>(document, definition.requestBody as RequestBody, `${pointer}/requestBody`)
    : undefined;
  const responses = Object.entries(definition.responses ?? {})
    .filter(([status]) => !status.startsWith('x-'))
    .map(([status, response]) => ({
      status,
      ...resolveWithPointer<Response>(document, response, `${pointer}/responses/${status}`),
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

function resolveAll(
  document: Document,
  parameters: OperationDefinition['parameters'] = [],
  pointer: string,
): Resolved<Parameter>[] {
  return parameters.map((parameter, index) =>
    resolveWithPointer<Parameter>(document, parameter as Parameter, `${pointer}/parameters/${index}`),
  );
}

function mergeParameters(inherited: Resolved<Parameter>[], own: Resolved<Parameter>[]): Resolved<Parameter>[] {
  const isSame = (a: Parameter, b: Parameter) => a.name === b.name && a.in === b.in;
  return [...inherited.filter(({ value }) => !own.some((other) => isSame(other.value, value))), ...own];
}

/** Returns the operation of an `operationId`; undefined when there is none. */
export function findOperation(operations: readonly Operation[], operationId: string): Operation | undefined {
  return operations.find((operation) => operation.operationId === operationId);
}

/** Returns the successful responses (2xx), the lowest status first. */
export function successResponses({ responses }: Pick<Operation, 'responses'>): StatusResponse[] {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, response]) => ({ status, response }))
    .sort((a, b) => (a.status < b.status ? -1 : 1));
}

/** Returns the headers of a response by their declared names, resolved. */
export function responseHeaders(
  document: Document,
  { headers = {} }: Pick<Response, 'headers'>,
): Record<string, Header> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [name, resolve<Header>(document, header as Header)]),
  );
}

/** Returns whether a media type is JSON: `application/json`, or one that ends in `+json`; parameters do not matter. */
export function isJsonMediaType(mediaType: string): boolean {
  return /^[^/;\s]+\/(?:[^/;\s]+\+)?json\s*(?:;|$)/i.test(mediaType);
}

/** Returns the JSON of a request body or response with its media type; undefined when it has none. */
export function jsonContent(
  body: { content?: Record<string, MediaType> } | undefined,
): (MediaType & { mediaType: string }) | undefined {
  const found = Object.entries(body?.content ?? {}).find(([mediaType]) => isJsonMediaType(mediaType));
  return found && { ...found[1], mediaType: found[0] };
}

/** Returns the schema of the JSON of a request body or response, which may be a reference; undefined when it has none. */
export function jsonSchema(body: { content?: Record<string, MediaType> } | undefined): Schema | undefined {
  return jsonContent(body)?.schema;
}

/** Lists the examples of a media type, a parameter or a header, references resolved, those without a value left out. */
export function listExamples(
  document: Document,
  { example, examples = {} }: Pick<MediaType | Parameter | Header, 'example' | 'examples'>,
): NamedExample[] {
  const named = Object.entries(examples).flatMap(([name, declared]) => {
    const { summary, value } = resolve<{ summary?: string; value?: unknown }>(document, declared);
    return value === undefined ? [] : [{ name, summary, value }];
  });
  return example === undefined ? named : [{ name: '', summary: undefined, value: example }, ...named];
}
