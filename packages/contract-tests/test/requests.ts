/** One good and one bad request of every operation, derived from the contract. */
import contract from '@aispm/spec/openapi.json' with { type: 'json' };

type Json = { [key: string]: unknown };

/** A parameter of an operation, resolved. */
interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Json;
  example?: unknown;
}

/** An operation of the contract, with its parameters and responses resolved. */
export interface Operation {
  id: string;
  method: string;
  /** Path template. */
  path: string;
  tags: string[];
  parameters: Parameter[];
  /** The first named example of the request body. */
  body: unknown;
  /** The declared responses by status, each with its schema by media type. */
  responses: Record<
    string,
    { content?: Record<string, { schema: Json }>; headers?: Record<string, { required?: boolean }> }
  >;
}

function deref<Node extends object>(node: Node): Node {
  const { $ref, ...beside } = node as { $ref?: string };
  if ($ref === undefined) return node;
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((parent, key) => (parent as Json)[key], contract);
  return { ...deref(target as object), ...beside } as Node;
}

/** A response, its headers resolved too. */
function dereferenced(response: object): Operation['responses'][string] {
  const { headers = {}, ...others }: Operation['responses'][string] = deref(response);
  return { ...others, headers: Object.fromEntries(Object.entries(headers).map(([name, one]) => [name, deref(one)])) };
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Every operation of the contract. */
export const operations: Operation[] = Object.entries(contract.paths as unknown as Record<string, Json>).flatMap(
  ([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const definition = item[method] as Json;
      const parameters = [item.parameters, definition.parameters].flatMap(
        (list) => (list as object[] | undefined) ?? [],
      );
      const { content } = deref((definition.requestBody as { content?: Json }) ?? {});
      const { examples } = (Object.values(content ?? {})[0] as { examples?: Record<string, { value: unknown }> }) ?? {};
      return {
        id: definition.operationId as string,
        method,
        path,
        tags: definition.tags as string[],
        parameters: parameters.map((parameter) => {
          const resolved = deref(parameter) as Parameter;
          return { ...resolved, schema: deref(resolved.schema) };
        }),
        body: Object.values(examples ?? {})[0]?.value,
        responses: Object.fromEntries(
          Object.entries(definition.responses as Record<string, object>).map(([status, response]) => [
            status,
            dereferenced(response),
          ]),
        ),
      };
    }),
);

/** A value that fits a parameter: its example, or one made from its schema. */
function sampleOf({ name, schema, example }: Parameter): unknown {
  if (example !== undefined) return example;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  throw new Error(`The parameter ${name} is required and has no example. Give it one in the contract.`);
}

/** Arguments for a good call: the required parameters, and the first example of the body. */
export function goodArguments({ parameters, body }: Operation): Json {
  const required = parameters.filter((parameter) => parameter.required);
  return {
    ...Object.fromEntries(required.map((parameter) => [parameter.name, sampleOf(parameter)])),
    ...(body === undefined ? {} : { body }),
  };
}

/**
 * Arguments that break one rule of the contract, with the name of the rule: the first parameter that can be wrong, or else
 * the body. Undefined when nothing about the request can be wrong.
 */
export function badArguments(operation: Operation): { mistake: string; args: Json } | undefined {
  const good = goodArguments(operation);
  for (const { name, schema } of operation.parameters.toReversed()) {
    if (name === 'tenant_id' || name === 'workspace_id') continue;
    const wrong = wrongValue(schema);
    if (wrong !== undefined)
      return { mistake: `${name}=${String(wrong).slice(0, 20)}`, args: { ...good, [name]: wrong } };
  }
  return good.body === undefined ? undefined : { mistake: 'a body that is a list', args: { ...good, body: [] } };
}

function wrongValue({ type, enum: values, maxLength, maximum }: Json): unknown {
  if (Array.isArray(values)) return 'unheard-of';
  if (typeof maximum === 'number') return maximum + 1;
  if (type === 'boolean') return 'perhaps';
  return typeof maxLength === 'number' ? 'x'.repeat(maxLength + 1) : undefined;
}
