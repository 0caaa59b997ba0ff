/** Requests to servers, with limits on what they send. */

/** Bytes of one response, and of all together. A stream of events is one response. */
const MAX_RESPONSE = 16 * 1024 * 1024;
const MAX_TOTAL = 64 * 1024 * 1024;

/** A function like `fetch`, and what it saw. */
export interface BoundedFetch {
  readonly fetch: (input: string | URL, init?: RequestInit) => Promise<Response>;
  /** Why a request failed; undefined when none did. */
  readonly problem: () => string | undefined;
  /** Whether the server asked for an OAuth authorization (RFC 9728). */
  readonly needsAuthorization: () => boolean;
  /** Aborts when the server has sent too much: nothing more that it sends is read. */
  readonly exceeded: AbortSignal;
}

/** Creates the function. All requests end with the signal. */
export function createBoundedFetch(signal: AbortSignal): BoundedFetch {
  let total = 0;
  let problem: string | undefined;
  let needsAuthorization = false;
  const exceeded = new AbortController();
  return {
    exceeded: exceeded.signal,
    problem: () => problem,
    needsAuthorization: () => needsAuthorization,
    fetch: async (input, init) => {
      const signals = init?.signal ? [signal, init.signal] : [signal];
      const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) }).catch((error: Error) => {
        problem ??= `It can't be reached: ${causeOf(error)}.`;
        throw error;
      });
      if (response.status === 401) {
        needsAuthorization ||= /resource_metadata\s*=/i.test(response.headers.get('www-authenticate') ?? '');
        problem ??= 'It requires an authorization (401).';
      }
      if (response.body === null) return response;
      let size = 0;
      const limit = new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          size += chunk.length;
          total += chunk.length;
          if (size <= MAX_RESPONSE && total <= MAX_TOTAL) controller.enqueue(chunk);
          else {
            problem ??= `It sent more than ${size > MAX_RESPONSE ? MAX_RESPONSE : MAX_TOTAL} bytes.`;
            const error = new Error(problem);
            controller.error(error);
            exceeded.abort(error);
          }
        },
      });
      const { status, statusText, headers } = response;
      return new Response(response.body.pipeThrough(limit), { status, statusText, headers });
    },
  };
}

function causeOf(error: Error): string {
  const cause = error.cause as NodeJS.ErrnoException | undefined;
  return cause?.code ?? error.name;
}
