/**
 * Caches results that Prism would recompute for every request: those for requests without a body, and
 * the output for a named example. `prism-parts.ts` caches results for parts of a request.
 */
import type { IHttpRequest } from '@stoplight/prism-http';
import type { mock } from '../bundled/prism.ts';
import { BoundedCache } from '../core/bounded-cache.ts';
import type { Operation } from '../core/contract-types.ts';

type Mock = typeof mock;

/** Maximum number of entries per operation. */
const MAX_ENTRIES = 500;

/** The parts of a Prism task that its result depends on, in addition to the request's body. */
interface CacheableTask {
  operation: Operation;
  request: IHttpRequest;
  validateRequest: boolean;
  example: string | undefined;
}

/**
 * Caches the results of requests without a body. They depend on the operation, the name of the example, the path, the query,
 * and the headers that the operation or content negotiation reads.
 */
export function cacheResults<Task extends CacheableTask, Result>(
  run: (task: Task) => Promise<Result>,
): (task: Task) => Promise<Result> {
  const cache = new WeakMap<Operation, BoundedCache<string, Result>>();
  const headerNames = new WeakMap<Operation, readonly string[]>();
  return async (task) => {
    const { operation, request, validateRequest, example } = task;
    // Prism must send the callbacks of an operation each time.
    if (request.body !== undefined || operation.callbacks?.length) return run(task);
    const names = headerNames.get(operation) ?? listReadHeaders(operation);
    headerNames.set(operation, names);
    const { headers = {}, url } = request;
    const values = names.map((name) => headers[name]);
    const key = JSON.stringify([example, validateRequest, url.path, url.query, ...values]);
    const results = cache.get(operation) ?? new BoundedCache<string, Result>(MAX_ENTRIES);
    cache.set(operation, results);
    const known = results.find(key);
    if (known !== undefined) return known;
    const result = await run(task);
    results.set(key, result);
    return result;
  };
}

/** Lists the headers that Prism reads, in lowercase. */
function listReadHeaders(operation: Operation): string[] {
  const declared = (operation.request?.headers ?? []).map(({ name }) => name.toLowerCase());
  return [...new Set(['content-type', 'content-length', 'accept', ...declared])];
}

/**
 * Caches the outputs of Prism's mocker for valid requests. They depend on the operation, the name of the example and what the
 * client accepts. Generated bodies are not cached, nor are operations with callbacks, which Prism has to call each time.
 */
export function cacheOutputs(mock: Mock): Mock {
  type Output = ReturnType<ReturnType<Mock>>;
  const cache = new WeakMap<object, BoundedCache<string, Output>>();
  return (task) => {
    const { resource, input, config } = task;
    if (config.dynamic || input.validations.length > 0 || resource.callbacks?.length) return mock(task);
    const key = JSON.stringify([config.exampleKey, input.data.headers?.accept]);
    const outputs = cache.get(resource) ?? new BoundedCache<string, Output>(MAX_ENTRIES);
    cache.set(resource, outputs);
    return (logger) => outputs.get(key, () => mock(task)(logger));
  };
}
