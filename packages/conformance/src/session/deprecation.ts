/** The headers of deprecated operations: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
import type { Operation } from '../contract/operation.ts';
import type { ViolationDetails } from './results.ts';
import type { WireResponse } from './transport.ts';
import { wrongText, wrongValue } from './violations.ts';

/**
 * Returns what is wrong with the deprecation headers of a response. An operation that isn't deprecated has none of them,
 * and a deprecated one has the days of the contract, at any time of the day in UTC.
 */
export function checkDeprecationHeaders({ deprecation }: Operation, { headers }: WireResponse): ViolationDetails[] {
  return (['Deprecation', 'Sunset'] as const).flatMap((name) => {
    const expected = deprecation[name];
    const received = headers[name.toLowerCase()];
    if (expected === undefined) {
      return received === undefined
        ? []
        : [wrongValue('header', name, 'none, because the contract has no date', received)];
    }
    if (received === undefined) return [wrongText('header', name, expected, 'missing')];
    return toDay(name, received) === toDay(name, expected) ? [] : [wrongValue('header', name, expected, received)];
  });
}

/** Returns the day in UTC that a header states, such as `2026-12-01`; undefined when it isn't a date in the format of its RFC. */
function toDay(name: 'Deprecation' | 'Sunset', value: string): string | undefined {
  const isDate = name === 'Deprecation' ? /^@-?\d{1,12}$/.test(value) : /^[A-Z][a-z]{2}, [\w :]{20} GMT$/.test(value);
  const time = name === 'Deprecation' ? Number(value.slice(1)) * 1000 : Date.parse(value);
  return isDate && !Number.isNaN(time) ? new Date(time).toISOString().slice(0, 10) : undefined;
}
