/** Uses Prism as a library: its validation, content negotiation, examples and generator. */
import { randomUUID } from 'node:crypto';
import type {
  IHttpMockConfig,
  IHttpRequest,
  IHttpResponse,
  ProblemJsonError as PrismError,
} from '@stoplight/prism-http';
import { isJsonMediaType, type Schema } from '../bundled/openapi.ts';
import {
  createLogger,
  factory,
  loadGenerator,
  mock,
  ProblemJsonError,
  validateInput,
  validateOutput,
} from '../bundled/prism.ts';
import { createSampleValues, type SampleValues } from '../contract/sample-values.ts';
import type { Operation } from '../core/contract-types.ts';
import type { ParsedRequest } from '../http/request.ts';
import { decodeSegment, encodeSegment } from '../http/router.ts';
import { makeConsistent, withPlausibleValues } from './generation.ts';
import { withGeneratorSchemas, withoutWriteOnly } from './generator-schema.ts';
import { cacheOutputs, cacheResults } from './prism-cache.ts';
import { validateInParts } from './prism-parts.ts';
import { findBodyViolations, keepValidPart } from './prune-invalid.ts';

/** A request for Prism, and how to respond. */
export interface PrismTask {
  /** The operation with one response. */
  operation: Operation;
  request: IHttpRequest;
  /** Whether to validate parameters and body. */
  validateRequest: boolean;
  /** Name of the example; the first one when undefined. */
  example: string | undefined;
  /** How to generate the body: from a seed, or randomly if it is undefined; false for an example. */
  generate: false | { seed: string | undefined; sampleValues: SampleValues };
  /** Whether cached violations and outputs may be used. */
  useCache: boolean;
}

/** Prism's rejection: 406, 415, 422 for an invalid request, 404 for an unknown example, 500 for a schema without a valid body. */
export type PrismRejection = PrismError;

/** Prism's output or its rejection. A cached output is the same object each time. */
export type PrismResult = { output: IHttpResponse; rejection?: never } | { rejection: PrismRejection; output?: never };

/** Values of formats that the generator doesn't support. */
const FORMATS: Record<string, () => string> = {
  duration: () => 'P3DT4H',
  byte: () => 'bW9jaw==',
  'iso-time': () => '09:30:00Z',
  'iso-date-time': () => '2026-11-18T09:30:00Z',
  url: () => 'https://example.com/',
  'uri-template': () => '/items/{id}',
  'json-pointer': () => '/items/0',
  'relative-json-pointer': () => '0/items',
};

/** The seed of a body that is generated because the contract has no example. */
const EXAMPLE_SEED = 'example';

/** Number of attempts to generate a valid body before the example is used instead. */
const MAX_ATTEMPTS = 10;

/** Maximum duration of all attempts, in milliseconds: they could take half a minute for a large, unsatisfiable schema. */
const MAX_GENERATION_MS = 2_000;

const BASE: IHttpMockConfig = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: true,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
};

const components = {
  // The operation is known: the duration of the mock's router doesn't depend on the number of operations.
  route: ({ resources: [operation] }: { resources: Operation[] }) =>
    operation
      ? { _tag: 'Right' as const, right: operation }
      : { _tag: 'Left' as const, left: new Error('Prism was called without an operation.') },
  validateSecurity: ({ element }: { element: IHttpRequest }) => ({ _tag: 'Right' as const, right: element }),
  validateOutput,
  forward: () => {
    throw new Error("The mock doesn't forward requests.");
  },
  logger: createLogger('mock', { enabled: false }),
};

const prism = factory(BASE, { ...components, validateInput, mock });
const cachingPrism = factory(BASE, {
  ...components,
  validateInput: validateInParts(validateInput),
  mock: cacheOutputs(mock),
});

/**
 * Runs Prism. A generated body is always valid against the contract.
 *
 * @throws errors of Prism other than rejections
 */
export function runPrism(task: PrismTask): Promise<PrismResult> {
  const { generate, useCache } = task;
  const run = useCache ? runCached : returnExample;
  return generate ? generateBody(task, generate).then((generated) => generated ?? run(task)) : run(task);
}

