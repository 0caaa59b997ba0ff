/** Compares the numbers of the dashboard with the lists. */
import { findParameter, type Json, type Operation } from '../../contract/operation.ts';
import type { CheckedResponse } from '../../session/sender.ts';
import type { Session } from '../../session/session.ts';
import { countIssuesBySeverity } from './histogram.ts';
import { findListById, findListOfType, unresolved } from './lists.ts';
import { assertAgreement, type Comparison, type CountRows, createRowCounter, readSummary } from './measure.ts';

/** Number of days of the histogram. */
const DAYS = 30;
/** Maximum number of entries to compare in each list of the dashboard. */
const MAX_ELEMENTS = 3;

/** Returns whether an operation returns a dashboard. */
export function isDashboard(properties: object): boolean {
  return 'aispm_objects_counts' in properties && 'issues_histogram' in properties;
}

/** Compares the dashboard of the examined workspace. */
export async function checkDashboard(session: Session, operation: Operation): Promise<void> {
  const count = createRowCounter(session, session.cell(operation.id, 'counts'));
  await assertAgreement(async () => {
    const response = await readSummary(session, operation, { path: {}, query: { ...session.scope } });
    if (!response) return [];
    return [
      ...(await compareObjects(session, response, count)),
      ...(await compareObjectsAtRisk(session, response, count)),
      ...(await compareScans(session, response, count)),
      ...(await compareLastDay(session, response, count)),
      ...compareOrders(session, response),
    ];
  });
}

async function compareObjects(session: Session, response: CheckedResponse, count: CountRows): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  const issues = findListById(session.operations, 'issue_id');
  for (const [index, element] of (response.json.aispm_objects_counts as Json[]).entries()) {
    const type = String(element.object_type);
    const pointer = `/aispm_objects_counts/${index}`;
    const compare = (name: string, { count: expected, source }: Awaited<ReturnType<CountRows>>, relation?: 'up to') =>
      comparisons.push({
        response,
        pointer: `${pointer}/${name}`,
        got: Number(element[name]),
        expected,
        source,
        ...(relation && { relation }),
      });
    const list = findListOfType(session.operations, type);
    if (list) compare('total_inventory_count', await count(list, {}));
    if (!issues) continue;
    const filter = { object_type: [type], ...unresolved(issues) };
    compare('total_issues_count', await count(issues, filter));
    // An issue may be less severe on the objects of one type than on others.
    const severe = { ...filter, severity: ['critical'] };
    compare('critical_issues_count', await count(issues, severe), 'up to');
    const total = Number(element.total_issues_count) - Number(element.critical_issues_count);
    compare('high_issues_count', { count: total, source: 'the other issues' }, 'up to');
  }
  return comparisons;
}

/** Compares the occurrences of the objects listed as most at risk. */
async function compareObjectsAtRisk(
  session: Session,
  response: CheckedResponse,
  count: CountRows,
): Promise<Comparison[]> {
  const occurrences = findListById(session.operations, 'fine_grained_issue_id');
  if (!occurrences) return [];
  const comparisons: Comparison[] = [];
  for (const [name, elements] of Object.entries(response.json)) {
    if (!Array.isArray(elements)) continue;
    for (const [index, element] of (elements as Json[]).slice(0, MAX_ELEMENTS).entries()) {
      if (element.aispm_object_id === undefined || element.critical_count === undefined) continue;
      for (const severity of ['critical', 'high']) {
        const filter = { aispm_object_id: [element.aispm_object_id], severity: [severity], ...unresolved(occurrences) };
        const { count: expected, source } = await count(occurrences, filter);
        const field = `${severity}_count`;
        comparisons.push({
          response,
          pointer: `/${name}/${index}/${field}`,
          got: Number(element[field]),
          expected,
          source,
        });
      }
    }
  }
  return comparisons;
}

async function compareScans(session: Session, response: CheckedResponse, count: CountRows): Promise<Comparison[]> {
  const scans = findListById(session.operations, 'scan_id');
  if (!scans) return [];
  const { scans_counts } = response.json as { scans_counts: Record<string, number> };
  const current = await count(scans, { is_current: true });
  const found = await count(scans, { is_current: true, has_ai_objects: true });
  const compare = (name: string, { count: expected, source }: Awaited<ReturnType<CountRows>>): Comparison => ({
    response,
    pointer: `/scans_counts/${name}`,
    got: Number(scans_counts[name]),
    expected,
    source,
  });
  // A percentage may be rounded.
  const share = current.count > 0 ? (100 * found.count) / current.count : 0;
  const { percent_scans_with_ai_objects: got = 0 } = scans_counts;
  return [
    compare('total_current_aispm_scans', current),
    compare('scans_with_ai_objects_count', found),
    compare('percent_scans_with_ai_objects', {
      count: Math.abs(got - share) < 1 ? got : share,
      source: 'the share of scans with AI objects in percent',
    }),
  ];
}

/** Compares the order and the sums of the most important issues and of the objects most at risk, and the number of days. */
function compareOrders(session: Session, response: CheckedResponse): Comparison[] {
  const { aispm_objects_top_issues, issues_histogram } = response.json as {
    aispm_objects_top_issues: Json[];
    issues_histogram: { counts: Json[] };
  };
  const issues = findListById(session.operations, 'issue_id');
  const severities = (issues && findParameter(issues, 'query', 'severity')?.schema.items?.enum) ?? [];
  const ranks = aispm_objects_top_issues.map(({ definitive_severity }) => severities.indexOf(definitive_severity));
  const compare = (pointer: string, got: unknown, expected: unknown, source: string): Comparison => ({
    response,
    pointer,
    got,
    expected,
    source,
  });
  const toSeverity = (rank: number) => severities[rank];
  const comparisons = [
    compare(
      '/aispm_objects_top_issues',
      ranks.map(toSeverity),
      ranks.toSorted((a, b) => a - b).map(toSeverity),
      'the most severe first',
    ),
    compare('/issues_histogram/counts', issues_histogram.counts.length, DAYS, 'the number of days'),
  ];
  for (const [name, elements] of Object.entries(response.json)) {
    if (!Array.isArray(elements) || elements[0]?.total_critical_high_occurrences === undefined) continue;
    const objects = elements as Record<string, number>[];
    const sums = objects.map(({ critical_count = 0, high_count = 0 }) => critical_count + high_count);
    const totals = objects.map(({ total_critical_high_occurrences }) => total_critical_high_occurrences);
    comparisons.push(compare(`/${name}`, totals, sums, 'the sums of critical_count and high_count'));
    comparisons.push(
      compare(
        `/${name}`,
        totals,
        totals.toSorted((a, b) => Number(b) - Number(a)),
        'in descending order',
      ),
    );
  }
  return comparisons;
}

/** Compares the last day of the dashboard with the issues that are unresolved now. */
async function compareLastDay(session: Session, response: CheckedResponse, count: CountRows): Promise<Comparison[]> {
  const { counts } = response.json.issues_histogram as { counts: Json[] };
  const last = counts.length - 1;
  const issues = findListById(session.operations, 'issue_id');
  if (last < 0 || !issues) return [];
  const pointer = `/issues_histogram/counts/${last}`;
  return countIssuesBySeverity(count, issues, { response, pointer, bucket: counts[last] ?? {} });
}
