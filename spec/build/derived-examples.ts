/**
 * Derives examples from the records and relations of the sample data, by the definitions that the mock uses as well. The source of an example
 * names what it shows, as `$derive: {related: agents/customs-desk, edge: models}`.
 */
import {
  countAgents,
  countCategories,
  countHours,
  countObjects,
  countPerDay,
  countScans,
  type EdgeName,
  generateHistogram,
  type HistogramInterval,
  listAtRisk,
  listPeriods,
  listTopIssues,
  type ObjectType,
} from '../../packages/lib/domain/src/index.ts';
import type { SampleRecords } from './sample-records.ts';

/** Related objects of an object. */
interface RelatedExample {
  /** Path of the record of the object, such as `agents/customs-desk`. */
  related: string;
  edge: EdgeName;
}

/** The neighbourhood of an object. */
interface NeighbourhoodExample {
  /** Path of the record of the object. */
  neighbourhood: string;
  /** The query of the request; default: that of the contract. */
  depth?: number;
  max_nodes?: number;
  edges?: EdgeName[];
}

/** Issues over time. */
interface HistogramExample {
  histogram: HistogramInterval;
  /** In RFC 3339. */
  from: string;
  to: string;
  /** The severity that the request selects; default: all. */
  severity?: string;
}

/** Interactions of a window, by hour, category or agent. */
interface InteractionsExample {
  interactions: 'hours' | 'categories' | 'agents';
  /** In RFC 3339. */
  from: string;
  to: string;
}

/** The dashboard at a time, in RFC 3339. */
interface DashboardExample {
  dashboard: string;
}

/** What an example shows. */
export type Derivation =
  | RelatedExample
  | NeighbourhoodExample
  | HistogramExample
  | InteractionsExample
  | DashboardExample;

/** Sizes that the examples don't reach; a limit of the contract is larger. */
const ALL = 100;
const PAGE_SIZE = 50;
/** The days of the dashboard. */
const DAYS = 30;
const OBJECT_TYPES: ObjectType[] = ['agent', 'model', 'tool', 'mcp_server', 'asset', 'location'];

/**
 * Derives the value of an example.
 *
 * @throws {Error} when the sample data has no such object
 */
export function deriveExample(sampleData: SampleRecords, derivation: Derivation): unknown {
  if ('related' in derivation) {
    const items = sampleData.graph.listRelated(findId(sampleData, derivation.related), derivation.edge);
    return { items, cursor: '', page_size: PAGE_SIZE };
  }
  if ('neighbourhood' in derivation) {
    const { neighbourhood, depth = 1, max_nodes: maxNodes = ALL, edges } = derivation;
    return sampleData.graph.readNeighbourhood(findId(sampleData, neighbourhood), {
      depth,
      maxNodes,
      maxEdges: 10 * ALL,
      edges,
    });
  }
  if ('histogram' in derivation) return deriveHistogram(sampleData, derivation);
  if ('interactions' in derivation) return deriveInteractions(sampleData, derivation);
  return deriveDashboard(sampleData, Date.parse(derivation.dashboard));
}

function findId({ objects }: SampleRecords, path: string): string {
  const object = objects.get(path);
  if (!object) throw new Error(`the sample data has no record ${path}`);
  return object.aispm_object_id;
}

const withPeriods = ({ issues, history }: SampleRecords) =>
  issues.map((issue) => ({
    ...issue,
    periods: listPeriods(
      issue,
      history.filter(({ issue_id }) => issue_id === issue.issue_id),
    ),
  }));

function deriveHistogram(sampleData: SampleRecords, { histogram: interval, from, to, severity }: HistogramExample) {
  const issues = withPeriods(sampleData).filter(
    (issue) => (severity ?? issue.definitive_severity) === issue.definitive_severity,
  );
  const buckets = generateHistogram(issues, { from: Date.parse(from), to: Date.parse(to), interval });
  const counts = [...buckets].map(({ bucket_start, ...counts }) => ({
    bucket_start: bucket_start.replace('.000Z', 'Z'),
    ...counts,
  }));
  return { start_time: from, end_time: to, interval, counts };
}

function deriveInteractions(
  { interactions, graph }: SampleRecords,
  { interactions: by, ...limits }: InteractionsExample,
) {
  const window = { from: Date.parse(limits.from), to: Date.parse(limits.to) };
  if (by === 'hours') return countHours(interactions, window);
  if (by === 'categories') return countCategories(interactions, window, ALL);
  return countAgents(interactions, window, ALL, (id) => graph.get(id)?.aispm_friendly_name ?? null);
}

function deriveDashboard(sampleData: SampleRecords, now: number) {
  const { objects, findings, issues, scans } = sampleData;
  const ofType = (type: ObjectType) => [...objects.values()].filter(({ object_type }) => object_type === type);
  return {
    aispm_objects_counts: OBJECT_TYPES.map((type) => countObjects(type, ofType(type).length, findings)),
    aispm_objects_top_issues: listTopIssues(issues, ALL),
    aispm_top_at_risk_agents: listAtRisk(ofType('agent'), findings, ALL),
    aispm_top_at_risk_mcp_servers: listAtRisk(ofType('mcp_server'), findings, ALL),
    aispm_top_at_risk_models: listAtRisk(ofType('model'), findings, ALL),
    issues_histogram: { counts: countPerDay(withPeriods(sampleData), now, DAYS) },
    scans_counts: countScans(scans),
  };
}
