/** The parts of the contract's bundle that the service needs. */
import {
  DEPRECATED_SINCE,
  type Document,
  EXACTLY_ONE_OF,
  isJsonObject,
  isReference,
  type JsonObject,
  jsonContent,
  listExamples,
  listOperations,
  MANUAL_TRANSITIONS,
  MAX_BODY_BYTES,
  mapNodes,
  REQUIRED_ACCESS,
  REQUIRED_BESIDE_SCHEMA,
  resolve,
  type Schema,
  SUNSET,
  SUPPORTED_VALUES,
  successResponses,
} from '@aispm/openapi';

/** Properties that only readers need. */
const PROSE = new Set(['summary', 'example', 'examples', 'externalDocs', 'links']);

/** Extensions that the service enforces. */
const ENFORCED = new Set([
  DEPRECATED_SINCE,
  EXACTLY_ONE_OF,
  MANUAL_TRANSITIONS,
  MAX_BODY_BYTES,
  REQUIRED_ACCESS,
  REQUIRED_BESIDE_SCHEMA,
  SUNSET,
  SUPPORTED_VALUES,
]);

/**
 * Removes descriptions, examples and other extensions from the contract, which leaves what requests and responses are validated
 * against.
 */
export function compact(document: Document): Document {
  return mapNodes(inlineDefaults(document), (node) =>
    Object.fromEntries(
      Object.entries(node)
        .filter(([name]) => !PROSE.has(name) && (!name.startsWith('x-') || ENFORCED.has(name)))
        // OpenAPI requires the description of a response; other nodes lose it.
        .map(([name, value]) => (name === 'description' ? [name, ''] : [name, value])),
    ),
  );
}

/** Replaces references with a sibling `default` by their targets, because resolving a reference would lose the default. */
function inlineDefaults(document: Document): Document {
  return mapNodes(document, (node) =>
    isReference(node) && 'default' in node ? resolve<JsonObject>(document, node) : node,
  );
}

/** Returns the bodies of all named examples of successful responses, by operation and name. */
export function extractSampleData(document: Document): Record<string, Record<string, unknown>> {
  const sampleData: Record<string, Record<string, unknown>> = {};
  for (const operation of listOperations(document)) {
    for (const { response } of successResponses(operation)) {
      const examples = jsonContent(response)?.examples;
      if (examples) sampleData[operation.operationId] = toValues(document, examples);
    }
  }
  return sampleData;
}

/** Returns the named examples of scan documents. */
export function extractScanDocuments(document: Document): Record<string, unknown> {
  const submit = listOperations(document).find(({ operationId }) => operationId === 'submitScan');
  return toValues(document, jsonContent(submit?.requestBody)?.examples ?? {});
}

function toValues(
  document: Document,
  examples: NonNullable<ReturnType<typeof jsonContent>>['examples'] = {},
): Record<string, unknown> {
  return Object.fromEntries(listExamples(document, { examples }).map(({ name, value }) => [name, value]));
}

/** Returns a type with the query parameters of each operation that always have a value because they have a default. */
export function defaultedParameters(document: Document): string {
  const hasDefault = (schema: Schema | undefined) =>
    isJsonObject(schema) && 'default' in resolve<JsonObject>(document, schema);
  const lines = listOperations(document).map(({ operationId, parameters }) => {
    const names = parameters
      .filter((parameter) => parameter.in === 'query' && hasDefault(parameter.schema))
      .map(({ name }) => `'${name}'`);
    return `  ${operationId}: ${names.join(' | ') || 'never'};\n`;
  });
  return `/** Query parameters with a default, by operation. */\nexport interface Defaulted {\n${lines.join('')}}\n`;
}
