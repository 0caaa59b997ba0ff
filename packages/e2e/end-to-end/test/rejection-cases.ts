/** Writes that rules beyond the schemas reject, on the records of the examples. The order matters, because some change records. */

/** A write. */
export interface RuleCase {
  operation: string;
  /** How it differs from the example; unique. */
  name: string;
  path?: Record<string, string>;
  headers?: Record<string, string>;
  /** Default: the example's. */
  body?: unknown;
  /** The status of the service, and the reason of an error. */
  expected: [status: number, reason?: string];
}

const BUILTIN = '019e807a-ef8e-7294-8b66-331725194b6a';
const OWN_EVALUATION = '01a0c411-df2b-7d11-9112-2564b03608f7';
const ATTACHED = '01a10b06-1bfa-7596-b4b3-9f0db0fdfac1';
const AGENT = '019fef6c-7917-7130-b02a-26e00ba3f10b';
const TOOL = '019fef6a-26cd-763e-8dba-5c5724e6b6dd';
const MODEL = '019fef6a-1ae9-737a-b7e1-68adad5d25a6';
const SERVER = '019fef6a-317c-79f1-b5aa-d002273a4920';
const ASSET = '019fef68-1d69-7e55-95e7-8dff4bb78c6e';
const DATASET = [{ prompt: 'Which tariff number have bicycles?', expected: '8712 00' }];

const ISSUES = {
  open: '019fef6a-7af5-79be-9830-d8be3ddddfa3',
  inProgress: '019ffedc-ca8d-769f-81d6-6abf88eedea5',
  otherOpen: '019fef6a-7d04-7dbe-993d-d576f559a676',
  suppressed: '019fef6a-802f-782f-b77f-55c2307cd4a8',
  resolved: '01a060b6-fc7a-7585-bfef-2ee40add7df2',
};
const UNSUPPORTED_TIMESTAMP = '9999-12-31T23:59:59-14:00';
const LEAP_SECOND = '2026-06-30T23:59:60Z';
const SUPPRESSION = { status: 'suppressed', status_reason: 'false_positive' };

/** A change of the status of an issue. */
function triage(
  issue: keyof typeof ISSUES,
  update: { status: string; status_reason?: string },
  isAllowed: boolean,
  comment = '',
): RuleCase {
  return {
    operation: 'updateIssue',
    name: `the status ${update.status} of the issue ${issue}${comment}`,
    path: { id: ISSUES[issue] },
    body: update,
    expected: isAllowed ? [200] : [422, 'invalid_transition'],
  };
}

const TRIAGE: RuleCase[] = [
  triage('open', { status: 'resolved' }, false),
  triage('open', { status: 'open' }, true),
  triage('open', { status: 'in_progress' }, true),
  triage('open', { status: 'open' }, false, ' in progress'),
  triage('open', { status: 'resolved' }, true, ' in progress'),
  triage('open', SUPPRESSION, false, ' after its end'),
  triage('resolved', { status: 'open' }, false),
  triage('resolved', { status: 'in_progress' }, false),
  triage('resolved', { status: 'resolved' }, true),
  triage('suppressed', { status: 'in_progress' }, false),
  triage('suppressed', { status: 'resolved' }, false),
  triage('suppressed', SUPPRESSION, true),
  triage('suppressed', { status: 'open' }, true),
  {
    operation: 'updateIssues',
    name: 'updates with texts that cannot be stored',
    body: {
      updates: [
        { issue_id: ISSUES.inProgress, status_comment: 'a\u0000b' },
        { issue_id: ISSUES.inProgress, assignee: null },
        { issue_id: 'none', status_comment: '\ud800' },
        { issue_id: 'none', assignee: null },
      ],
    },
    expected: [200],
  },
  {
    operation: 'updateIssues',
    name: 'updates with timestamps that cannot be stored',
    body: {
      updates: [
        { issue_id: ISSUES.inProgress, due_at: UNSUPPORTED_TIMESTAMP },
        { issue_id: ISSUES.otherOpen, due_at: LEAP_SECOND },
      ],
    },
    expected: [200],
  },
  {
    operation: 'updateIssue',
    name: 'a timestamp that cannot be stored',
    path: { id: ISSUES.otherOpen },
    body: { due_at: UNSUPPORTED_TIMESTAMP },
    expected: [400, 'invalid_body'],
  },
  {
    operation: 'updateIssues',
    name: 'updates of several kinds',
    body: {
      updates: [
        { issue_id: ISSUES.resolved, status: 'open' },
        { issue_id: ISSUES.inProgress, status: 'resolved', if_match: '"stale"' },
        { issue_id: ISSUES.inProgress, status: 'resolved' },
        { issue_id: 'none', assignee: null },
        { issue_id: ISSUES.otherOpen, status: 'resolved' },
        { issue_id: ISSUES.suppressed, ...SUPPRESSION },
      ],
    },
    expected: [200],
  },
];

