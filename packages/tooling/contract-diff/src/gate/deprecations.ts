/** Checks the lead time of deprecations: users get six months to move to the replacement. */
import {
  DEPRECATED_SINCE,
  type Document,
  earliestSunset,
  formatPointer,
  isDay,
  listDeprecations,
  listOperations,
  SUNSET,
} from '@aispm/openapi';
import { operationName } from '../changes/contract.ts';

/** Something that is newly deprecated, or that was deprecated and is gone. */
export interface DeprecationChange {
  kind: 'added' | 'removed';
  /** JSON Pointer into the contract that has it. */
  location: string;
  /** The day from which it may be missing, such as `2027-06-01`; undefined when it states none. */
  sunset: string | undefined;
}

/** Finds what a revision deprecates, and the deprecated operations, parameters and fields that it removes. */
export function findDeprecationChanges(base: Document, revision: Document): DeprecationChange[] {
  const [before, after] = [readDeprecations(base), readDeprecations(revision)];
  const present = new Set(listOperations(revision).map(operationName));
  const isGone = (location: string) => {
    const operation = listOperations(base).find(({ pointer }) => pointer === location);
    return operation !== undefined && !present.has(operationName(operation));
  };
  return [
    ...[...after]
      .filter(([location]) => !before.has(location))
      .map(([location, sunset]): DeprecationChange => ({ kind: 'added', location, sunset })),
    ...[...before]
      .filter(([location]) => isGone(location))
      .map(([location, sunset]): DeprecationChange => ({ kind: 'removed', location, sunset })),
  ];
}

function readDeprecations(contract: Document): Map<string, string | undefined> {
  return new Map(
    listDeprecations(contract).map(({ keys, node }) => {
      const { [SUNSET]: sunset } = node;
      return [formatPointer(keys), isDay(sunset) ? sunset : undefined];
    }),
  );
}

/**
 * Checks the days of new deprecations and of removals. Returns a message with the remedy for each that is too early.
 *
 * @param today such as `2026-11-20`
 */
export function checkLeadTimes(changes: readonly DeprecationChange[], today: string): string[] {
  const earliest = earliestSunset(today);
  return changes.flatMap(({ kind, location, sunset }) => {
    if (kind === 'removed') {
      if (sunset !== undefined && sunset <= today) return [];
      const day = sunset === undefined ? 'it has no x-sunset' : `its x-sunset is ${sunset}`;
      return [`${location} is removed, but ${day}. Keep it until that day.`];
    }
    if (sunset !== undefined && sunset >= earliest) return [];
    const day = sunset === undefined ? 'has no x-sunset' : `has the x-sunset ${sunset}`;
    return [
      `${location} is newly deprecated and ${day}. Users get six months: set ${DEPRECATED_SINCE} to ${today} and ` +
        `${SUNSET} to ${earliest} or later.`,
    ];
  });
}
