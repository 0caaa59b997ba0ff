/** Drives Prism as a library: its validation, negotiation, examples and generator. */
import { randomUUID } from 'node:crypto';
import type { ValidatorFn } from '@stoplight/prism-core';
import type {
  IHttpMockConfig,
  IHttpRequest,
  IHttpResponse,
  ProblemJsonError as PrismError,
} from '@stoplight/prism-http';
import { isBearerToken } from './auth.js';
import type { Operation } from './contract.js';
import { makeConsistent, withPlausibleAnswers } from './generation.js';
import { rememberAnswers, rememberFindings } from './prism-cache.js';
import {
  createLogger,
  factory,
  loadGenerator,
  mock,
  ProblemJsonError,
  validateInput,
  validateOutput,
  validateSecurity,
} from './prism-library.js';
import type { ParsedRequest } from './request.js';
import { decodeSegment, encodeSegment } from './router.js';
import type { Schema, Vocabulary } from './vocabulary.js';

/** What Prism is to do with a request. */
export interface PrismTask {
  /** The operation, with the one answer that is wanted. */
  operation: Operation;
  request: IHttpRequest;
  /** Whether the token is checked. */
  checkSecurity: boolean;
  /** Whether parameters and body are checked. */
  validateRequest: boolean;
  /** Name of the example to answer with; the first one when absent. */
  example: string | undefined;
  /** Generate the body, from this seed when there is one, from chance otherwise, of these values. */
  dynamic: false | { seed: string | undefined; vocabulary: Vocabulary };
  /** Take what Prism found and answered before where it would find and answer the same again. */
  remember: boolean;
}

/** What Prism says instead of an answer: 401, 406, 415, 422 for an invalid request, 404 for an unknown example. */
export type PrismRefusal = PrismError;

/** Prism's answer, or its refusal. An answer that depends on nothing but its operation is the same object each time. */
export type PrismResult = { output: IHttpResponse; refusal?: never } | { refusal: PrismRefusal };

/** How often a body is generated before the example is taken instead, because the generator keeps missing the schema. */
const MAX_ATTEMPTS = 10;

const BASE: IHttpMockConfig = {
  isProxy: false,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
};

const components = {
  // The operation is known: the mock's own router takes the same time however many there are.
  route: ({ resources: [operation] }: { resources: Operation[] }) =>
    operation
      ? { _tag: 'Right' as const, right: operation }
      : { _tag: 'Left' as const, left: new Error('Prism was asked for no operation.') },
  // Prism types its result by the parts of the request that it reads.
  validateSecurity: validateSecurity as unknown as ValidatorFn<Operation, IHttpRequest>,
  validateOutput,
  forward: () => {
    throw new Error('The mock forwards nothing.');
  },
  logger: createLogger('mock', { enabled: false }),
};

const prism = factory(BASE, { ...components, validateInput, mock });
const rememberingPrism = factory(BASE, {
  ...components,
  validateInput: rememberFindings(validateInput),
  mock: rememberAnswers(mock),
});

/**
 * Lets Prism answer a request. A generated body is always valid against the contract.
 *
 * @throws whatever Prism throws that is not a refusal
 */
export async function askPrism(task: PrismTask): Promise<PrismResult> {
  if (task.dynamic) {
    // Invented properties break schemas with `unevaluatedProperties: false`.
    (await loadGenerator()).option('fillProperties', false);
    const { vocabulary } = task.dynamic;
    const generating = { ...task, operation: withPlausibleAnswers(task.operation, vocabulary) };
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      // Prism keeps the last seed for all later requests; a fresh one each time leaves nothing to keep.
      const seed = task.dynamic.seed === undefined ? randomUUID() : `${task.dynamic.seed}#${attempt}`;
      const outcome = await run(generating, { dynamic: true, seed }, true).catch(() => undefined);
      if (outcome)
        return outcome.refusal ? outcome : { output: consistent(outcome.output, task.operation, vocabulary, seed) };
    }
  }
  const outcome = await run(task, { dynamic: false, ...(task.example && { exampleKey: task.example }) }, false);
  if (!outcome) throw new Error('Prism did not answer.');
  return outcome;
}

/** The answer with a body whose parts fit together, as long as that is valid as well. */
function consistent(output: IHttpResponse, operation: Operation, vocabulary: Vocabulary, seed: string): IHttpResponse {
  const schema = operation.responses[0]?.contents?.[0]?.schema;
  if (!schema || typeof output.body !== 'object') return output;
  const element = { ...output, body: makeConsistent(output.body, schema as Schema, vocabulary, seed) };
  return validateOutput({ resource: operation, element })._tag === 'Right' ? element : output;
}

/** One run of Prism; undefined when the body that it made is not valid. */
async function run(
  task: PrismTask,
  mock: IHttpMockConfig['mock'],
  validateResponse: boolean,
): Promise<PrismResult | undefined> {
  const { operation, request, checkSecurity, validateRequest } = task;
  // Prism writes the media types that it negotiated into `mock`: it must never be used twice.
  const config: IHttpMockConfig = { ...BASE, checkSecurity, validateRequest, validateResponse, mock };
  const result = await (task.remember ? rememberingPrism : prism).request(request, [operation], config)();
  if (result._tag === 'Left') {
    if (result.left instanceof ProblemJsonError) return { refusal: result.left };
    throw result.left;
  }
  const { output, validations } = result.right;
  if (validations.output.length > 0) return undefined;
  return { output };
}

/**
 * A request as Prism takes it.
 *
 * @param body the decoded body
 * @param options.hidesToken leave out a token that is not `Bearer …`; Prism takes any value
 * @param options.accept what counts as the client's `Accept`
 */
export function toPrismRequest(
  operation: Operation,
  request: ParsedRequest,
  body: unknown,
  options: { hidesToken: boolean; accept: string | undefined },
): IHttpRequest {
  const { authorization, accept: _, 'content-type': contentType, ...others } = request.headers;
  const hasBody = request.body.byteLength > 0;
  const ranges = readableRanges(options.accept ?? '');
  return {
    method: operation.method.toLowerCase() as IHttpRequest['method'],
    url: { path: encodePath(request.path, operation), query: request.query },
    headers: {
      ...others,
      // Prism reads the media type even where there is no body, and throws on one that it cannot read.
      ...(hasBody && contentType !== undefined && { 'content-type': contentType }),
      // Prism takes the body for absent without it.
      'content-length': String(request.body.byteLength),
      ...(authorization !== undefined && (isBearerToken(authorization) || !options.hidesToken) && { authorization }),
      ...(ranges && { accept: ranges }),
    },
    body,
  };
}

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const MEDIA_RANGE = new RegExp(`^\\s*${TOKEN}/${TOKEN}(\\s*;\\s*${TOKEN}=(${TOKEN}|"[^"]*"))*\\s*$`);

/** The media ranges of an `Accept` header that are well-formed; Prism throws on any other. */
function readableRanges(accept: string): string {
  return accept
    .split(',')
    .filter((part) => MEDIA_RANGE.test(part))
    .join(',');
}

/**
 * Encodes every segment of a path anew: Prism throws on one that is not validly encoded, and takes a comma for the
 * separator of a list.
 */
function encodePath(path: string, { request }: Operation): string {
  if (/^[\w/.~-]*$/.test(path)) return path;
  const hasList = request?.path?.some(({ schema }) => schema?.type === 'array' || schema?.type === 'object');
  if (hasList) return path;
  return path
    .split('/')
    .map((segment) => encodeSegment(decodeSegment(segment)))
    .join('/');
}
