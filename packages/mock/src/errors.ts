/**
 * Errors: {@link ApiError} becomes a response to the client; all others are reported to the person who starts the mock.
 */
import type { ApiErrorBody } from '@aispm/types';
import { clip, invalidRequest, MAX_DETAILS } from './bundled/openapi.ts';

/** A violation in a request: its location (`query/page_size`, `body/config/threshold`) and a message about it. */
export interface ErrorDetail {
  location: string;
  message: string;
}

/** What an error response contains besides its status and message. */
export interface ApiErrorOptions {
  /** The violations; only with 400 and 422. */
  details?: ErrorDetail[];
  /** Additional headers of the response; names in lower case. */
  headers?: Record<string, string>;
}

/** An error response. Any step that handles a request can throw it; the client receives `{code, message}`. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly options: ApiErrorOptions;

  /**
   * @param status HTTP status, 400..599; repeated in the body as `code`
   * @param message one or two sentences: the problem and, where it is not obvious, the remedy
   */
  constructor(status: number, message: string, options: ApiErrorOptions = {}) {
    super(message);
    this.status = status;
    this.options = options;
  }

  /** The body of the response, as the contract defines it. */
  get body(): ApiErrorBody {
    const { details = [] } = this.options;
    return {
      code: this.status,
      message: clip(this.message),
      ...(details.length > 0 && { details: groupByLocation(details) }),
    };
  }
}

/** Creates the 400 that describes violations in a request. */
export function invalidRequestError(details: ErrorDetail[]): ApiError {
  return new ApiError(400, invalidRequest(details), { details: details.slice(0, MAX_DETAILS) });
}

/** Messages by location; those of the same location are joined. */
function groupByLocation(details: ErrorDetail[]): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { location, message } of details) {
    const key = clip(location);
    messages[key] = clip(key in messages ? `${messages[key]}; ${message}` : message);
  }
  return messages;
}

/** The mock drops the connection instead of sending a response, because chaos requires it. */
export class ConnectionDropped extends Error {
  override name = 'ConnectionDropped';
}

/** The contract cannot be used: it is missing, cannot be parsed or is not valid. The message is one line. */
export class ContractError extends Error {
  override name = 'ContractError';
}

/** An option of the mock has an invalid value. The message is one line. */
export class SettingError extends Error {
  override name = 'SettingError';
}

/** The tokens cannot be used: their file is missing, cannot be parsed or has another structure. The message is one line. */
export class TokensError extends Error {
  override name = 'TokensError';
}

/** The server cannot listen on its address, for example because the port is in use. The message is one line. */
export class ListenError extends Error {
  override name = 'ListenError';
}
