/** The calls that are measured, taken from the contract. */
import contract from '@aispm/spec/openapi.json' with { type: 'json' };

type Json = { [key: string]: unknown };

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  example?: unknown;
  schema: Json;
}

/** One call of an operation. */
export interface Call {
  /** `operationId`. */
  id: string;
  /** HTTP method, in capital letters. */
  method: string;
  /** Path template, such as `/rules/{rule_id}`. */
  template: string;
  /** Path parameters, in the order of the template. */
  path: Record<string, unknown>;
  /** Query parameters that the call sends. */
  query: Record<string, unknown>;
  /** JSON body, if the operation has one. */
  body: unknown;
  /** Whether the operation has query parameters or header parameters at all: some peers have a place for each. */
  has: { query: boolean; headers: boolean };
  /** Example of the success, as JSON. */
  answer: { status: number; text: string };
}

function deref<Node extends object>(node: Node): Node {
  const { $ref } = node as { $ref?: string };
  if ($ref === undefined) return node;
  const keys = $ref.slice(2).split('/');
  return deref(keys.reduce<unknown>((parent, key) => (parent as Json)[key], contract) as Node);
}

function sampleOf({ name, example, schema }: Parameter): unknown {
  const { enum: values, const: only, example: other, examples } = deref(schema) as Record<string, unknown>;
  const found =
    example ?? (values as unknown[] | undefined)?.[0] ?? only ?? other ?? (examples as unknown[] | undefined)?.[0];
  if (found === undefined) throw new Error(`The parameter ${name} has no example in the contract.`);
  return found;
}

function firstExample(content: unknown): unknown {
  const media = Object.values((content ?? {}) as Record<string, { examples?: Record<string, object> }>)[0];
  const [example] = Object.values(media?.examples ?? {});
  return example && (deref(example) as { value: unknown }).value;
}

/** Every operation that needs no more than its path parameters and its body, called with the examples of the contract. */
const calls: Call[] = Object.entries(contract.paths as unknown as Record<string, Json>).flatMap(([template, item]) =>
  ['get', 'post', 'patch', 'put', 'delete'].flatMap((method) => {
    const operation = item[method] as Json | undefined;
    if (!operation) return [];
    const parameters = [item.parameters, operation.parameters]
      .flatMap((list) => (list as Parameter[]) ?? [])
      .map(deref);
    if (parameters.some((it) => it.required && it.in !== 'path')) return [];
    const [status, response] =
      Object.entries(operation.responses as Record<string, object>).find(([key]) => key < '3') ?? [];
    const { content } = deref((operation.requestBody as { content?: Json }) ?? {});
    return {
      id: operation.operationId as string,
      method: method.toUpperCase(),
      template,
      path: Object.fromEntries(parameters.filter((it) => it.in === 'path').map((it) => [it.name, sampleOf(it)])),
      query: {},
      body: firstExample(content),
      has: {
        query: parameters.some((it) => it.in === 'query'),
        headers: parameters.some((it) => it.in === 'header'),
      },
      answer: {
        status: Number(status),
        text: JSON.stringify(firstExample((deref(response ?? {}) as { content?: Json }).content)) ?? '',
      },
    };
  }),
);

function callOf(id: string): Call {
  const call = calls.find((it) => it.id === id);
  if (!call) throw new Error(`The contract has no operation ${id} to measure.`);
  return call;
}

/** GET of one thing. */
export const getOne = callOf('getRule');

/** GET of a page of 20 things. */
export const getList = pageOf(callOf('listRules'), 20);

/** POST of a JSON body. */
export const post = callOf('createAgentEvaluation');

/** The first 20 GETs of the contract that have a path parameter: what a program with many calls uses. */
export const twenty = calls.filter(({ method, path }) => method === 'GET' && Object.keys(path).length > 0).slice(0, 20);

/** The call of a list with a page size, answered by that many items: those of the example, over and over. */
function pageOf(call: Call, size: number): Call {
  const page = JSON.parse(call.answer.text) as { items: unknown[] };
  const items = Array.from({ length: size }, (_, index) => page.items[index % page.items.length]);
  return {
    ...call,
    query: { page_size: size },
    answer: { ...call.answer, text: JSON.stringify({ ...page, items }) },
  };
}
