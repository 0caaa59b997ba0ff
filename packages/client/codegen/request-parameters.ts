import {
  type Document,
  jsonContent,
  listExamples,
  listOperations,
  listProtocolResponses,
  type Operation,
  type Parameter,
  PROTOCOL_RESPONSES,
  type ProtocolResponse,
  protocolResponsesOf,
  resolve,
  type Schema,
  schemaTypes,
} from '@aispm/openapi';
import type { OpenApiDocument } from 'orval';

/** The location of each parameter in the request, which the client needs and the types don't contain. */
export interface WireParameters {
  /** Query parameters: a name, or a name with the separator that joins the values of an array. */
  query?: (string | [name: string, separator: string])[];
  /** Names of the header parameters. */
  headers?: string[];
  /** Media type of the request body. */
  body?: string;
}

/** Extension of an operation that contains its `WireParameters`. */
export const WIRE_EXTENSION = 'x-wire-parameters';

/** Extension of an operation that lists undeclared statuses of possible protocol responses. */
export const PROTOCOL_EXTENSION = 'x-protocol-statuses';

/** Separator between the values of an array, for each query style that is not the default (`form`, exploded). */
const SEPARATORS: Record<string, string> = { form: ',', spaceDelimited: '%20', pipeDelimited: '%7C' };

/**
 * Turns all parameters of each operation and its JSON body into query parameters of the document that orval reads, so
 * that orval itself writes one flat parameter type for each operation. The extension {@link WIRE_EXTENSION} keeps where they
 * belong. References to shared parameters and responses are resolved, so that they don't become separate types.
 *
 * The protocol responses become responses of each operation that can get them. Webhooks are left out: a client doesn't call them.
 *
 * @throws Error with the operation, when it uses something that the client can't send.
 */
export function flattenParameters(openApi: OpenApiDocument): OpenApiDocument {
  const document = openApi as Document;
  const protocolResponses = listProtocolResponses(document);
  const paths: Record<string, object> = {};
  for (const operation of listOperations(document)) {
    const { path, method, pathItem } = operation;
    const { parameters, ...others } = pathItem;
    paths[path] ??= others;
    paths[path] = { ...paths[path], [method]: flattenOperation(document, operation, protocolResponses) };
  }
  const { parameters, responses, requestBodies, ...components } = document.components ?? {};
  const { [PROTOCOL_RESPONSES]: _, webhooks: __, ...others } = document;
  return { ...others, paths, components } as OpenApiDocument;
}

function flattenOperation(document: Document, operation: Operation, protocolResponses: ProtocolResponse[]): object {
  const { definition, parameters, responses } = operation;
  const { requestBody, ...others } = definition;
  const flat = [...parameters.map(asQuery), ...flattenBody(document, operation)];
  const names = new Set<string>();
  for (const { name } of flat) {
    if (names.has(name)) {
      reject(
        operation,
        name === 'body' && operation.requestBody
          ? 'a parameter and the request body are both called body'
          : `two parameters are called ${name}`,
      );
    }
    names.add(name);
  }
  const undeclared = protocolResponsesOf(protocolResponses, operation).filter(
    ({ status }) => !Object.hasOwn(responses, status),
  );
  return {
    ...others,
    // orval also requires a declaration as path parameters, and uses the type of the flat one.
    parameters: [...parameters.filter((parameter) => parameter.in === 'path'), ...flat],
    responses: { ...responses, ...Object.fromEntries(undeclared.map(({ status, response }) => [status, response])) },
    [WIRE_EXTENSION]: wireParameters(document, operation),
    [PROTOCOL_EXTENSION]: undeclared.map(({ status }) => Number(status)),
  };
}

function asQuery(parameter: Parameter): Parameter {
  return { ...parameter, in: 'query' };
}

/** Returns the JSON body as a parameter; an empty list for an operation without a body. */
function flattenBody(document: Document, operation: Operation): Parameter[] {
  const { requestBody } = operation;
  if (!requestBody) return [];
  const media = jsonContent(requestBody);
  if (!media) return reject(operation, `the request body is ${Object.keys(requestBody.content)}, but must be JSON`);
  const examples = listExamples(document, media).map(({ name, value }) => [name, { value }]);
  const { description, required } = requestBody;
  return [
    {
      name: 'body',
      in: 'query',
      ...(required !== undefined && { required }),
      ...(description !== undefined && { description }),
      ...(media.schema && { schema: media.schema }),
      examples: Object.fromEntries(examples),
    },
  ];
}

function wireParameters(document: Document, operation: Operation): WireParameters {
  const { parameters, requestBody } = operation;
  for (const { name, in: location, schema } of parameters) {
    if (!schema) reject(operation, `parameter ${name} has no schema`);
    else if (schemaTypes(resolve<Schema>(document, schema)).includes('object'))
      reject(operation, `parameter ${name} is an object, which the client cannot send`);
    if (!['path', 'query', 'header'].includes(location))
      reject(operation, `parameter ${name} is in ${location}, which the client cannot send`);
  }
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const headers = parameters.filter((parameter) => parameter.in === 'header');
  const body = jsonContent(requestBody)?.mediaType;
  return {
    ...(query.length > 0 && { query: query.map((parameter) => wireQuery(operation, parameter)) }),
    ...(headers.length > 0 && { headers: headers.map(({ name }) => name) }),
    ...(body !== undefined && { body }),
  };
}

function wireQuery(operation: Operation, parameter: Parameter): string | [string, string] {
  const { name, style = 'form', explode = style === 'form' } = parameter;
  if (style === 'form' && explode) return name;
  const separator =
    SEPARATORS[style] ?? reject(operation, `query parameter ${name} has style ${style}, which the client cannot send`);
  return [name, separator];
}

function reject({ operationId }: Operation, reason: string): never {
  throw new Error(`${operationId}: ${reason}`);
}
