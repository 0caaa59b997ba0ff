/** Whether code that connects to an MCP server may pass credentials. */
import type { Argument } from '../../facts/facts.ts';
import type { Evaluator } from '../../resolve/evaluator.ts';
import { type InstanceValue, optionsOf, type Value } from '../../resolve/values.ts';

/** Names of arguments and settings that carry credentials, or a connection that may add them. */
const CARRIER =
  /auth|header|token|credential|api_?key|secret|passw|cert|cookie|connector|^fetch$|^(?:request|eventSource)Init$|http_?client|client_?factory|^session$/i;

/** Maximum nesting of settings: a client, its transport, its options, its headers. */
const MAX_DEPTH = 4;

/** Returns whether a call or its settings may pass credentials; true when some of them are unknown. */
export function passesCredentials(evaluator: Evaluator, value: Value, depth = 0): boolean {
  if (depth > MAX_DEPTH) return true;
  return optionsOf(value).some((option) => {
    if (option.kind === 'dictionary') {
      const { entries, isComplete } = option;
      return (
        !isComplete || entries.some(({ key, value: inner }) => CARRIER.test(key) || mayNest(evaluator, inner, depth))
      );
    }
    if (option.kind !== 'instance') return false;
    return (
      passesOwnCredentials(option) || argumentsOf(evaluator, option).some((each) => mayNest(evaluator, each, depth))
    );
  });
}

/** Returns whether an argument of a call is named like credentials, or the arguments are unknown. */
export function passesOwnCredentials({ call, class: type }: InstanceValue): boolean {
  if (call === undefined || type !== undefined) return true;
  return call.arguments.some(({ name, spread }: Argument) => spread !== undefined || CARRIER.test(name ?? ''));
}

function argumentsOf(evaluator: Evaluator, { call, position, frame }: InstanceValue): readonly Value[] {
  if (call === undefined || position === undefined) return [];
  return call.arguments.map(({ value }) => evaluator.evaluate(value, position, frame));
}

/** Looks into values that may have their own settings; strings and numbers have none. */
function mayNest(evaluator: Evaluator, value: Value, depth: number): boolean {
  const nested = optionsOf(value).filter(({ kind }) => kind === 'dictionary' || kind === 'instance');
  return nested.some((option) => passesCredentials(evaluator, option, depth + 1));
}
