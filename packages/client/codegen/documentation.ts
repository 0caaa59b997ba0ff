import { inspect } from 'node:util';
import type { ContextSpec, GeneratorVerbOptions } from 'orval';
import { type Parameter, resolve } from './request-parameters.ts';

/** What the documentation of an operation needs to know beside what orval knows. */
export interface Documented {
  /** Statuses of the declared errors. */
  errors: readonly number[];
  /** Whether a success carries something. */
  answers: boolean;
  /** Whether the answer is one page of a list. */
  paged: boolean;
}

/** The parts of a schema that say which values a parameter may have. */
interface Range {
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  format?: string;
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  enum?: unknown[];
}

/** The comment of the function of an operation, as the contract describes it: parameters, errors and an example. */
export function documentation(verb: GeneratorVerbOptions, { spec }: ContextSpec, documented: Documented): string {
  const { originalOperation, deprecated, operationName: name } = verb;
  const { summary = '', description = '' } = originalOperation;
  const parameters = (originalOperation.parameters ?? []).map((it) => {
    const parameter = resolve<Parameter>(spec, it);
    return { ...parameter, range: resolve<Range>(spec, parameter.schema) };
  });
  // A path parameter is there twice: orval takes its type from the flat one.
  const flat = parameters.filter((it) => it.in === 'query');
  const text = [
    `${summary}.`,
    '',
    ...description.trim().split('\n'),
    '',
    '@param client where to send the request.',
    ...(flat.length > 0 ? ['@param params what the operation works on:'] : []),
    ...flat.map((it) => `- \`${it.name}\`: ${sentences(it.description, rangeOf(it.range))}`),
    '@param options settings of this call, which come before those of the client.',
    ...documented.errors.map((status) => {
      const response = resolve<{ description: string }>(spec, originalOperation.responses?.[status]);
      return `@throws ApiError ${status} ${response.description.trim()}`;
    }),
    '@throws ApiError with any other status that is not a declared success.',
    '@throws ConnectionError, TimeoutError, DecodeError, TypeError, or the reason of the signal.',
    ...(deprecated ? ['@deprecated'] : []),
    ...exampleOf(name, flat, documented),
  ];
  return `/**\n${text
    .flatMap((it) => it.split('\n'))
    .map((line) => ` * ${line.replaceAll('*/', '*\\/')}`.trimEnd())
    .join('\n')}\n */\n`;
}

/** Sentences one after the other, each with its full stop. */
function sentences(...parts: (string | undefined)[]): string {
  return parts.flatMap((it) => (it ? `${it.trim().replace(/\.$/, '')}.` : [])).join(' ');
}

/** Which values a parameter may have, in words with their units; empty when the type says all. */
function rangeOf(schema: Range): string {
  const limits = [
    between(schema.minimum, schema.maximum, ''),
    between(schema.minLength, schema.maxLength, ' characters'),
    between(schema.minItems, schema.maxItems, ' values'),
    schema.format === 'date-time' ? 'date and time of RFC 3339' : '',
    schema.default === undefined ? '' : `default: ${inspect(schema.default)}`,
  ].filter((it) => it !== '');
  const text = limits.join('; ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function between(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined) return most === undefined ? '' : `at most ${most}${unit}`;
  return most === undefined ? `at least ${least}${unit}` : `${least} to ${most}${unit}`;
}

/** A call with the examples of all required parameters; nothing when one of them has no example. */
function exampleOf(name: string, parameters: (Parameter & { range: Range })[], documented: Documented): string[] {
  const required = parameters.filter((it) => it.required).map((it) => [it.name, exampleValue(it)] as const);
  if (required.some(([, value]) => value === undefined)) return [];
  const params = inspect(Object.fromEntries(required), {
    depth: Number.POSITIVE_INFINITY,
    maxArrayLength: null,
    maxStringLength: null,
    breakLength: 100,
  });
  const args = required.length > 0 ? `client, ${params}` : 'client';
  if (!documented.answers) return ['@example', `await ${name}(${args});`];
  return [
    '@example',
    `const answer = await ${name}(${args});`,
    'console.log(answer);',
    ...(documented.paged
      ? [
          '// Item by item, over all pages:',
          `for await (const item of paginate(client, ${name}, ${params})) {`,
          '  console.log(item);',
          '}',
        ]
      : []),
  ];
}

function exampleValue({ example, examples = {}, range }: Parameter & { range: Range }): unknown {
  const bySize = Object.values(examples).map((it) => it.value);
  const [shortest] = bySize.toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length);
  return example ?? shortest ?? range.example ?? range.examples?.[0] ?? range.enum?.[0] ?? range.default;
}
