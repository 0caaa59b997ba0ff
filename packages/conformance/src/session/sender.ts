/** Sends the requests of checks and validates the responses. */
import { formatPointer } from '@aispm/openapi';
import type { Contract } from '../contract/contract.ts';
import type { Json, Operation } from '../contract/operation.ts';
import { encodeRequest, type WireRequest } from '../contract/request.ts';
import type { RequestParts } from '../contract/request-parts.ts';
import { NoResponseError } from '../core/errors.ts';
import type { ConformanceOptions } from '../core/options.ts';
import { checkDeprecationHeaders } from './deprecation.ts';
import { checkQuotaHeaders, declaresQuota } from './quota.ts';
import type { Cell, ViolationDetails } from './results.ts';
import type { Transport, WireResponse } from './transport.ts';
import { type DecodedResponse, decodeResponse, validateResponse } from './validate-response.ts';
import { wrongStatus, wrongText, wrongValue } from './violations.ts';

/** Maximum number of requests to an operation that does not respond. */
const MAX_UNANSWERED = 2;
/** Maximum length of a request in the report, in characters. */
const MAX_REQUEST = 300;

/** Options of a request. */
export interface SendOptions {
  /** The API key; null for none. Default: the token of the run. */
  token?: string | null;
  /** The value of the `Authorization` header, instead of a token. */
  authorization?: string;
  /** The statuses that the check expects. Default: all declared ones. */
  statuses?: number[];
  /** What distinguishes the request, for the report. */
  note?: string;
  /** Whether the request deliberately violates the contract. Default false: then it must be valid. */
  isInvalid?: boolean;
  /** The method, instead of the operation's. */
  method?: string;
}

/** A response that was validated. */
export interface CheckedResponse extends DecodedResponse {
  /** Whether the response conforms to the contract and has an expected status. */
  isValid: boolean;
  /** The JSON object; empty when there is none. */
  json: Json;
  /** The request, for the report. */
  request: string;
  requestId: string;
  /** Records a further assertion about this response. Returns the condition. */
  assert(condition: boolean, describe: () => ViolationDetails): boolean;
}

/** Returns the same response for another check, whose cell gets the assertions. */
export function withCell(cell: Cell, response: CheckedResponse): CheckedResponse {
  const { request, requestId } = response;
  return {
    ...response,
    assert: (condition, describe) => cell.assert(condition, () => ({ ...describe(), request, requestId })),
  };
}

/** The session that a sender belongs to. */
interface SenderSession {
  readonly name: string;
  readonly options: ConformanceOptions;
  readonly transport: Transport;
  cell(operation: string, check: string): Cell;
}

/** Sends the requests of a session. */
export class Sender {
  readonly #session: SenderSession;
  readonly #contract: Contract;
  readonly #unanswered = new Map<string, number>();
  #sent = 0;

  constructor(session: SenderSession, contract: Contract) {
    this.#session = session;
    this.#contract = contract;
  }

  /** Sends a request, validates the response, and records violations in the cell. */
  async send(
    cell: Cell,
    operation: Operation,
    parts: RequestParts,
    options: SendOptions = {},
  ): Promise<CheckedResponse> {
    const { token = this.#session.options.token, authorization, statuses, note, isInvalid = false, method } = options;
    const requestId = `${this.#session.name}-${++this.#sent}`;
    const credentials = authorization ?? (token === null ? undefined : `Bearer ${token}`);
    const wire = { ...encodeRequest(operation, parts), ...(method && { method }) };
    const request = `${wire.method} ${wire.target}${note ? ` (${note})` : ''}`;
    const assert: CheckedResponse['assert'] = (condition, describe) =>
      cell.assert(condition, () => ({ ...describe(), request: shorten(request), requestId }));
    if (!isInvalid) this.#assertValid(operation, parts, assert);
    const headers = { accept: '*/*', ...wire.headers, 'x-request-id': requestId };
    const validate = (response: DecodedResponse) => {
      const violations = validateResponse(this.#contract, operation, response, this.#session.options.strict === true);
      for (const violation of violations) assert(false, () => violation);
      return violations.length === 0;
    };
    const received = await this.#transmit(
      operation,
      { ...wire, headers: { ...headers, ...(credentials && { authorization: credentials }) } },
      (response) => validate(decodeResponse(response)),
    ).catch((error: unknown) => {
      if (!(error instanceof NoResponseError)) throw error;
      assert(false, () => wrongText('connection', '', 'a response', error.message));
      return undefined;
    });
    const context = { request, requestId, assert };
    if (!received) {
      return { status: 0, headers: {}, text: '', body: undefined, json: {}, isValid: false, ...context };
    }
    const response = decodeResponse(received);
    this.#assertRequestId(operation, response, request, requestId);
    this.#assertQuota(operation, response, request, requestId);
    for (const violation of checkDeprecationHeaders(operation, response)) {
      this.#session
        .cell(operation.id, 'response')
        .assert(false, () => ({ ...violation, request: shorten(request), requestId }));
    }
    const isExpected = statuses === undefined || statuses.includes(response.status);
    // An unexpected status explains more than violations of the schema for this status.
    // The response to HEAD has no body.
    const isComplete = method !== 'HEAD';
    const isValid = isExpected
      ? !isComplete || validate(response)
      : assert(false, () => wrongStatus(statuses.join(' or '), response));
    if (isValid) cell.assertions += 1;
    return { ...response, json: toJsonObject(response.body), isValid, ...context };
  }

  /** Asserts that values from the server's responses result in valid requests. */
  #assertValid(operation: Operation, parts: RequestParts, assert: CheckedResponse['assert']): void {
    const [violation] = this.#contract.validateRequest(operation, parts);
    const { location = [], message = '' } = violation ?? {};
    assert(violation === undefined, () => wrongText('request', formatPointer(location), 'a valid request', message));
  }

  #assertRequestId({ id }: Operation, { headers }: WireResponse, request: string, requestId: string): void {
    const { 'x-request-id': returned } = headers;
    this.#session.cell(id, 'request-id').assert(returned === requestId, () => ({
      ...wrongValue('header', 'X-Request-Id', `${requestId}, as in the request`, returned),
      request: shorten(request),
      requestId,
    }));
  }

  #assertQuota(operation: Operation, response: WireResponse, request: string, requestId: string): void {
    if (!declaresQuota(operation)) return;
    const cell = this.#session.cell(operation.id, 'quota');
    const violations = checkQuotaHeaders(operation, response);
    for (const violation of violations) {
      cell.assert(false, () => ({ ...violation, request: shorten(request), requestId }));
    }
    if (violations.length === 0) cell.assertions += 1;
  }

  async #transmit(
    { id }: Operation,
    request: WireRequest,
    onRetry: (response: WireResponse) => void,
  ): Promise<WireResponse> {
    const unanswered = this.#unanswered.get(id) ?? 0;
    if (unanswered >= MAX_UNANSWERED) {
      throw new NoResponseError(`not sent, because ${MAX_UNANSWERED} requests to the operation got no response`);
    }
    try {
      return await this.#session.transport.send(request, onRetry);
    } catch (error) {
      if (error instanceof NoResponseError) this.#unanswered.set(id, unanswered + 1);
      throw error;
    }
  }
}

function toJsonObject(body: unknown): Json {
  return (typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}) as Json;
}

function shorten(text: string): string {
  return text.length > MAX_REQUEST ? `${text.slice(0, MAX_REQUEST - 1)}…` : text;
}
