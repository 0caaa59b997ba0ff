/** Answers a request to one operation. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Answers, createAnswers, describeError } from './answers.js';
import { isBearerToken, takesBearerToken, tokenOf, unauthorized } from './auth.js';
import { type Chaos, errorCodes, type Fate, type Fates } from './chaos.js';
import type { Operation } from './contract.js';
import { ApiError, ConnectionDropped } from './errors.js';
import type { MockResponse } from './exchange.js';
import { createPager, type Pager } from './paging.js';
import { invalidPreference, type Preferences, parsePreferences, withoutOwnParameters } from './prefer.js';
import { askPrism, type PrismRefusal, toPrismRequest } from './prism.js';
import { decodeBody, type ParsedRequest } from './request.js';
import { declaredHeaders, declaredResponse, errorResponse } from './response.js';
import { decodeSegment } from './router.js';
import { checkAnswer, type State } from './state/state.js';
import { checkReach, type Tokens } from './tokens.js';
import { describeViolations, emptyParameters, invalidRequest, type Violation } from './violations.js';
import type { Vocabulary } from './vocabulary.js';

/** An operation, prepared for answering. */
export interface Route {
  /** In upper case. */
  method: string;
  /** Path template. */
  path: string;
  operation: Operation;
  answers: Answers;
  takesBearerToken: boolean;
  /** The parameters of the path and the segments that they stand in. */
  parameters: { name: string; segment: number }[];
  /** Cuts pages; undefined when the operation is no list. */
  pager: Pager | undefined;
}

/** How answers are made when a request does not say. */
export interface AnswerOptions {
  /** Generate the bodies of successes. */
  dynamic: boolean;
  /** Take what was worked out before where it would come out the same; false only to prove that it does. */
  remember: boolean;
  /** Time before each answer, in milliseconds. */
  delayMs: number;
  /** Makes generated bodies repeatable; chance when undefined. */
  seed: string | undefined;
  /** What each token reaches; every token reaches everything when undefined. */
  tokens: Tokens | undefined;
  /** What was stored; nothing is when undefined. */
  state: State | undefined;
  /** The faults that requests to an operation meet with. */
  chaos: ReadonlyMap<Operation, Chaos>;
  /** Decides which request meets with which. */
  fates: Fates;
  /** What generated values look like. */
  vocabulary: Vocabulary;
}

/** A request to an operation; its path is without the base path. */
export interface OperationRequest extends ParsedRequest {
  base: string;
}

/** Prepares an operation. */
export function createRoute(operation: Operation): Route {
  return {
    method: operation.method.toUpperCase(),
    path: operation.path,
    operation,
    answers: createAnswers(operation),
    takesBearerToken: takesBearerToken(operation),
    parameters: operation.path.split('/').flatMap((template, segment) => {
      const name = /^\{(.+)\}$/.exec(template)?.[1];
      return name === undefined ? [] : [{ name, segment }];
    }),
    pager: createPager(operation),
  };
}

/**
 * Answers a request to an operation. An error carries the headers that the contract declares for it.
 *
 * @param options hold unless the request prefers otherwise
 */
export async function answerOperation(
  route: Route,
  request: OperationRequest,
  options: AnswerOptions,
): Promise<MockResponse> {
  try {
    return await produce(route, request, options);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const response = errorResponse(error);
    const declared = route.answers.find(error.status);
    return declared
      ? { ...response, headers: { ...(await headersOf(declared, options.remember)), ...response.headers } }
      : response;
  }
}

/** What a request turns out to want, and what the mock sees wrong with it before Prism looks at it. */
interface Reading {
  preferences: Preferences;
  wanted: Answer;
  /** What chaos makes of the request; undefined when there is none. */
  fate: Fate | undefined;
  body: unknown;
  problem: ApiError | undefined;
}

async function produce(route: Route, sent: OperationRequest, options: AnswerOptions): Promise<MockResponse> {
  const { operation } = route;
  const request = withoutOwnParameters(sent);
  const parameters = pathParameters(route, request.path);
  const { preferences, wanted, fate, body, problem } = read(route, sent, request, options);
  const waitMs = (preferences.waitMs ?? options.delayMs) + (fate?.latencyMs ?? 0);
  if (waitMs > 0) await sleep(waitMs, undefined, request.signal ? { signal: request.signal } : {});
  if (fate?.isDropped) throw new ConnectionDropped('The mock dropped the connection, as it was asked to.');
  const isError = wanted.status >= 400;
  const dynamic = !isError && preferences.example === undefined && (preferences.dynamic ?? options.dynamic);
  const chosen = isError ? undefined : wanted.chooseExample(parameters);
  const result = await askPrism({
    operation: wanted.operation,
    request: toPrismRequest(operation, request, body, {
      hidesToken: route.takesBearerToken,
      // An error is JSON, whatever the client accepts.
      accept: isError ? undefined : acceptedForms(wanted, request, preferences),
    }),
    checkSecurity: true,
    validateRequest: !problem && !isError,
    example: preferences.example ?? chosen,
    dynamic: dynamic && { seed: preferences.seed ?? options.seed, vocabulary: options.vocabulary },
    remember: options.remember,
  });
  // A missing token goes before everything else that is wrong.
  if (result.refusal?.status === 401) throw unauthorized(request.headers.authorization);
  const { authorization } = request.headers;
  if (options.tokens && route.takesBearerToken && isBearerToken(authorization)) {
    checkReach(options.tokens, tokenOf(authorization), parameters);
  }
  if (problem) throw problem;
  if (result.refusal) throw translate(result.refusal, wanted, operation, request, body);
  if (isError && wanted.examples.length === 0) throw describeError(wanted);
  // An example that is asked for by name is given as it stands.
  if (isError || dynamic || preferences.example !== undefined) return declaredResponse(result.output);
  const stored = (preferences.code === undefined ? options.state : undefined)?.answer(
    {
      operation,
      base: request.base,
      path: request.path,
      parameters,
      query: request.query,
      headers: request.headers,
      body,
      token: authorization === undefined ? '' : tokenOf(authorization),
    },
    result.output,
  );
  const whole = stored ?? result.output;
  const output = route.pager ? route.pager(whole, request) : whole;
  if (stored) checkAnswer(operation, output);
  return declaredResponse(output);
}

