/** What the service takes out of the contract's bundle. */

/** A JSON object. */
type Json = Record<string, unknown>;

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  schema: Json;
}

interface Content {
  content?: Record<string, { examples?: Record<string, { value: unknown }> }>;
}

interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

/** The bundle, as far as it is read here. */
export interface Document extends Json {
  paths: Record<string, Record<string, Operation>>;
}

/** Members that only readers need. */
const PROSE = new Set(['description', 'summary', 'example', 'examples', 'externalDocs', 'links']);

/** The contract without prose, extensions and examples: what requests and answers are held to. */
export function compact(document: Document): Json {
  return strip(withDefaultsInPlace(document, document), false) as Json;
}

/** Puts the schema itself where a reference to it has a default beside it, which readers of references would lose. */
function withDefaultsInPlace(document: Document, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((one) => withDefaultsInPlace(document, one));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...rest } = node as { $ref?: unknown; default?: unknown };
  const whole =
    typeof $ref === 'string' && 'default' in rest ? { ...(resolve(document, { $ref }) as Json), ...rest } : node;
  return Object.fromEntries(Object.entries(whole).map(([name, value]) => [name, withDefaultsInPlace(document, value)]));
}

/** @param isMap whether the members of the node are named by the contract's author, so that none of them is prose */
function strip(node: unknown, isMap: boolean): unknown {
  if (Array.isArray(node)) return node.map((one) => strip(one, false));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      // A response has to have a description.
      .filter(([name]) => (isMap || name === 'description' ? true : !PROSE.has(name) && !name.startsWith('x-')))
      .map(([name, value]) => {
        if (!isMap && name === 'description') return [name, ''];
        if (!isMap && ['const', 'default', 'enum'].includes(name)) return [name, value];
        return [name, strip(value, !isMap && MAPS.has(name))];
      }),
  );
}

/** Members whose own members are names. */
const MAPS = new Set(['properties', 'schemas', 'parameters', 'responses', 'headers', 'paths', 'content', 'examples']);

/** The bodies of all named examples of successful answers, by operation and name. */
export function storyOf({ paths }: Document): Record<string, Record<string, unknown>> {
  const story: Record<string, Record<string, unknown>> = {};
  for (const operation of operationsOf(paths)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const examples = response.content?.['application/json']?.examples;
      if (!status.startsWith('2') || !examples) continue;
      story[operation.operationId] = Object.fromEntries(
        Object.entries(examples).map(([name, { value }]) => [name, value]),
      );
    }
  }
  return story;
}

/** The named examples of what scanners send. */
export function scanDocumentsOf({ paths }: Document): Record<string, unknown> {
  const submit = operationsOf(paths).find(({ operationId }) => operationId === 'submitScan');
  const examples = submit?.requestBody?.content?.['application/json']?.examples ?? {};
  return Object.fromEntries(Object.entries(examples).map(([name, { value }]) => [name, value]));
}

/** A type that names, for each operation, the query parameters that are always there because they have a default. */
export function defaultedParameters(document: Document): string {
  const lines = operationsOf(document.paths).map(({ operationId, parameters = [] }) => {
    const names = parameters
      .map((one) => resolve(document, one) as Parameter)
      .filter(
        ({ in: place, schema }) =>
          place === 'query' && ('default' in schema || 'default' in (resolve(document, schema) as Json)),
      )
      .map(({ name }) => `'${name}'`);
    return `  ${operationId}: ${names.join(' | ') || 'never'};\n`;
  });
  return `/** Query parameters with a default, by operation. */\nexport interface Defaulted {\n${lines.join('')}}\n`;
}

function operationsOf(paths: Document['paths']): Operation[] {
  return Object.values(paths).flatMap((item) =>
    Object.values(item).filter((one) => typeof one === 'object' && 'operationId' in one),
  );
}

function resolve(document: Document, node: { $ref?: string }): unknown {
  if (node.$ref === undefined) return node;
  const names = node.$ref.slice(2).split('/');
  return resolve(
    document,
    names.reduce<unknown>(
      (at, name) => (at as Json)[name.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    ) as Json,
  );
}
