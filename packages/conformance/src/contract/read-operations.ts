/** Converts the operations of an OpenAPI document to those that the checks read. */
import {
  type Document,
  type Operation as DocumentOperation,
  deprecationHeaders,
  exampleReasons,
  jsonSchema,
  listExamples,
  listFilters,
  listOperations,
  listOrder,
  listProtocolResponses,
  maxBodyBytes,
  type ProtocolResponse,
  protocolResponsesOf,
  REQUIRED_ACCESS,
  requiredAccess,
} from '@aispm/openapi';
import type { DeclaredResponse, Json, Operation, Parameter, ParameterLocation, RequestBody } from './operation.ts';
import { resolveSchema } from './resolve-schema.ts';

/**
 * Reads all operations of a document.
 *
 * @returns each with the operation of the document, for validation
 * @throws {ReferenceResolutionError} when a reference cannot be resolved
 */
export function readOperations(document: Document): Map<Operation, DocumentOperation> {
  const protocolResponses = listProtocolResponses(document);
  return new Map(
    listOperations(document).map((source) => [readOperation(document, source, protocolResponses), source]),
  );
}

function readOperation(
  document: Document,
  source: DocumentOperation,
  protocolResponses: readonly ProtocolResponse[],
): Operation {
  const { operationId, method, path } = source;
  return {
    id: operationId || `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    access: requiredAccess(method, (source.definition as Json)[REQUIRED_ACCESS]),
    deprecation: deprecationHeaders(source.definition),
    parameters: source.parameters.flatMap((parameter) => {
      if (!isParameterLocation(parameter.in)) return [];
      return [toParameter(document, { ...parameter, in: parameter.in })];
    }),
    filters: listFilters(source.definition),
    order: listOrder(source.definition),
    requestBody: toRequestBody(document, source.requestBody),
    maxBodyBytes: maxBodyBytes(document, source),
    responses: new Map(
      Object.entries(source.responses).map(([status, response]) => [Number(status), toResponse(document, response)]),
    ),
    protocolResponses: new Map(
      protocolResponsesOf(protocolResponses, source).map(({ status, response }) => [
        Number(status),
        toResponse(document, response),
      ]),
    ),
  };
}

function isParameterLocation(location: string): location is ParameterLocation {
  return location === 'path' || location === 'query' || location === 'header';
}

function toParameter(
  document: Document,
  parameter: DocumentOperation['parameters'][number] & { in: ParameterLocation },
): Parameter {
  const { name, in: location, required, schema = {} } = parameter;
  return {
    name,
    in: location,
    required: required === true,
    schema: resolveSchema(document, schema),
    example: listExamples(document, parameter)[0]?.value,
  };
}

function toRequestBody(document: Document, body: DocumentOperation['requestBody']): RequestBody | undefined {
  const [first] = Object.entries(body?.content ?? {});
  if (!first) return undefined;
  const [mediaType, content] = first;
  return {
    required: body?.required === true,
    mediaType,
    schema: resolveSchema(document, content.schema ?? {}),
    examples: listExamples(document, content).map(({ value }) => value as Json),
  };
}

function toResponse(document: Document, response: DocumentOperation['responses'][string]): DeclaredResponse {
  const schema = jsonSchema(response);
  return {
    mediaTypes: Object.keys(response.content ?? {}),
    schema: schema && resolveSchema(document, schema),
    headers: Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()),
    reasons: exampleReasons(document, response),
  };
}
