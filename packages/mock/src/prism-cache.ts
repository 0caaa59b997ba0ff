/**
 * Caches what Prism computes again for every request although the result is the same: the violations of a request without a
 * body, and the output for a named example.
 */
import type { mock, validateInput } from './bundled/prism.ts';

type ValidateInput = typeof validateInput;
type Mock = typeof mock;

/**
 * Maximum number of entries of one operation; then all of them are deleted. Clients send ever new ids and cursors, and the
 * memory must not grow with them.
 */
const MAX_ENTRIES = 500;

/**
 * Caches the violations that Prism's request validation finds. They depend on the operation, the path, the query, the
 * headers that the operation declares and the two headers that describe the body. Requests with a body are not cached.
 */
export function cacheViolations(validate: ValidateInput): ValidateInput {
  type Violations = Extract<ReturnType<ValidateInput>, { _tag: 'Left' }>;
  const cache = new WeakMap<object, Map<string, Violations | 'none'>>();
  return ({ resource, element }) => {
    if (element.body !== undefined) return validate({ resource, element });
    const headers = element.headers ?? {};
    const key = JSON.stringify([
      element.url.path,
      element.url.query,
      headers['content-type'],
      headers['content-length'],
      ...(resource.request?.headers ?? []).map(({ name }) => headers[name.toLowerCase()]),
    ]);
    const violations = getOrCompute(cache, resource, key, () => {
      const result = validate({ resource, element });
      return result._tag === 'Left' ? result : 'none';
    });
    return violations === 'none' ? { _tag: 'Right', right: element } : violations;
  };
}

/**
 * Caches the outputs of Prism's mocker for valid requests. They depend on the operation, the name of the example and what the
 * client accepts. Generated bodies are not cached, nor are operations with callbacks, which Prism has to call each time.
 */
export function cacheOutputs(mock: Mock): Mock {
  type Output = ReturnType<ReturnType<Mock>>;
  const cache = new WeakMap<object, Map<string, Output>>();
  return (task) => {
    const { resource, input, config } = task;
    if (config.dynamic || input.validations.length > 0 || resource.callbacks?.length) return mock(task);
    const key = JSON.stringify([config.exampleKey, input.data.headers?.accept]);
    return (logger) => getOrCompute(cache, resource, key, () => mock(task)(logger));
  };
}

function getOrCompute<Value>(
  cache: WeakMap<object, Map<string, Value>>,
  operation: object,
  key: string,
  compute: () => Value,
): Value {
  const entries = cache.get(operation) ?? new Map<string, Value>();
  const known = entries.get(key);
  if (known !== undefined) return known;
  if (entries.size === 0) cache.set(operation, entries);
  if (entries.size >= MAX_ENTRIES) entries.clear();
  const value = compute();
  entries.set(key, value);
  return value;
}
