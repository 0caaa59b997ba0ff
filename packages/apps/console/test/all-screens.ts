import type { OperationName } from '@aispm/mock';
import { sampleByHash } from '@aispm/testing';
import { COMPARED_TARGET } from './seeded-scan.ts';

/** A screen, with a record of the sample data if it shows one. */
export interface Screen {
  /** The path, relative to the workspace. */
  readonly path: string;
  /** The heading of the complete screen. */
  readonly heading: string;
  /** Text from the sample data that it shows. */
  readonly shows: string | RegExp;
  /** The operation that it needs. */
  readonly operation: OperationName;
  /** Its heading in a new workspace; undefined if it doesn't exist there, or isn't empty. */
  readonly empty?: string;
}

const AGENT = '/agents/019fef6a-160a-7a7f-8d0a-5aa0d4a8142a';

/** The footer of a list with all or some rows loaded. */
const ROWS = /^All \d+ rows$|^\d+ rows loaded$/;

/** All screens. */
export const SCREENS: readonly Screen[] = [
  { path: '', heading: 'Dashboard', shows: 'Top issues', operation: 'getAispmDashboard', empty: 'No scans yet' },
  { path: '/changes?since=all', heading: 'Changes', shows: 'oldest first', operation: 'listChanges' },
  { path: '/agents', heading: 'Agents', shows: 'Customs Desk', operation: 'listAgents', empty: 'No agents yet' },
  { path: '/models', heading: 'Models', shows: 'all-MiniLM-L6-v2', operation: 'listModels', empty: 'No models yet' },
  { path: '/tools', heading: 'Tools', shows: 'File declaration', operation: 'listTools', empty: 'No tools yet' },
  {
    path: '/mcp-servers',
    heading: 'MCP servers',
    shows: 'Customs Gateway',
    operation: 'listMcpServers',
    empty: 'No MCP servers yet',
  },
  { path: '/assets', heading: 'Assets', shows: 'customs-desk', operation: 'listAispmAssets', empty: 'No assets yet' },
  {
    path: '/locations',
    heading: 'Locations',
    shows: 'mcp.json',
    operation: 'listLocations',
    empty: 'No locations yet',
  },
  {
    path: '/issues',
    heading: 'Issues',
    shows: 'MCP server without authentication',
    operation: 'listIssues',
    empty: 'No issues yet',
  },
  {
    path: '/issues/019fef6a-7af5-79be-9830-d8be3ddddfa3',
    heading: 'MCP server without authentication',
    shows: 'mcp.json:3',
    operation: 'getIssue',
  },
  {
    path: '/occurrences',
    heading: 'Occurrences',
    shows: 'Customs Gateway',
    operation: 'listFineGrainedIssues',
    empty: 'No occurrences yet',
  },
  { path: '/rules', heading: 'Rules', shows: 'MCP server without authentication', operation: 'listRules' },
  {
    path: '/rules/unpinned-model-revision',
    heading: 'Model revision is not pinned',
    shows: 'Settings in this workspace',
    operation: 'getRule',
  },
  {
    path: '/evaluations',
    heading: 'Attached evaluations',
    shows: 'Guardrail unblocked rate',
    operation: 'listAgentEvaluations',
  },
  {
    path: '/evaluations?tab=runs',
    heading: 'Evaluation runs',
    shows: ROWS,
    operation: 'listEvaluationRuns',
    empty: 'No runs yet',
  },
  {
    path: '/evaluations?tab=catalogue',
    heading: 'Evaluation catalogue',
    shows: 'Tariff accuracy',
    operation: 'listEvaluations',
  },
  {
    path: '/evaluations/01a10b06-1bfa-7596-b4b3-9f0db0fdfac1',
    heading: 'Prompt injection through customs papers',
    shows: 'Scores by category',
    operation: 'getAgentEvaluation',
  },
  {
    path: '/runs/01a1bf52-3e8e-76bb-a774-fe45d04de057',
    heading: 'Evaluation run',
    shows: 'Prompt 1',
    operation: 'getEvaluationRun',
  },
  {
    path: '/runtime',
    heading: 'Interactions',
    shows: ROWS,
    operation: 'listLlmInteractions',
    empty: 'No interactions yet',
  },
  {
    path: '/runtime/01a1edb8-b69c-7ef5-9515-7db8b11a870f',
    heading: 'Interaction',
    shows: 'Show message content',
    operation: 'getLlmInteraction',
  },
  {
    path: '/runtime?tab=outcomes',
    heading: 'Outcomes',
    shows: 'By agent',
    operation: 'getLlmInteractionCounts',
  },
  { path: '/scans', heading: 'Scans', shows: ROWS, operation: 'listScans', empty: 'No scans yet' },
  {
    path: '/scans/01a1ed3d-9da4-73a0-bb8a-b420916f0a55',
    heading: 'github.com/halden-freight/customs-desk',
    shows: 'Customs Gateway',
    operation: 'getScan',
  },
  {
    path: `/scans/compare?target=${COMPARED_TARGET}`,
    heading: 'Difference between two scans',
    shows: 'Both scans found the same objects and occurrences.',
    operation: 'listScans',
  },
  { path: '/views', heading: 'Views', shows: 'Critical and high issues', operation: 'listViews' },
  {
    path: '/views/01a0f6e8-15e2-7287-8b3b-3a3a4b2d2d31',
    heading: 'Critical and high issues',
    shows: 'Export view',
    operation: 'getView',
  },
  { path: '/webhooks', heading: 'Webhooks', shows: 'New webhook', operation: 'listWebhooks' },
  { path: '/settings', heading: 'Settings', shows: 'New API key', operation: 'listApiKeys' },
  { path: AGENT, heading: 'Customs Desk', shows: 'Autonomy level', operation: 'getAgent' },
  { path: `${AGENT}?tab=graph`, heading: 'Customs Desk', shows: 'relations', operation: 'getNeighbourhood' },
  { path: `${AGENT}?tab=history`, heading: 'Customs Desk', shows: 'First seen', operation: 'getAgent' },
  { path: `${AGENT}?tab=issues`, heading: 'Customs Desk', shows: 'No occurrences', operation: 'listFineGrainedIssues' },
  {
    path: '/locations/019fef6a-57eb-7fb7-af18-e7e21c5d1dcc',
    heading: 'mcp.json',
    shows: 'Open in repository',
    operation: 'getLocation',
  },
];

/** Screens that look different with the scan that {@link addScanBetween} adds. */
export const SEEDED_SCREENS: readonly Screen[] = [
  {
    path: `/scans/compare?target=${COMPARED_TARGET}`,
    heading: 'Difference between two scans',
    shows: 'New occurrences: 1',
    operation: 'listScans',
  },
];

/** The dashboard and a list represent the others in `npm test`. */
const QUICK = ['', '/issues'];

/** The lists of records. They only differ in their columns. */
const LISTS = SCREENS.filter(({ path, empty }) => path !== '' && empty !== undefined);

/** A sample of the lists, for tests with similar results on each. `npm run test:nightly` has all lists. */
export const SAMPLED_LISTS = sampleByHash(LISTS, ({ path }) => path, 4);

/** All screens, with a sample of the lists. */
export const SAMPLED_SCREENS = SCREENS.filter(
  (screen) => QUICK.includes(screen.path) || SAMPLED_LISTS.includes(screen) || !LISTS.includes(screen),
);

/** The tags of the tests of a screen. */
export function tagsOf({ path }: Screen): { tags: 'long'[] } {
  return { tags: QUICK.includes(path) ? [] : ['long'] };
}
