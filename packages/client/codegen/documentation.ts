import { inspect } from 'node:util';
import { type Document, listExamples, type Parameter, type Response, resolve, type Schema } from '@aispm/openapi';
import type { ContextSpec, GeneratorVerbOptions } from 'orval';

/** Facts about an operation that its documentation needs in addition to what orval provides. */
export interface OperationFacts {
  /** Statuses of the errors that the operation declares. */
  errorStatuses: readonly number[];
  /** Statuses of protocol responses that it can also get. */
  protocolStatuses: readonly number[];
  /** Whether a successful response has a body. */
  hasData: boolean;
  /** Whether the response is one page of a list. */
  isPaged: boolean;
}

/** A parameter with its schema, resolved. */
interface DocumentedParameter extends Parameter {
  schema: Schema;
}

/** Returns the doc comment of the function of an operation: the descriptions of the contract, parameters, errors and an example. */
export function documentation(verb: GeneratorVerbOptions, { spec }: ContextSpec, facts: OperationFacts): string {
  const { originalOperation, deprecated, operationName: name } = verb;
  const { summary = '', description = '' } = originalOperation;
  const document = spec as Document;
  // orval has its own types for the operations of documents.
  const declared = originalOperation as unknown as { parameters: Parameter[]; responses: Record<string, Response> };
  // Path parameters are declared twice: see `flattenParameters`.
  const parameters = declared.parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => ({ ...parameter, schema: resolve<Schema>(document, parameter.schema ?? {}) }));
  const { responses } = declared;
  const text = [
    `${summary}.`,
    '',
    ...description.trim().split('\n'),
    '',
    '@param client sends the request.',
    ...(parameters.length > 0 ? ['@param params parameters of the request:'] : []),
    ...parameters.map((parameter) => {
      return `- \`${parameter.name}\`: ${joinSentences(parameter.description, describeRange(parameter.schema))}`;
    }),
    '@param options options of this call, which override those of the client.',
    ...facts.errorStatuses.map((status) => `@throws ApiError ${status} ${responses[status]?.description.trim()}`),
    ...(facts.protocolStatuses.length > 0
      ? [`@throws ApiError ${listWords(facts.protocolStatuses)}, which is a protocol response.`]
      : []),
    '@throws ApiError with any other status that is not a declared success.',
    '@throws ConnectionError, TimeoutError, DecodeError, TypeError, or the reason of the signal.',
    ...(deprecated ? ['@deprecated'] : []),
    ...exampleCode(document, name, parameters, facts),
  ];
  return `/**\n${text
    .flatMap((part) => part.split('\n'))
    .map((line) => ` * ${line.replaceAll('*/', '*\\/')}`.trimEnd())
    .join('\n')}\n */\n`;
}

/** Joins alternatives: `405, 406 or 408`. */
function listWords(words: readonly unknown[]): string {
  return [words.slice(0, -1).join(', '), words.at(-1)].filter((part) => part !== '').join(' or ');
}

/** Joins sentences, each with a period. */
function joinSentences(...parts: (string | undefined)[]): string {
  return parts.flatMap((part) => (part ? `${part.trim().replace(/\.$/, '')}.` : [])).join(' ');
}

/** Describes the values of a parameter; empty if its type is a complete description. */
function describeRange(schema: Schema): string {
  const limits = [
    describeLimits(schema.minimum, schema.maximum, ''),
    describeLimits(schema.minLength, schema.maxLength, ' characters'),
    describeLimits(schema.minItems, schema.maxItems, ' values'),
    schema.format === 'date-time' ? 'date and time of RFC 3339' : '',
    schema.default === undefined ? '' : `default: ${inspect(schema.default)}`,
  ].filter((limit) => limit !== '');
  const text = limits.join('; ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function describeLimits(min: number | undefined, max: number | undefined, unit: string): string {
  if (min === undefined) return max === undefined ? '' : `at most ${max}${unit}`;
  return max === undefined ? `at least ${min}${unit}` : `${min} to ${max}${unit}`;
}

/** Returns a call with examples of all required parameters; nothing if one of them has no example. */
function exampleCode(
  document: Document,
  name: string,
  parameters: DocumentedParameter[],
  { hasData, isPaged }: OperationFacts,
): string[] {
  const required = parameters
    .filter((parameter) => parameter.required)
    .map((parameter) => [parameter.name, exampleValue(document, parameter)] as const);
  if (required.some(([, value]) => value === undefined)) return [];
  const params = inspect(Object.fromEntries(required), {
    depth: Number.POSITIVE_INFINITY,
    maxArrayLength: null,
    maxStringLength: null,
    breakLength: 100,
  });
  const args = required.length > 0 ? `client, ${params}` : 'client';
  if (!hasData) return ['@example', `await ${name}(${args});`];
  const allPages = [
    '// All items of all pages:',
    `for await (const item of paginate(client, ${name}, ${params})) {`,
    '  console.log(item);',
    '}',
  ];
  return ['@example', `const data = await ${name}(${args});`, 'console.log(data);', ...(isPaged ? allPages : [])];
}

/** Returns the example of a parameter: its shortest one, otherwise its schema's. */
function exampleValue(document: Document, parameter: DocumentedParameter): unknown {
  const { schema } = parameter;
  const [shortest] = listExamples(document, parameter)
    .map(({ value }) => value)
    .toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length);
  return shortest ?? schema.example ?? schema.examples?.[0] ?? schema.enum?.[0] ?? schema.default;
}
