/** Extends the mock with what it doesn't implement: the quota, and a second tenant without data. */
import type { Handler, ServerRequest } from './exchange.ts';

const QUOTA = 1_000_000;

/** Wraps the handler of the mock. */
export function createConformingHandler(handle: Handler): Handler {
  let left = QUOTA;
  return async (request) => {
    const response = await handleInTenant(handle, request);
    if (response.headers.ratelimit === undefined) return response;
    left -= 1;
    const headers = { ratelimit: `"default";r=${left};t=60`, 'ratelimit-policy': `"default";q=${QUOTA};w=60` };
    return { ...response, headers: { ...response.headers, ...headers } };
  };
}

/** Handles a request; all records of the mock belong to the first tenant. */
async function handleInTenant(handle: Handler, request: ServerRequest) {
  const response = await handle(request);
  if (!request.path.includes('/tenants/another-tenant/')) return response;
  if (response.status < 300 && response.body?.items) {
    return { ...response, body: { ...response.body, items: [], cursor: '' } };
  }
  if (response.status >= 300 && response.status !== 404) return response;
  // The mock's own message contains the identifier.
  return handle({ ...request, headers: { ...request.headers, prefer: 'code=404' } });
}
