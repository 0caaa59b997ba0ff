/** The calls that are measured, with the examples of the contract. */
import {
  type Document,
  jsonContent,
  listExamples,
  listOperations,
  type Operation,
  type Parameter,
  resolve,
  type Schema,
  successResponses,
} from '@aispm/openapi';
import contract from '@aispm/spec/openapi.json' with { type: 'json' };

/** A call of an operation. */
export interface Call {
  /** `operationId`. */
  id: string;
  /** HTTP method, in uppercase. */
  method: string;
  /** Path template, such as `/rules/{rule_id}`. */
  template: string;
  /** Path parameters, in the order of the template. */
  path: Record<string, unknown>;
  /** Query parameters that the call sends. */
  query: Record<string, unknown>;
  /** JSON body; undefined when the operation has none. */
  body: unknown;
  /** Whether the operation declares query parameters or header parameters: some peers have an argument for each. */
  has: { query: boolean; headers: boolean };
  /** Example of the successful response, as JSON. */
  response: { status: number; text: string };
}

const document = contract as Document;
const operations = listOperations(document);

/** GET of one object. */
export const getOne = toCall('getRule');

/** GET of a page of 20 objects. */
export const getList = withPageSize(toCall('listRules'), 20);

/** POST of a JSON body. */
export const post = toCall('createAgentEvaluation');

/** The first 20 GETs of the contract with a path parameter, for a program with many calls. */
export const twentyGets = operations
  .filter(
    ({ method, parameters }) =>
      method === 'get' &&
      parameters.some((parameter) => parameter.in === 'path') &&
      parameters.every((parameter) => !parameter.required || parameter.in === 'path'),
  )
  .slice(0, 20)
  .map(({ operationId }) => toCall(operationId));

/** Returns a call of an operation that only requires its path parameters and its body. */
function toCall(id: string): Call {
  const operation = operations.find(({ operationId }) => operationId === id);
  if (!operation) throw new Error(`The contract has no operation ${id}. Choose another one to measure.`);
  const { method, path: template, parameters, requestBody } = operation;
  const pathParameters = parameters.filter((parameter) => parameter.in === 'path');
  return {
    id,
    method: method.toUpperCase(),
    template,
    path: Object.fromEntries(pathParameters.map((parameter) => [parameter.name, parameterExample(parameter)])),
    query: {},
    body: jsonExample(requestBody),
    has: {
      query: parameters.some((parameter) => parameter.in === 'query'),
      headers: parameters.some((parameter) => parameter.in === 'header'),
    },
    response: exampleResponse(operation),
  };
}

function exampleResponse(operation: Operation): Call['response'] {
  const [success] = successResponses(operation);
  if (!success) throw new Error(`The operation ${operation.operationId} declares no success. Choose another one.`);
  return { status: Number(success.status), text: JSON.stringify(jsonExample(success.response)) ?? '' };
}

function parameterExample(parameter: Parameter): unknown {
  const schema = resolve<Schema>(document, parameter.schema ?? {});
  const [named] = listExamples(document, parameter);
  const example = named?.value ?? schema.enum?.[0] ?? schema.const ?? schema.example ?? schema.examples?.[0];
  if (example === undefined)
    throw new Error(`The parameter ${parameter.name} has no example in the contract. Add one.`);
  return example;
}

function jsonExample(body: Parameters<typeof jsonContent>[0]): unknown {
  const media = jsonContent(body);
  return media && listExamples(document, media)[0]?.value;
}

/** Adds a page size to the call of a list. The response has this number of items, repeated from the example. */
function withPageSize(call: Call, size: number): Call {
  const page = JSON.parse(call.response.text) as { items: unknown[] };
  const items = Array.from({ length: size }, (_, index) => page.items[index % page.items.length]);
  return {
    ...call,
    query: { page_size: size },
    response: { ...call.response, text: JSON.stringify({ ...page, items }) },
  };
}