function read(
  { operation, answers }: Route,
  sent: ParsedRequest,
  request: ParsedRequest,
  { chaos, fates, seed }: AnswerOptions,
): Reading {
  const reading: Reading = {
    preferences: {},
    wanted: answers.success,
    fate: undefined,
    body: undefined,
    problem: undefined,
  };
  try {
    reading.preferences = parsePreferences(sent);
    const { preferences } = reading;
    reading.wanted = answers.prefer(preferences);
    const faults = preferences.chaos ?? chaos.get(operation);
    if (faults) {
      checkChaos(operation, preferences);
      reading.fate = fates.next(operation, faults, preferences.seed ?? seed);
      const { error } = reading.fate;
      // Whoever asks for one answer gets that one, if any.
      const isChosen = preferences.code !== undefined || preferences.example !== undefined;
      if (error !== undefined && !isChosen) reading.wanted = answers.find(error) ?? reading.wanted;
    }
    // Whoever asks for an error gets it, whatever else may be wrong.
    if (reading.wanted.status < 400) {
      reading.body = decodeBody(request.body, request.headers['content-type']);
      const empty = emptyParameters(operation, request);
      if (empty.length > 0) throw invalidRequest(empty);
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    reading.problem = error;
  }
  return reading;
}

/**
 * Checks that the errors that a request may meet with exist.
 *
 * @throws {ApiError} 400 with those that do
 */
function checkChaos(operation: Operation, preferences: Preferences): void {
  const declared = errorCodes(operation);
  const unknown = preferences.chaos?.codes?.find((code) => !declared.includes(code));
  if (unknown === undefined) return;
  const expected = `made of errors that ${operation.iid} declares: ${declared.join(', ')}`;
  throw invalidPreference(preferences, 'chaos', `code=${unknown}`, expected);
}

/** What counts as the client's `Accept`. An example that is asked for by name has one in each form. */
function acceptedForms(
  { formParameter }: Answer,
  { query, headers }: ParsedRequest,
  { example }: Preferences,
): string | undefined {
  if (!formParameter || (example !== undefined && query[formParameter.name] === undefined)) return headers.accept;
  return formParameter.mediaTypeOf(query);
}

function pathParameters({ parameters }: Route, path: string): Record<string, string> {
  const segments = path.split('/');
  const values: Record<string, string> = {};
  for (const { name, segment } of parameters) values[name] = decodeSegment(segments[segment] ?? '');
  return values;
}

/** Puts a refusal of Prism's into the words and the statuses of the contract. */
function translate(
  refusal: PrismRefusal,
  wanted: Answer,
  operation: Operation,
  request: ParsedRequest,
  body: unknown,
): ApiError {
  switch (refusal.status) {
    case 422: {
      const violations = (refusal.additional?.validation ?? []) as Violation[];
      return invalidRequest(describeViolations(violations, operation, request, body));
    }
    case 415:
      return new ApiError(415, `The request body has a media type that is not taken here. ${refusal.detail}.`);
    case 406: {
      const offered = (wanted.operation.responses[0]?.contents ?? []).map(({ mediaType }) => mediaType).join(', ');
      return new ApiError(406, `The answer cannot be given as "${request.headers.accept}", only as ${offered}.`);
    }
    case 404:
      return new ApiError(406, `The example that Prefer names does not exist as "${request.headers.accept}".`);
    default:
      throw refusal;
  }
}

/** The headers that the contract declares for an answer, with the values of their examples. */
async function headersOf({ operation }: Answer, remember: boolean): Promise<Record<string, string>> {
  const result = await askPrism({
    operation,
    request: { method: 'get', url: { path: operation.path } },
    checkSecurity: false,
    validateRequest: false,
    example: undefined,
    dynamic: false,
    remember,
  });
  return result.refusal ? {} : declaredHeaders(result.output.headers ?? {});
}
