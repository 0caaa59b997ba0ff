/** Records what the contract documents, and which parts were tested. */

/** A test of a documented example or request. */
export interface Entry {
  /** Name of the example, or the mistake in a request. */
  name: string;
  /** Why the test failed; undefined when it passed. */
  failure: string | undefined;
}

/** The documented examples, and their tests. */
export interface Section {
  /** Names of the examples, with their media type if there are several; `no body` for a response without a body. */
  documented: string[];
  entries: Entry[];
}

/** A documented status of an operation. */
export interface Cell extends Section {
  status: number;
}

/** An operation. */
export interface Row {
  operation: string;
  cells: Cell[];
  /** The named examples of the request body. */
  requests: Section;
  /** The invalid requests. */
  rejections: Entry[];
}

/** The coverage of a contract. */
export interface Coverage {
  rows: Row[];
  /** All documented statuses, in ascending order. */
  statuses: number[];
}

/** An operation as the contract documents it. */
export interface DocumentedOperation {
  operation: string;
  /** Names of the examples by status. */
  statuses: ReadonlyMap<number, string[]>;
  requests: string[];
}

/** Creates a coverage without entries. */
export function createCoverage(operations: readonly DocumentedOperation[]): Coverage {
  return {
    rows: operations.map(({ operation, statuses, requests }) => ({
      operation,
      cells: [...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, documented]) => ({ status, documented, entries: [] })),
      requests: { documented: requests, entries: [] },
      rejections: [],
    })),
    statuses: [...new Set(operations.flatMap(({ statuses }) => [...statuses.keys()]))].sort((a, b) => a - b),
  };
}

/** Lists gaps: statuses without an example, untested examples, and failed tests. */
export function listGaps({ rows }: Coverage): string[] {
  return rows.flatMap(({ operation, cells, requests, rejections }) => [
    ...cells.flatMap((cell) => [
      ...(cell.documented.length === 0 ? [`${operation} ${cell.status} has no named example`] : []),
      ...listUntested(cell).map((name) => `${operation} ${cell.status} ${name} was not requested`),
      ...listFailures(cell.entries).map((failure) => `${operation} ${cell.status} ${failure}`),
    ]),
    ...listUntested(requests).map((name) => `${operation} request ${name} was not sent`),
    ...listFailures(requests.entries).map((failure) => `${operation} request ${failure}`),
    ...listFailures(rejections).map((failure) => `${operation} ${failure}`),
  ]);
}

/** Formats the number of passed examples, and the total if some failed. */
export function formatCount({ documented, entries }: Section): string {
  const passed = entries.filter(({ failure }) => failure === undefined).length;
  return passed === documented.length ? String(passed) : `${passed}/${documented.length}`;
}

/** Summarizes the coverage in one sentence. */
export function summarize({ rows }: Coverage): string {
  const cells = rows.flatMap((row) => row.cells);
  const examples = cells.reduce((sum, { entries }) => sum + entries.length, 0);
  const rejections = rows.reduce((sum, row) => sum + row.rejections.length, 0);
  const covered = cells.filter(isCovered).length;
  return `${covered} of ${cells.length} documented responses of ${rows.length} operations are covered, by ${examples} examples and ${rejections} invalid requests.`;
}

/** Returns whether there are examples, and all of them were tested and passed. */
export function isCovered(section: Section): boolean {
  const isTested = section.documented.length > 0 && listUntested(section).length === 0;
  return isTested && listFailures(section.entries).length === 0;
}

function listUntested({ documented, entries }: Section): string[] {
  const tested = new Set(entries.map(({ name }) => name));
  return documented.filter((name) => !tested.has(name));
}

function listFailures(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ name, failure }) => (failure === undefined ? [] : [`${name}: ${failure}`]));
}
