/** Compares histograms of issues with the list. */
import { findParameter, getSuccess, type Json, type Operation } from '../../contract/operation.ts';
import type { CheckedResponse } from '../../session/sender.ts';
import type { Session } from '../../session/session.ts';
import { findListById, unresolved } from './lists.ts';
import { assertAgreement, type Comparison, type CountRows, createRowCounter, readSummary } from './measure.ts';

const DAY = 86_400_000;
/** The severities that a bucket counts separately; `other` counts the rest. */
const OWN_SEVERITIES = ['critical', 'high'];

/** Returns whether an operation returns a histogram of issues. */
export function isHistogram(properties: object): boolean {
  return 'interval' in properties && 'counts' in properties;
}

/** Compares the last bucket, which covers the present, with the unresolved issues, with and without a filter. */
export async function checkHistogram(session: Session, operation: Operation): Promise<void> {
  const issues = findListById(session.operations, 'issue_id');
  if (!issues) return;
  const count = createRowCounter(session, session.cell(operation.id, 'counts'));
  // The server treats a time in the future as the current time, so the two clocks don't have to agree.
  const window = {
    start_time: new Date(Date.now() - 29 * DAY).toISOString(),
    end_time: new Date(Date.now() + DAY).toISOString(),
  };
  const severities = (findParameter(operation, 'query', 'severity')?.schema.items?.enum ?? []) as string[];
  for (const filter of [{}, ...severities.map((severity) => ({ severity: [severity] }))]) {
    await assertAgreement(async () => {
      const response = await readSummary(session, operation, { path: session.scope, query: { ...window, ...filter } });
      if (!response) return [];
      const counts = response.json.counts as Json[];
      const pointer = `/counts/${counts.length - 1}`;
      return [
        ...compareDays(response, counts),
        ...(await countIssuesBySeverity(count, issues, { response, pointer, bucket: counts.at(-1) ?? {}, filter })),
      ];
    });
  }
}

/** Compares the buckets with the days of the window that the response states; none for other intervals. */
function compareDays(response: CheckedResponse, counts: readonly Json[]): Comparison[] {
  const { start_time, end_time, interval } = response.json;
  if (interval !== 'day') return [];
  const toDay = (time: unknown) => Math.floor(Date.parse(String(time)) / DAY);
  const [first, last] = [toDay(start_time), toDay(end_time)];
  const days = Array.from({ length: last - first + 1 }, (_, index) => new Date((first + index) * DAY).toISOString());
  const got = counts.map(({ bucket_start }) => new Date(String(bucket_start)).toISOString());
  return [{ response, pointer: '/counts', got, expected: days, source: 'the days of the window, by bucket_start' }];
}

/** Compares a bucket with the number of unresolved issues of each severity. */
export async function countIssuesBySeverity(
  count: CountRows,
  issues: Operation,
  bucket: { response: CheckedResponse; pointer: string; bucket: Json; filter?: { severity?: string[] } },
): Promise<Comparison[]> {
  const { response, pointer, bucket: numbers, filter = {} } = bucket;
  const values = (findParameter(issues, 'query', 'severity')?.schema.items?.enum ?? []) as string[];
  const selected = filter.severity ?? values;
  const groups = [
    ...OWN_SEVERITIES.map((severity) => ({ name: severity, severities: [severity] })),
    { name: 'other', severities: values.filter((severity) => !OWN_SEVERITIES.includes(severity)) },
  ];
  const comparisons: Comparison[] = [];
  for (const { name, severities } of groups) {
    const severity = severities.filter((value) => selected.includes(value));
    const { count: expected, source } =
      severity.length > 0
        ? await count(issues, { severity, ...unresolved(issues) })
        : { count: 0, source: 'because the filter selects none of them' };
    comparisons.push({ response, pointer: `${pointer}/${name}`, got: Number(numbers[name]), expected, source });
  }
  return comparisons;
}

/** Returns the fields of the operation's successful response. */
export function successFields(operation: Operation): object {
  return getSuccess(operation).response.schema?.properties ?? {};
}