const createEvaluation = (name: string, config: object, expected: RuleCase['expected']): RuleCase => ({
  operation: 'createEvaluation',
  name,
  body: { name: 'New', config },
  expected,
});
const changeEvaluation = (name: string, id: string, body: object, expected: RuleCase['expected']): RuleCase => ({
  operation: 'updateEvaluation',
  name,
  path: { id },
  body,
  expected,
});

const EVALUATIONS: RuleCase[] = [
  createEvaluation('neither dataset nor based_on', {}, [422, 'missing_field']),
  createEvaluation('dataset and based_on', { dataset: DATASET, based_on: BUILTIN }, [422, 'missing_field']),
  createEvaluation('a dataset', { dataset: DATASET }, [201]),
  createEvaluation('based_on', { based_on: BUILTIN }, [201]),
  createEvaluation('based_on of no evaluation', { based_on: 'none' }, [422, 'unknown_reference']),
  createEvaluation('more prompts than its dataset', { dataset: DATASET, num_prompts: 2 }, [422, 'limit_exceeded']),
  changeEvaluation('settings without dataset', OWN_EVALUATION, { config: { threshold: 1 } }, [422, 'missing_field']),
  changeEvaluation('a new name of a built-in evaluation', BUILTIN, { name: 'Mine' }, [403, 'builtin_evaluation']),
  changeEvaluation('a new name', OWN_EVALUATION, { name: 'Tariffs' }, [200]),
  {
    operation: 'deleteEvaluation',
    name: 'a built-in evaluation',
    path: { id: BUILTIN },
    expected: [403, 'builtin_evaluation'],
  },
  {
    operation: 'createAgentEvaluation',
    name: 'an agent that does not exist',
    body: { agent_id: 'none', evaluation_id: OWN_EVALUATION },
    expected: [422, 'unknown_reference'],
  },
  {
    operation: 'createAgentEvaluation',
    name: 'an evaluation that does not exist',
    body: { agent_id: AGENT, evaluation_id: 'none' },
    expected: [422, 'unknown_reference'],
  },
  {
    operation: 'createAgentEvaluation',
    name: 'no agent',
    body: { evaluation_id: OWN_EVALUATION },
    expected: [422, 'missing_field'],
  },
  {
    operation: 'createAgentEvaluation',
    name: 'an evaluation of the tenant',
    body: { agent_id: AGENT, evaluation_id: OWN_EVALUATION },
    expected: [201],
  },
  {
    operation: 'deleteEvaluation',
    name: 'an attached evaluation',
    path: { id: OWN_EVALUATION },
    expected: [409, 'evaluation_attached'],
  },
  { operation: 'runAgentEvaluation', name: 'no active run', path: { id: ATTACHED }, expected: [202] },
  {
    operation: 'runAgentEvaluation',
    name: 'a run that has started',
    path: { id: ATTACHED },
    expected: [409, 'run_active'],
  },
  {
    operation: 'stopEvaluationRun',
    name: 'a run that has ended',
    path: { run_id: '01a10b13-aaa1-790e-9dcc-4b37f62d94a2' },
    expected: [409, 'run_finished'],
  },
  {
    operation: 'stopScan',
    name: 'a scan that has ended',
    path: { id: '01a1ed3e-87e5-79a2-a86a-476d3cff5068' },
    expected: [409, 'scan_finished'],
  },
];