async function returnExample(task: PrismTask): Promise<PrismResult> {
  const { example, operation } = task;
  const generated = lacksExamples(operation) && (await generateBody(task, EXAMPLE_GENERATION));
  if (generated) return generated;
  const result = await runOnce(task, { dynamic: false, ...(example && { exampleKey: example }) }, false);
  if (!result) throw new Error('Prism returned no response.');
  if (!result.output) return result;
  const output = withBody(result.output, operation);
  const violation = generated === undefined ? findViolation(output, task.operation) : undefined;
  if (violation === undefined) return { output };
  const valid = keepValidPart(output, withoutWriteOnly(operation));
  return valid ? { output: valid } : { rejection: createImpossibleBody(operation, violation) };
}

/** Describes the first violation in a body that Prism created without an example; undefined for a valid body or an example. */
function findViolation(output: IHttpResponse, operation: Operation): string | undefined {
  const type = String(Object.entries(output.headers ?? {}).find(([name]) => /^content-type$/i.test(name))?.[1] ?? '');
  const content = operation.responses[0]?.contents?.find(({ mediaType }) => mediaType === type);
  if (!content || !isJsonMediaType(type) || (content.examples ?? []).length > 0) return undefined;
  const [violation] = findBodyViolations(output, withoutWriteOnly(operation)) ?? [];
  return violation && `${(violation.path ?? []).join('/')} ${violation.message}`;
}

/** The rejection for a schema without a valid body. */
function createImpossibleBody({ method, path, responses: [response] }: Operation, violation: string): PrismRejection {
  const name = `${method.toUpperCase()} ${path}`;
  const detail =
    `The mock can't generate a valid body for ${name}, ${response?.code}: ${violation}. ` +
    'Add an example to the contract, or fix the schema if it is unsatisfiable.';
  return new ProblemJsonError('NO_VALID_BODY', 'No valid body', 500, detail);
}

/** Adds a body to a JSON response whose schema allows any body, for which Prism returns none. */
function withBody(output: IHttpResponse, { responses: [response] }: Operation): IHttpResponse {
  const [content] = response?.contents ?? [];
  if (output.body !== undefined || !content || !isJsonMediaType(content.mediaType)) return output;
  return { ...output, headers: { ...output.headers, 'content-type': content.mediaType }, body: {} };
}

/** How to generate a body when the contract has no example. */
const EXAMPLE_GENERATION = { seed: EXAMPLE_SEED, sampleValues: createSampleValues([]) };

/** Returns whether a success has no example, so that Prism would return a possibly invalid body. */
function lacksExamples({ responses: [response] }: Operation): boolean {
  const contents = response?.contents ?? [];
  const isSuccess = /^[23]/.test(response?.code ?? '');
  return isSuccess && contents.some(({ schema, examples = [] }) => schema !== undefined && examples.length === 0);
}

const runCached = cacheResults(returnExample);

/** Runs Prism with its generator; returns undefined when no attempt results in a body that is at least partially valid. */
async function generateBody(
  task: PrismTask,
  { seed, sampleValues }: { seed: string | undefined; sampleValues: SampleValues },
): Promise<PrismResult | undefined> {
  const generator = await loadGenerator();
  for (const [name, create] of Object.entries(FORMATS)) generator.format(name, create);
  const { resource, getOperation } = prepareGeneration(task.operation, sampleValues);
  const complete = async (generated: IHttpResponse, bodySeed: string): Promise<IHttpResponse> => {
    const output = withConsistentBody(generated, resource, sampleValues, bodySeed);
    // Generated headers have any value that their schema allows, such as a negative remaining quota.
    const example = await runOnce({ ...task, validateRequest: false }, { dynamic: false }, false);
    return { ...output, headers: { ...output.headers, ...example?.output?.headers } };
  };
  const end = performance.now() + MAX_GENERATION_MS;
  let invalid: IHttpResponse | undefined;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && performance.now() < end; attempt++) {
    // Random properties violate schemas with `unevaluatedProperties: false`, but `minProperties` may require them.
    const choice = attempt - MAX_ATTEMPTS / 2;
    generator.option('fillProperties', choice >= 0);
    const plausible = { ...task, operation: getOperation(choice >= 0 ? choice : undefined) };
    // Prism uses the last seed for all later requests, so every attempt sets one.
    const attemptSeed = seed === undefined ? randomUUID() : `${seed}#${attempt}`;
    const result = await runOnce(plausible, { dynamic: true, seed: attemptSeed }, false).catch(() => undefined);
    if (result?.rejection) return result;
    if (!result) continue;
    if (!findBodyViolations(result.output, resource)) return { output: await complete(result.output, attemptSeed) };
    invalid ??= result.output;
  }
  // An example is better than a partial body.
  const valid = invalid && lacksExamples(task.operation) ? keepValidPart(invalid, resource) : undefined;
  return valid && { output: await complete(valid, String(seed)) };
}

