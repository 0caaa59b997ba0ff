import type { OpenApiDocument, OpenApiOperationObject } from 'orval';
import { isJson } from '../src/runtime/media-type.ts';

/** Where each parameter of an operation goes on the wire: what the runtime needs and the types do not say. */
export interface WireParameters {
  /** Query parameters: a bare name, or the name with the separator that joins the values of an array. */
  query?: (string | [name: string, separator: string])[];
  /** Names of the header parameters. */
  headers?: string[];
  /** Media type of the request body. */
  body?: string;
}

/** Extension under which `flattenParameters` leaves the `WireParameters` of an operation. */
export const wireExtension = 'x-wire-parameters';

/** The parts of a parameter object that matter here. */
export interface Parameter {
  name: string;
  in: string;
  required?: boolean | undefined;
  description?: string | undefined;
  style?: string;
  explode?: boolean;
  schema?: unknown;
  example?: unknown;
  examples?: Record<string, { value?: unknown }> | undefined;
}

/** The parts of a request body object that matter here. */
interface RequestBody {
  content?: Record<string, { schema?: unknown; examples?: Record<string, unknown> }>;
  description?: string;
  required?: boolean;
}

/** Separator between the values of an array, for each query style that is not the default (`form`, exploded). */
const separators: Record<string, string> = { form: ',', spaceDelimited: '%20', pipeDelimited: '%7C' };

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/**
 * Turns all parameters of each operation and its JSON body into query parameters of the document that orval reads, so
 * that orval itself writes one flat parameter type per operation. Where they really go is kept under `wireExtension`.
 * Shared parameters and responses go to where they are used, so that no type of theirs comes between.
 *
 * @throws Error naming the operation, when it uses something that the runtime cannot send.
 */
export function flattenParameters(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(document.paths ?? {}).map(([path, item]) => {
    const { parameters: shared = [], ...rest } = item ?? {};
    const operations = methods.flatMap((method) => {
      const operation = rest[method];
      return operation ? [[method, flattenOperation(document, operation, shared)]] : [];
    });
    return [path, { ...rest, ...Object.fromEntries(operations) }];
  });
  const { parameters, responses, requestBodies, ...components } = document.components ?? {};
  return { ...document, paths: Object.fromEntries(paths), components };
}

function flattenOperation(
  document: OpenApiDocument,
  operation: OpenApiOperationObject,
  shared: readonly unknown[],
): OpenApiOperationObject {
  const refuse = (reason: string): never => {
    throw new Error(`${operation.operationId}: ${reason}`);
  };
  const own = (operation.parameters ?? []).map((it) => resolve<Parameter>(document, it));
  const inherited = shared
    .map((it) => resolve<Parameter>(document, it))
    .filter((it) => !own.some((other) => other.name === it.name && other.in === it.in));
  const declared = [...inherited, ...own];

  const wire: WireParameters = {};
  const flat: Parameter[] = [];
  for (const parameter of declared) {
    const { name } = parameter;
    if (flat.some((other) => other.name === name)) refuse(`two parameters are called ${name}`);
    const schema = resolve<{ type?: unknown }>(document, parameter.schema ?? refuse(`parameter ${name} has no schema`));
    if (schema.type === 'object') refuse(`parameter ${name} is an object, which the client cannot send`);
    if (parameter.in === 'query') wire.query = [...(wire.query ?? []), queryParameter(parameter, refuse)];
    else if (parameter.in === 'header') wire.headers = [...(wire.headers ?? []), name];
    else if (parameter.in !== 'path') refuse(`parameter ${name} is in ${parameter.in}, which the client cannot send`);
    flat.push({ ...parameter, in: 'query' });
  }

  const { requestBody, ...rest } = operation;
  if (requestBody) {
    const { content = {}, description, required } = resolve<RequestBody>(document, requestBody);
    const [mediaType, media] =
      Object.entries(content).find(([type]) => isJson(type)) ??
      refuse(`the request body is ${Object.keys(content)}, and the client sends JSON`);
    if (flat.some((other) => other.name === 'body')) refuse('a parameter is called body, and there is a request body');
    wire.body = mediaType;
    const examples = Object.entries(media.examples ?? {}).map(([name, it]) => [name, resolve(document, it)]);
    flat.push({
      name: 'body',
      in: 'query',
      required,
      description,
      schema: media.schema,
      examples: Object.fromEntries(examples),
    });
  }
  const path = declared.filter((it) => it.in === 'path');
  const responses = Object.entries(operation.responses ?? {}).map(([key, it]) => [key, resolve(document, it)]);
  return {
    ...rest,
    parameters: [...path, ...flat] as NonNullable<OpenApiOperationObject['parameters']>,
    responses: Object.fromEntries(responses),
    [wireExtension]: wire,
  };
}

function queryParameter(
  { name, style = 'form', explode = style === 'form' }: Parameter,
  refuse: (reason: string) => never,
): string | [string, string] {
  if (style === 'form' && explode) return name;
  return [
    name,
    separators[style] ?? refuse(`query parameter ${name} has style ${style}, which the client cannot send`),
  ];
}

/** Follows a `$ref` inside the document. */
export function resolve<T>(document: OpenApiDocument, value: unknown): T {
  const { $ref } = value as { $ref?: string };
  if (!$ref) return value as T;
  const keys = $ref
    .split('/')
    .slice(1)
    .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'));
  const target = keys.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document);
  return resolve<T>(document, target);
}