const ENTRY = { client_id: 'rejections', namespace: 'test', key: 'entry' };
const putEntry = (
  name: string,
  size: number,
  headers: Record<string, string>,
  expected: RuleCase['expected'],
): RuleCase => ({
  operation: 'putClientStorageEntry',
  name,
  path: ENTRY,
  headers,
  body: { value: { text: 'x'.repeat(size - '{"text":""}'.length) } },
  expected,
});

const CLIENT_STORAGE: RuleCase[] = [
  putEntry('a value above its limit', 32 * 1024 + 1, {}, [413, 'value_too_large']),
  putEntry('If-Match of a new entry', 100, { 'If-Match': '*' }, [412, 'precondition_failed']),
  putEntry('a value of the maximum size', 32 * 1024, { 'If-None-Match': '*' }, [201]),
  putEntry('If-None-Match of an entry', 100, { 'If-None-Match': '*' }, [412, 'precondition_failed']),
  putEntry('another version of an entry', 100, { 'If-Match': '"stale"' }, [412, 'precondition_failed']),
  putEntry('any version of an entry', 100, { 'If-Match': '*' }, [200]),
  {
    operation: 'deleteClientStorageEntry',
    name: 'another version',
    path: ENTRY,
    headers: { 'If-Match': '"stale"' },
    expected: [412, 'precondition_failed'],
  },
  {
    operation: 'deleteClientStorageEntry',
    name: 'its version',
    path: ENTRY,
    headers: { 'If-Match': '*' },
    expected: [204],
  },
  { operation: 'deleteClientStorageEntry', name: 'a deleted entry', path: ENTRY, expected: [404, 'not_found'] },
];

const createView = (name: string, view: object, expected: RuleCase['expected']): RuleCase => ({
  operation: 'createView',
  name,
  body: { name, entity: 'issues', ...view },
  expected,
});

const VIEWS: RuleCase[] = [
  createView('a view', { columns: ['issue_id'], filters: { severity: ['critical'] } }, [201]),
  createView('an unknown column', { columns: ['colour'] }, [422, 'unknown_column']),
  createView('an unknown filter', { filters: { colour: 'red' } }, [422, 'unknown_filter']),
  createView('a value that the filter does not accept', { filters: { severity: ['urgent'] } }, [
    422,
    'invalid_filter_value',
  ]),
];

const INTERACTION = {
  operation_name: 'chat',
  provider_name: 'openai',
  request_model: 'gpt-5-mini',
  started_at: '2026-11-18T08:40:48.902Z',
  content_redacted: true,
};

const LABELS = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`label-${index}`, 'x']));

