/** Compares numbers of a response with the totals of lists, on servers whose data may change in the meantime. */
import { isDeepStrictEqual } from 'node:util';
import { getSuccess, type Json, type Operation } from '../../contract/operation.ts';
import type { Cell } from '../../session/results.ts';
import type { CheckedResponse } from '../../session/sender.ts';
import type { Session } from '../../session/session.ts';
import { wrongValue } from '../../session/violations.ts';

/** Number of attempts to read numbers that don't change between two requests. */
const MAX_ATTEMPTS = 4;

/** A value in a response, most often a number, and its expected value. */
export interface Comparison {
  response: CheckedResponse;
  /** JSON Pointer of the value. */
  pointer: string;
  got: unknown;
  expected: unknown;
  /** Where the expected value comes from, for the report: `the total of listIssues status=open`. */
  source: string;
  /** Default: the numbers are equal. */
  relation?: 'up to';
}

/**
 * Measures until all numbers agree, and reports those that differ in the same way twice in succession. Numbers that change from
 * one measurement to the next are not judged.
 */
export async function assertAgreement(measure: () => Promise<Comparison[]>): Promise<void> {
  let before = new Map<string, string>();
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    // A total that could not be read is already reported as a violation.
    const comparisons = (await measure()).filter(({ expected }) => !Number.isNaN(expected));
    const wrong = comparisons.filter((comparison) => !agrees(comparison));
    const isStable = wrong.every((comparison) => before.get(identify(comparison)) === describe(comparison));
    if (isStable) {
      for (const comparison of comparisons) assertComparison(comparison);
      return;
    }
    before = new Map(comparisons.map((comparison) => [identify(comparison), describe(comparison)]));
  }
}

function agrees({ got, expected, relation }: Comparison): boolean {
  return relation === 'up to' ? Number(got) <= Number(expected) : isDeepStrictEqual(got, expected);
}

function identify({ pointer, source }: Comparison): string {
  return `${pointer} ${source}`;
}

function describe({ got, expected }: Comparison): string {
  return JSON.stringify([got, expected]);
}

function assertComparison(comparison: Comparison): void {
  const { response, pointer, got, expected, source, relation } = comparison;
  response.assert(agrees(comparison), () =>
    wrongValue(
      'body',
      pointer,
      `${relation ? `${relation} ` : ''}${typeof expected === 'string' ? expected : JSON.stringify(expected)}, ${source}`,
      got,
    ),
  );
}

/** Counts the rows of a list that a query selects. */
export type CountRows = (list: Operation, query: Json, path?: Json) => Promise<{ count: number; source: string }>;

/**
 * Creates the function that counts rows.
 *
 * @param cell receives the violations in the responses
 */
export function createRowCounter(session: Session, cell: Cell): CountRows {
  return async (list, query, path = session.scope) => {
    const request = session.buildRequest(list, path, { query: { ...query, include_total: true, page_size: 1 } });
    const page = await session.send(cell, list, request, { statuses: [getSuccess(list).status] });
    const search = Object.entries(query).flatMap(([name, value]) => [value].flat().map((item) => `${name}=${item}`));
    return { count: Number(page.json.total), source: `the total of ${[list.id, ...search].join(' ')}` };
  };
}

/** Reads the response whose numbers are compared; undefined when it is invalid. */
export async function readSummary(
  session: Session,
  operation: Operation,
  { path, query = {} }: { path: Json; query?: Json },
): Promise<CheckedResponse | undefined> {
  const request = session.buildRequest(operation, path, { query });
  const cell = session.cell(operation.id, 'counts');
  const response = await session.send(cell, operation, request, { statuses: [getSuccess(operation).status] });
  return response.isValid ? response : undefined;
}
