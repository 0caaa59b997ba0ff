/**
 * Remembers what Prism works out anew for every request although it must come out the same: what it finds in a request
 * without a body, and the answer that it makes of a named example.
 */
import type { mock, validateInput } from './prism-library.js';

type ValidateInput = typeof validateInput;
type Mock = typeof mock;

/**
 * Most entries for one operation; then all of them are forgotten. Clients walk through ids and cursors, and the memory
 * must not grow with them.
 */
const MAX_ENTRIES = 500;

/**
 * Makes Prism's request validation remember its findings. They depend on the operation, the path, the query, the
 * headers that the operation declares and the two that say what the body is. Requests with a body are not remembered.
 */
export function rememberFindings(validate: ValidateInput): ValidateInput {
  type Findings = Extract<ReturnType<ValidateInput>, { _tag: 'Left' }>;
  const remembered = new WeakMap<object, Map<string, Findings | 'none'>>();
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
    const findings = recall(remembered, resource, key, () => {
      const result = validate({ resource, element });
      return result._tag === 'Left' ? result : 'none';
    });
    return findings === 'none' ? { _tag: 'Right', right: element } : findings;
  };
}

/**
 * Makes Prism's mocker remember its answers to requests that it found nothing wrong with. They depend on the operation,
 * the example that is asked for and what the client accepts. Generated bodies, and operations with callbacks, which are
 * to be called each time, are not remembered.
 */
export function rememberAnswers(mock: Mock): Mock {
  type Answer = ReturnType<ReturnType<Mock>>;
  const remembered = new WeakMap<object, Map<string, Answer>>();
  return (task) => {
    const { resource, input, config } = task;
    if (config.dynamic || input.validations.length > 0 || resource.callbacks?.length) return mock(task);
    const key = JSON.stringify([config.exampleKey, input.data.headers?.accept]);
    return (logger) => recall(remembered, resource, key, () => mock(task)(logger));
  };
}

function recall<Value>(
  remembered: WeakMap<object, Map<string, Value>>,
  operation: object,
  key: string,
  compute: () => Value,
): Value {
  const entries = remembered.get(operation) ?? new Map<string, Value>();
  const known = entries.get(key);
  if (known !== undefined) return known;
  if (entries.size === 0) remembered.set(operation, entries);
  if (entries.size >= MAX_ENTRIES) entries.clear();
  const value = compute();
  entries.set(key, value);
  return value;
}