const OTHERS: RuleCase[] = [
  {
    operation: 'ingestLlmInteractions',
    name: 'texts that cannot be stored in all interactions',
    body: { interactions: ['a\u0000b', '\ud800'].map((request_model) => ({ ...INTERACTION, request_model })) },
    expected: [422, 'nothing_stored'],
  },
  {
    operation: 'updateAgent',
    name: 'labels up to the limit',
    path: { id: AGENT },
    body: { labels: Object.fromEntries(Object.entries(LABELS).slice(0, 60)) },
    expected: [200],
  },
  {
    operation: 'updateAgent',
    name: 'labels beyond the limit',
    path: { id: AGENT },
    body: { labels: Object.fromEntries(Object.entries(LABELS).slice(50)) },
    expected: [422, 'limit_exceeded'],
  },
  {
    operation: 'updateObjects',
    name: 'updates of several kinds',
    body: {
      updates: [
        { aispm_object_id: AGENT, labels: Object.fromEntries(Object.entries(LABELS).slice(50)) },
        { aispm_object_id: AGENT, owners: [] },
        { aispm_object_id: TOOL, if_match: '"stale"', owners: [] },
        { aispm_object_id: MODEL, add_owners: Array.from({ length: 50 }, (_, index) => `owner-${index}`) },
        { aispm_object_id: ASSET, owners: [] },
        { aispm_object_id: 'none', labels: {} },
        { aispm_object_id: SERVER, add_owners: ['a\u0000b'] },
      ],
    },
    expected: [200],
  },
  {
    operation: 'updateObjects',
    name: 'an update without a change',
    body: { updates: [{ aispm_object_id: AGENT }] },
    expected: [400, 'invalid_body'],
  },
  {
    operation: 'createApiKey',
    name: 'an expiry in the past',
    body: {
      name: 'Late',
      access: 'read',
      workspaces: [{ tenant_id: 'halden-freight', workspace_id: 'production' }],
      expires_at: '2020-01-01T00:00:00Z',
    },
    expected: [422, 'invalid_expiry'],
  },
  {
    operation: 'createApiKey',
    name: 'an expiry that cannot be stored',
    body: {
      name: 'Never',
      access: 'read',
      workspaces: [{ tenant_id: 'halden-freight', workspace_id: 'production' }],
      expires_at: UNSUPPORTED_TIMESTAMP,
    },
    expected: [400, 'invalid_body'],
  },
  {
    operation: 'ingestLlmInteractions',
    name: 'timestamps that cannot be stored in all interactions',
    body: { interactions: [{ ...INTERACTION, started_at: UNSUPPORTED_TIMESTAMP }] },
    expected: [422, 'nothing_stored'],
  },
  {
    operation: 'ingestLlmInteractions',
    name: 'timestamps that cannot be stored in one of two interactions',
    body: {
      interactions: [
        { ...INTERACTION, started_at: UNSUPPORTED_TIMESTAMP },
        { ...INTERACTION, started_at: LEAP_SECOND },
      ],
    },
    expected: [201],
  },
  ...[
    { name: 'an interaction that ends before it starts', finished_at: '2026-11-18T08:40:48.901999Z', isAllowed: false },
    { name: 'an interaction that ends when it starts', finished_at: INTERACTION.started_at, isAllowed: true },
    { name: 'an interaction of 31 days', finished_at: '2026-12-19T08:40:48.902Z', isAllowed: true },
    { name: 'an interaction of more than 31 days', finished_at: '2026-12-19T08:40:48.903Z', isAllowed: false },
  ].map(
    ({ name, finished_at, isAllowed }): RuleCase => ({
      operation: 'ingestLlmInteractions',
      name,
      body: { interactions: [{ ...INTERACTION, finished_at }] },
      expected: isAllowed ? [201] : [422, 'nothing_stored'],
    }),
  ),
  {
    operation: 'createApiKey',
    name: 'a workspace of others',
    body: { name: 'Other', access: 'read', workspaces: [{ tenant_id: 'another', workspace_id: 'main' }] },
    expected: [403, 'workspace_access_denied'],
  },
];

export const RULE_CASES: readonly RuleCase[] = [...TRIAGE, ...EVALUATIONS, ...CLIENT_STORAGE, ...VIEWS, ...OTHERS];

/**
 * The differences that MOCK_DIFFERENCES.md describes, by name of the case: the mock doesn't check the meaning of identifiers, settings,
 * columns and filters.
 */
export const KNOWN_DIFFERENCES: ReadonlySet<string> = new Set([
  'based_on of no evaluation',
  'more prompts than its dataset',
  'an agent that does not exist',
  'an evaluation that does not exist',
  'an unknown column',
  'an unknown filter',
  'a value that the filter does not accept',
]);
