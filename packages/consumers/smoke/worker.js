// For workerd: answers a request for `/?mock=<base URL of a mock>` with the outcome as JSON.
import { smoke } from './smoke.js';

export default {
  /** @param {Request} request */
  async fetch(request) {
    // A name that only the configuration of the worker has: see test/workerd.ts.
    const name = './client/index.js';
    const api = await import(name);
    return Response.json(await smoke(api, new URL(request.url).searchParams.get('mock') ?? ''));
  },
};
