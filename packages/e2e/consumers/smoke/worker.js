// For workerd: responds to a request for `/?mock=<base URL of a mock>` with the outcome as JSON.
import { smoke } from './smoke.js';

export default {
  /** @param {Request} request */
  async fetch(request) {
    // The configuration of the worker defines these names: see test/workerd.ts.
    const [api, validation] = await Promise.all(['index', 'validate'].map((name) => import(`./client/${name}.js`)));
    return Response.json(await smoke(api, validation, new URL(request.url).searchParams.get('mock') ?? ''));
  },
};
