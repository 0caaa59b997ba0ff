/** The route of a screen: a path and filters after the `#`. */
import type { IssueStatus, Severity } from '@aispm/client';
import { useSyncExternalStore } from 'react';

/** Filters of a list by name; filters without a value are omitted. */
export type Filters = Record<string, string | readonly string[] | undefined>;

/** The filter of all issue counts, as the description of the dashboard documents. */
export const UNRESOLVED: readonly IssueStatus[] = ['open', 'in_progress', 'suppressed'];

/** Returns the hash of a route. */
export function toHash(path: string, filters: Filters = {}): string {
  const query = new URLSearchParams(
    Object.entries(filters).flatMap(([name, values]) => [values ?? []].flat().map((value) => [name, value])),
  );
  return query.size > 0 ? `#/${path}?${query}` : `#/${path}`;
}

/** The current route. */
export interface Route {
  /** As in the browser. */
  hash: string;
  path: readonly string[];
  /** Returns the values of a filter. */
  all<Value extends string = string>(name: string): Value[] | undefined;
  get<Value extends string = string>(name: string): Value | undefined;
}

/** Returns the current route, and updates when it changes. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(
    (notify) => {
      addEventListener('hashchange', notify);
      return () => removeEventListener('hashchange', notify);
    },
    () => location.hash,
  );
  const { pathname, searchParams } = new URL(hash.slice(1) || '/', 'http://screen');
  const all = <Value extends string>(name: string) => {
    const values = searchParams.getAll(name) as Value[];
    return values.length > 0 ? values : undefined;
  };
  return {
    hash,
    path: pathname.split('/').slice(1),
    all,
    get: <Value extends string>(name: string) => all<Value>(name)?.[0],
  };
}

/** Returns the filters of unresolved issues of some severities, combined with others. */
export const unresolved = (severity?: readonly Severity[], others: Filters = {}): Filters => ({
  status: UNRESOLVED,
  severity,
  ...others,
});
