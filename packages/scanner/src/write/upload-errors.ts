/** Says why an upload failed, and what to do, in one line. */
import { isApiError, isConnectionError, isDecodeError, isTimeoutError } from '@aispm/client';
import { printable } from '../text/terminal.ts';

/** The upload failed; the message says why, and what to do. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
}

const ADDRESS = 'Check AISPM_BASE_URL: it ends with the version of the API, such as /api/v1.';

/** What the user can do about a status. */
const REMEDIES: Readonly<Record<number, string>> = {
  400: 'Check AISPM_TENANT and AISPM_WORKSPACE; if they are right, the service has another version of the contract.',
  401: 'Set AISPM_TOKEN to a valid API key.',
  403: 'Use an API key that may write to the workspace AISPM_WORKSPACE of the tenant AISPM_TENANT.',
  404: ADDRESS,
  413: 'Scan parts of the repository one by one, each with its own --target.',
  422: 'Save the document with --output scan, and report it to the authors of the scanner.',
  429: 'Try again later.',
  500: 'Try again later; if it happens again, report it to the operator of the service.',
  503: 'Try again later.',
};

/** No more details are listed: many usually have one cause. */
const MAX_DETAILS = 3;

/** Returns an error for the user; an error of the scanner itself remains as it is. */
export function describeFailure(error: unknown, baseUrl: string): unknown {
  if (isConnectionError(error)) {
    const reason = `No connection to ${baseUrl}: ${printable(causeOf(error))}`;
    return new UploadError(`${reason}. Check AISPM_BASE_URL and the network.`);
  }
  if (isTimeoutError(error)) {
    const { resourceId } = error;
    return new UploadError(
      resourceId === undefined
        ? `No response of ${baseUrl} in time. Check AISPM_BASE_URL and the network.`
        : `The scan ${printable(resourceId)} has not ended in time. It continues at the service.`,
    );
  }
  if (isDecodeError(error)) return new UploadError(`${baseUrl} is not the AISPM API. ${ADDRESS}`);
  if (!isApiError(error)) return error;
  if (error.code === undefined) {
    return new UploadError(`${baseUrl} responded with ${error.status}, and not as the AISPM API does. ${ADDRESS}`);
  }
  const { details = {} } = (error.body ?? {}) as { details?: Readonly<Record<string, string>> };
  const reasons = [
    error.message,
    ...Object.entries(details)
      .slice(0, MAX_DETAILS)
      .map((each) => each.join(': ')),
  ];
  const reason = reasons.map((each) => printable(each).replace(/\.$/, '')).join('; ');
  const number = error.requestId === undefined ? '' : ` (request ${printable(error.requestId)})`;
  return new UploadError(
    `The service responded with ${error.status}: ${reason}${number}. ${REMEDIES[error.status] ?? ''}`.trim(),
  );
}

/** Returns the code or the message of the innermost error, such as ECONNREFUSED. */
function causeOf(error: Error): string {
  let innermost: Error & { code?: unknown } = error;
  for (let depth = 0; innermost.cause instanceof Error && depth < 10; depth += 1) innermost = innermost.cause;
  return typeof innermost.code === 'string' ? innermost.code : innermost.message;
}
