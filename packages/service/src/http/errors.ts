/** Answers that are not a success, as the contract has them: `{code, message, details?}`. */
import type { ApiErrorBody } from '@aispm/types';

/** What is wrong, by place: `query/page_size`, `body/config/threshold`. */
export type ErrorDetails = Readonly<Record<string, string>>;

/** Longest text of an error body, in characters. A request must not be able to blow up its own answer. */
const MAX_TEXT = 500;

/** An answer that is not a success. Thrown anywhere while a request is handled. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly details: ErrorDetails;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param status HTTP status, 400..599; repeated in the body as `code`
   * @param message one sentence: what is wrong and, where it is not obvious, what would be right
   * @param details only with 400 and 422
   */
  constructor(status: number, message: string, details: ErrorDetails = {}, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.details = details;
    this.headers = headers;
  }

  get body(): ApiErrorBody {
    const places = Object.entries(this.details).map(([place, text]) => [clip(place), clip(text)]);
    return {
      code: this.status,
      message: clip(this.message),
      ...(places.length > 0 && { details: Object.fromEntries(places) }),
    };
  }
}

/** The request does not have the right form: 400. */
export function invalidRequest(details: ErrorDetails): ApiError {
  const [first, ...rest] = Object.entries(details);
  const more = rest.length > 0 ? ` (and ${rest.length} more, see details)` : '';
  return new ApiError(400, `The request is not valid: ${first?.[0]} ${first?.[1]}${more}.`, details);
}

/** The request has the right form, but it names something unknown or breaks a rule: 422. */
export function unprocessable(details: ErrorDetails): ApiError {
  const [first, ...rest] = Object.entries(details);
  const more = rest.length > 0 ? ` (and ${rest.length} more, see details)` : '';
  return new ApiError(422, `The request cannot be carried out: ${first?.[0]} ${first?.[1]}${more}.`, details);
}

/** There is no such record in this workspace. The words are the same wherever it may be instead: 404. */
export function notFound(): ApiError {
  return new ApiError(404, 'There is no such record in this workspace.');
}

/**
 * The service cannot answer now: 503.
 *
 * @param reason a clause without a full stop
 */
export function unavailable(reason: string): ApiError {
  return new ApiError(503, `${reason}; try again in a moment.`, {}, { 'retry-after': '1' });
}

/** Shortens a text to what fits into an error body. */
export function clip(text: string, length = MAX_TEXT): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