/** An operation for the generator, and for validating its output. */
interface Generation {
  /** @param choice index of the alternative for each `oneOf`; all when undefined */
  getOperation(choice: number | undefined): Operation;
  resource: Operation;
}

const generations = new WeakMap<Operation, WeakMap<SampleValues, Generation>>();

/** Prepares the generation of a body. The result is cached, so that Prism can reuse compiled validators. */
function prepareGeneration(operation: Operation, sampleValues: SampleValues): Generation {
  const known = generations.get(operation) ?? new WeakMap<SampleValues, Generation>();
  generations.set(operation, known);
  const prepared = known.get(sampleValues) ?? createGeneration(operation, sampleValues);
  known.set(sampleValues, prepared);
  return prepared;
}

function createGeneration(operation: Operation, sampleValues: SampleValues): Generation {
  const resource = withoutWriteOnly(operation);
  const restricted = withPlausibleValues(resource, sampleValues);
  const operations = new Map<number | undefined, Operation>();
  const getOperation = (choice: number | undefined): Operation => {
    const prepared = operations.get(choice) ?? withGeneratorSchemas(restricted, choice);
    operations.set(choice, prepared);
    return prepared;
  };
  return { resource, getOperation };
}

/** Makes the parts of the body consistent, if the result is still valid. */
function withConsistentBody(
  output: IHttpResponse,
  operation: Operation,
  sampleValues: SampleValues,
  seed: string,
): IHttpResponse {
  const schema = operation.responses[0]?.contents?.[0]?.schema;
  if (!schema || typeof output.body !== 'object') return output;
  const element = { ...output, body: makeConsistent(output.body, schema as Schema, sampleValues, seed) };
  return findBodyViolations(element, operation) ? output : element;
}

/** Runs Prism once; returns undefined when the generated body is invalid. */
async function runOnce(
  task: PrismTask,
  mockConfig: IHttpMockConfig['mock'],
  validateResponse: boolean,
): Promise<PrismResult | undefined> {
  const { operation, request, validateRequest } = task;
  // Prism writes the negotiated media types to `mock`, so it must not be reused.
  const config: IHttpMockConfig = { ...BASE, validateRequest, validateResponse, mock: mockConfig };
  const result = await (task.useCache ? cachingPrism : prism).request(request, [operation], config)();
  if (result._tag === 'Left') {
    if (result.left instanceof ProblemJsonError) return { rejection: result.left };
    throw result.left;
  }
  const { output, validations } = result.right;
  if (validations.output.length > 0) return undefined;
  return { output };
}

/**
 * Converts a request for Prism.
 *
 * @param body the decoded body
 * @param accept the value to use as the client's `Accept`
 */
export function toPrismRequest(operation: Operation, request: ParsedRequest, body: unknown, accept = ''): IHttpRequest {
  const { authorization: _, accept: __, 'content-type': contentType, ...others } = request.headers;
  // An undeclared body is ignored.
  const hasBody = request.body.byteLength > 0 && (operation.request?.body?.contents ?? []).length > 0;
  const ranges = filterMediaRanges(accept);
  return {
    method: operation.method.toLowerCase() as IHttpRequest['method'],
    url: { path: encodePath(request.path), query: request.query },
    headers: {
      ...others,
      // Prism reads the media type even without a body, and throws when it is malformed.
      ...(hasBody && contentType !== undefined && { 'content-type': contentType }),
      // Without it, Prism treats the body as missing.
      'content-length': String(hasBody ? request.body.byteLength : 0),
      ...(ranges && { accept: ranges }),
    },
    body,
  };
}

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const MEDIA_RANGE = new RegExp(`^\\s*${TOKEN}/${TOKEN}(\\s*;\\s*${TOKEN}=(${TOKEN}|"[^"]*"))*\\s*$`);

/** Returns the well-formed media ranges of an `Accept` header; Prism throws on others. */
function filterMediaRanges(accept: string): string {
  return accept
    .split(',')
    .filter((part) => MEDIA_RANGE.test(part))
    .join(',');
}

/**
 * Re-encodes every segment of a path: Prism throws on invalidly encoded segments, and treats a comma as a
 * list separator.
 */
function encodePath(path: string): string {
  if (/^[\w/.~-]*$/.test(path)) return path;
  return path
    .split('/')
    .map((segment) => encodeSegment(decodeSegment(segment)))
    .join('/');
}
