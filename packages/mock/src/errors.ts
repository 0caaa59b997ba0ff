/**
 * The two kinds of failure: {@link ApiError}, which is answered to the client, and all others, which stop the start-up
 * and are told to the person who started the mock.
 */
import type { ApiErrorBody } from '@aispm/types';

/** One thing that is wrong with a request: where (`query/page_size`, `body/config/threshold`) and what. */
export interface ErrorDetail {
  location: string;
  message: string;
}

/** Longest text that goes into an error body, in characters. A request must not be able to blow up its own answer. */
const MAX_TEXT = 500;

/** What an error answer carries besides its status and message. */
export interface ApiErrorOptions {
  /** The message, place by place; only with 400 and 422. */
  details?: ErrorDetail[];
  /** Headers that the answer must have; names in lower case. */
  headers?: Record<string, string>;
}

/** An answer that is not a success. Thrown anywhere while a request is handled, answered as `{code, message}`. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly options: ApiErrorOptions;

  /**
   * @param status HTTP status, 400..599; repeated in the body as `code`
   * @param message one sentence: what is wrong and, where it is not obvious, what would be right
   */
  constructor(status: number, message: string, options: ApiErrorOptions = {}) {
    super(message);
    this.status = status;
    this.options = options;
  }

  /** The body of the answer, as the contract defines it. */
  get body(): ApiErrorBody {
    const { details = [] } = this.options;
    return {
      code: this.status,
      message: clip(this.message),
      ...(details.length > 0 && { details: byPlace(details) }),
    };
  }
}

/** What is wrong, by place; several faults of one place stand together. */
function byPlace(details: ErrorDetail[]): Record<string, string> {
  const places: Record<string, string> = {};
  for (const { location, message } of details) {
    const place = clip(location);
    places[place] = clip(place in places ? `${places[place]}; ${message}` : message);
  }
  return places;
}

/** The connection is dropped instead of an answer, because that was asked for. */
export class ConnectionDropped extends Error {
  override name = 'ConnectionDropped';
}

/** The contract cannot be used: it is missing, cannot be parsed, or is not right. The message is one line. */
export class ContractError extends Error {
  override name = 'ContractError';
}

/** A setting of the mock has an impossible value. The message is one line. */
export class SettingError extends Error {
  override name = 'SettingError';
}

/** The tokens cannot be used: their file is missing, cannot be parsed, or has another form. The message is one line. */
export class TokensError extends Error {
  override name = 'TokensError';
}

/** The server cannot listen where it was told to, for example because the port is busy. The message is one line. */
export class ListenError extends Error {
  override name = 'ListenError';
}

/** Shortens a text to what fits into an error body. */
export function clip(text: string, length = MAX_TEXT): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
