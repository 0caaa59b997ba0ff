/** Keeps the books: what the contract documents, and what of it was called and found right. */

/** Something documented that was tried out. */
export interface Entry {
  /** Name of the example, or what is wrong with the request. */
  name: string;
  /** What was found wrong; undefined when all was right. */
  fault: string | undefined;
}

/** An operation and one of its documented statuses. */
export interface Cell {
  status: number;
  /** Names of its examples, with their media type where there are several; `no body` where it has none to show. */
  documented: string[];
  /** What was called. */
  entries: Entry[];
}

/** All that is known of an operation. */
export interface Row {
  operation: string;
  cells: Cell[];
  /** Named examples of the request body. */
  requests: { documented: string[]; entries: Entry[] };
  /** Invalid requests, each with the answer that it has to get. */
  refusals: Entry[];
}

/** The books of a contract. */
export interface Ledger {
  rows: Row[];
  /** Every documented status, rising. */
  statuses: number[];
}

/** What a contract documents of an operation. */
export interface Documented {
  operation: string;
  /** Names of the examples by status. */
  statuses: ReadonlyMap<number, string[]>;
  requests: string[];
}

/** Opens the books. */
export function openLedger(operations: readonly Documented[]): Ledger {
  return {
    rows: operations.map(({ operation, statuses, requests }) => ({
      operation,
      cells: [...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, documented]) => ({ status, documented, entries: [] })),
      requests: { documented: requests, entries: [] },
      refusals: [],
    })),
    statuses: [...new Set(operations.flatMap(({ statuses }) => [...statuses.keys()]))].sort((a, b) => a - b),
  };
}

/**
 * What is missing or wrong, one line each: documented statuses without an example, examples that were not called, and
 * faults that were found. Empty when everything is covered.
 */
export function gapsOf({ rows }: Ledger): string[] {
  return rows.flatMap(({ operation, cells, requests, refusals }) => [
    ...cells.flatMap(({ status, documented, entries }) => [
      ...(documented.length === 0 ? [`${operation} ${status} has no named example`] : []),
      ...uncalled(documented, entries).map((name) => `${operation} ${status} ${name} was not called`),
      ...faults(entries).map((fault) => `${operation} ${status} ${fault}`),
    ]),
    ...uncalled(requests.documented, requests.entries).map((name) => `${operation} request ${name} was not sent`),
    ...faults(requests.entries).map((fault) => `${operation} request ${fault}`),
    ...faults(refusals).map((fault) => `${operation} ${fault}`),
  ]);
}

/** The text of a cell: how many examples hold, of how many when some do not; empty when nothing is documented. */
export function textOf({ documented, entries }: { documented: string[]; entries: Entry[] }): string {
  const good = entries.filter(({ fault }) => fault === undefined).length;
  return good === documented.length ? String(good) : `${good}/${documented.length}`;
}

/** Whether all of a cell is proven. */
export function isProven({ documented, entries }: { documented: string[]; entries: Entry[] }): boolean {
  return documented.length > 0 && uncalled(documented, entries).length === 0 && faults(entries).length === 0;
}

function uncalled(documented: string[], entries: Entry[]): string[] {
  const called = new Set(entries.map(({ name }) => name));
  return documented.filter((name) => !called.has(name));
}

function faults(entries: Entry[]): string[] {
  return entries.flatMap(({ name, fault }) => (fault === undefined ? [] : [`${name}: ${fault}`]));
}
