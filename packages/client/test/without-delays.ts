import type { Mock } from '@aispm/mock';
import { vi } from 'vitest';

/**
 * Returns the `fetch` of a mock without waits: responses have no `Retry-After`, and its clock advances by a minute with each
 * request, so that runs end. The test must use a fake `Date`.
 */
export function withoutDelays(fetch: Mock['fetch']): typeof globalThis.fetch {
  return async (url, init) => {
    vi.setSystemTime(Date.now() + 60_000);
    const response = await fetch(String(url), init);
    const headers = new Headers(response.headers);
    if (headers.has('retry-after')) headers.set('retry-after', '0');
    return new Response(response.body, { status: response.status, headers });
  };
}
