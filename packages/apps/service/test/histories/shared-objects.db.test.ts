/**
 * Random histories of scans of several targets that share tools, models and servers, with triage between them: the findings of the static
 * rules are always those of the whole graph, and don't depend on how it came to be.
 *
 * @module-tag long
 */
import { buildGraph, type EdgeRow, evaluateStaticRules, type NodeRow } from '@aispm/rules';
import { currentTier } from '@aispm/testing';
import fc, { type Arbitrary } from '@aispm/testing/properties';
import type { IssueStatus, ScanDocument, ScannedEdge } from '@aispm/types';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { occurrenceList } from '../../src/domains/findings/occurrences.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { querySelection } from '../../src/platform/lists/list.ts';
import { describeOnDatabases, freshDatabase } from '../databases/databases.ts';
import { ScannedWorkspace } from './scanned-workspace.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-01T05:00:00Z');
const TARGETS = 3;

/** Agents that several targets show: each may delegate to the next one, so that a circle has parts in several targets. */
const HELPERS = ['helper-0', 'helper-1', 'helper-2', 'helper-3'];

/** The relations of a target: from one of its two agents or from something shared, to something shared or to its other agent. */
const EDGES: readonly (readonly [string, ScannedEdge['edge'], string])[] = [
  ...['agent-0', 'agent-1'].flatMap((agent) => [
    [agent, 'tools', 'tool-0'] as const,
    [agent, 'tools', 'tool-1'] as const,
    [agent, 'mcp_servers', 'server-0'] as const,
    [agent, 'mcp_servers', 'server-1'] as const,
    [agent, 'models', 'model-0'] as const,
  ]),
  ['agent-0', 'sub_agents', 'agent-1'],
  ['agent-1', 'sub_agents', 'agent-0'],
  ['server-0', 'tools', 'tool-0'],
  ['server-0', 'tools', 'tool-2'],
  ['server-1', 'tools', 'tool-1'],
  ['server-1', 'tools', 'tool-2'],
  ...HELPERS.map((helper, index) => [helper, 'sub_agents', HELPERS[(index + 1) % HELPERS.length] ?? ''] as const),
  ['agent-0', 'sub_agents', 'helper-0'],
  ...HELPERS.flatMap((helper, index) => [
    [helper, 'tools', `tool-${index % 3}`] as const,
    [helper, 'tools', `tool-${(index + 1) % 3}`] as const,
    [helper, 'mcp_servers', `server-${index % 2}`] as const,
  ]),
];
const SHARED = ['tool-0', 'tool-1', 'tool-2', 'server-0', 'server-1', 'model-0', ...HELPERS];

interface ScanStep {
  kind: 'scan';
  target: number;
  /** What the target shows in addition to its agents, and what its relations need. */
  shared: string[];
  edges: (typeof EDGES)[number][];
  agents: { autonomy_level: 'autonomous' | 'human_in_loop'; owners: string[]; isGuarded: boolean }[];
  /** Shared objects whose properties are other ones. */
  variants: string[];
}

interface TriageStep {
  kind: 'triage';
  issue: number;
  status: IssueStatus;
}

type Step = ScanStep | TriageStep;

const createScan = (variants: Arbitrary<string[]>): Arbitrary<ScanStep> =>
  fc.record({
    kind: fc.constant('scan' as const),
    target: fc.nat({ max: TARGETS - 1 }),
    // A scan that shows few objects depends most on what others have shown.
    shared: fc.oneof(fc.subarray(SHARED), fc.subarray(SHARED, { maxLength: 2 })),
    edges: fc.oneof(
      { weight: 3, arbitrary: fc.subarray([...EDGES]) },
      { weight: 3, arbitrary: fc.subarray([...EDGES], { maxLength: 0 }) },
    ),
    agents: fc.array(
      fc.record({
        autonomy_level: fc.constantFrom('autonomous' as const, 'human_in_loop' as const),
        owners: fc.constantFrom<string[]>([], ['ann']),
        isGuarded: fc.boolean(),
      }),
      { minLength: 2, maxLength: 2 },
    ),
    variants,
  });
const triage: Arbitrary<TriageStep> = fc.record({
  kind: fc.constant('triage' as const),
  issue: fc.nat({ max: 20 }),
  status: fc.constantFrom('in_progress', 'suppressed', 'resolved', 'open'),
});
const createHistory = (variants: Arbitrary<string[]>): Arbitrary<Step[]> =>
  fc.array(fc.oneof({ weight: 4, arbitrary: createScan(variants) }, { weight: 1, arbitrary: triage }), {
    minLength: 3,
    maxLength: 9,
  });

/** Creates the document of a scan. Every property of an object is stated, so that nothing of an earlier scan remains. */
function createDocument({ target, shared, edges, agents, variants }: ScanStep): ScanDocument {
  const used = new Set([...shared, ...edges.flatMap(([from, , to]) => [from, to])]);
  const isVariant = (key: string) => variants.includes(key);
  const describe = (key: string): ScanDocument['objects'][number] => {
    const common = { key, stable_key: `shared/${key}`, aispm_friendly_name: key };
    if (key.startsWith('model')) {
      const license = isVariant(key) ? null : 'CC-BY-NC-4.0';
      return {
        ...common,
        object_type: 'model',
        model_name: 'm-latest',
        provider_name: 'p',
        deployment: 'embedded',
        revision: null,
        license,
      };
    }
    if (key.startsWith('helper')) {
      return {
        ...common,
        object_type: 'agent',
        autonomy_level: isVariant(key) ? 'human_in_loop' : 'autonomous',
        owners: ['ann'],
        guardrails: [],
      };
    }
    if (key.startsWith('server')) {
      return {
        ...common,
        object_type: 'mcp_server',
        server_name: `com.example/${key}`,
        transport: 'streamable-http',
        url: 'http://mcp.example.com',
        auth_type: isVariant(key) ? 'oauth2' : 'none',
        registry_status: isVariant(key) ? 'active' : 'deprecated',
        environment_variables: [{ name: 'TOKEN', is_secret: true, is_required: true }],
      };
    }
    const isReader = key === 'tool-2';
    return {
      ...common,
      object_type: 'tool',
      tool_name: 'run',
      tool_source: 'mcp',
      tool_kind: 'tool',
      is_destructive: !isVariant(key),
      is_open_world: !isReader,
      permissions: isReader ? ['files:read'] : [],
      input_schema: { type: 'object', properties: { command: { type: 'string' } } },
    };
  };
  return {
    scan_type: 'code',
    target: `repo-${target}`,
    tool_name: 'scanner',
    tool_version: '1',
    objects: [
      {
        key: 'repo',
        stable_key: `repo-${target}`,
        object_type: 'asset',
        aispm_friendly_name: `Repo ${target}`,
        asset_type: 'repository',
      },
      ...agents.map(({ isGuarded, ...agent }, index) => ({
        ...agent,
        key: `agent-${index}`,
        stable_key: `repo-${target}/agent-${index}`,
        object_type: 'agent' as const,
        aispm_friendly_name: `Agent ${index} of ${target}`,
        guardrails: isGuarded ? [{ guardrail_id: 'g', name: 'Guard', direction: 'both' as const }] : [],
      })),
      ...SHARED.filter((key) => used.has(key)).map(describe),
    ],
    edges: [
      ...edges.map(([from_key, edge, to_key]) => ({ from_key, edge, to_key })),
      { from_key: 'agent-0', edge: 'locations' as const, to_key: 'file' },
    ],
    locations: [
      { key: 'file', stable_key: 'a.py', aispm_friendly_name: 'a.py', location_type: 'file', file_path: 'a.py' },
    ],
    occurrences: [],
  };
}

describeOnDatabases('histories of targets that share objects', (kind) => {
  let database: Database;
  let workspaces = 0;
  const createWorkspace = () => {
    workspaces += 1;
    return ScannedWorkspace.create(database, `tenant-${workspaces}`);
  };
  const numRuns = kind === 'embedded' ? 5 : currentTier() === 'test:nightly' ? 40 : 8;

  beforeAll(async () => {
    database = await freshDatabase(kind);
  });
  afterAll(() => database.close());

  it('have the findings that the rules detect in the whole graph, after each scan', async () => {
    await fc.assert(
      fc.asyncProperty(createHistory(fc.subarray(SHARED)), async (steps) => {
        const workspace = await createWorkspace();
        for (const [index, step] of steps.entries()) {
          await play(workspace, step, index);
          if (step.kind === 'scan') expect(await readFindings(workspace)).toEqual(await evaluateAll(workspace));
        }
      }),
      { numRuns, endOnFailure: true },
    );
  });

  it('end in the state of the last scan of each target', async () => {
    await fc.assert(
      fc.asyncProperty(createHistory(fc.constant([])), async (steps) => {
        const workspace = await createWorkspace();
        for (const [index, step] of steps.entries()) await play(workspace, step, index);
        const last = steps.filter(
          (step, index) =>
            step.kind === 'scan' &&
            !steps.slice(index + 1).some((later) => later.kind === 'scan' && later.target === step.target),
        );
        const fresh = await createWorkspace();
        for (const [index, step] of last.entries()) await play(fresh, step, index);
        const triaged = await readTriaged(workspace);
        expect(await readFindings(workspace)).toEqual(
          (await readFindings(fresh)).filter(({ fingerprint }) => !triaged.has(fingerprint)),
        );
        // Which finding belongs to which target doesn't depend on the history either.
        for (const [index, step] of last.entries()) {
          await play(workspace, step, steps.length + index);
          await play(fresh, step, steps.length + index);
        }
        const results = await readResults(workspace);
        expect(results).toEqual(await readResults(fresh));
        // The scans of other targets have followed: the list still selects the same ones.
        expect(await listResults(workspace)).toEqual(results);
      }),
      { numRuns, endOnFailure: true },
    );
  });
});

async function play(workspace: ScannedWorkspace, step: Step, index: number): Promise<void> {
  const at = new Date(START + index * HOUR).toISOString();
  if (step.kind === 'scan') {
    await workspace.scan(createDocument(step), at);
    return;
  }
  const { rows } = await workspace.read((db) =>
    sql<{ id: string; status: IssueStatus }>`
      SELECT issue_id AS id, status FROM issues WHERE tenant_id = ${workspace.scope.tenantId} ORDER BY rule_id`.execute(
      db,
    ),
  );
  const issue = rows[step.issue % Math.max(rows.length, 1)];
  if (!issue) return;
  const { status } = step;
  // A transition that isn't allowed changes nothing.
  await workspace
    .triage(issue.id, status === 'suppressed' ? { status, status_reason: 'duplicate' } : { status }, at)
    .catch(() => undefined);
}

interface Finding {
  rule: string;
  fingerprint: string;
  object: string;
  message: string;
  severity: string;
}

/** Reads what is found now, without what users have suppressed or resolved: that keeps its status when it isn't found any more. */
async function readFindings({ database, scope }: ScannedWorkspace): Promise<Finding[]> {
  const { rows } = await database.scoped(scope, (db) =>
    sql<Finding>`
      SELECT rule_id AS rule, fingerprint, aispm_friendly_name AS object, message, definitive_severity AS severity
      FROM fine_grained_issues
      WHERE tenant_id = ${scope.tenantId} AND status IN ('open', 'in_progress')`.execute(db),
  );
  return rows.toSorted(compareFindings);
}

function compareFindings(a: Finding, b: Finding): number {
  return a.fingerprint < b.fingerprint ? -1 : 1;
}

/** Reads the fingerprints of the findings that users have suppressed or resolved. */
async function readTriaged({ database, scope }: ScannedWorkspace): Promise<ReadonlySet<string>> {
  const { rows } = await database.scoped(scope, (db) =>
    sql<{ fingerprint: string }>`
      SELECT fingerprint FROM fine_grained_issues
      WHERE tenant_id = ${scope.tenantId} AND status IN ('suppressed', 'resolved') AND status_reason <> 'not_observed'`.execute(
      db,
    ),
  );
  return new Set(rows.map(({ fingerprint }) => fingerprint));
}

/** Reads the findings that the current scan of each target has as results. */
async function readResults({ database, scope }: ScannedWorkspace): Promise<unknown[]> {
  const { rows } = await database.scoped(scope, (db) =>
    sql`
      SELECT target, fingerprint FROM scan_results
      JOIN scans ON scans.tenant_id = scan_results.tenant_id AND scans.scan_id = scan_results.scan_id
      JOIN fine_grained_issues AS finding ON finding.tenant_id = scan_results.tenant_id
        AND finding.fine_grained_issue_id = scan_results.fine_grained_issue_id
      WHERE scans.tenant_id = ${scope.tenantId} AND is_current AND change <> 'absent' ORDER BY 1, 2`.execute(db),
  );
  return rows;
}

/** Reads the same from the list of occurrences. */
async function listResults({ database, scope }: ScannedWorkspace): Promise<unknown[]> {
  return database.scoped(scope, async (db) => {
    const { rows: scans } = await sql<{ id: string; target: string }>`
      SELECT scan_id AS id, target FROM scans WHERE tenant_id = ${scope.tenantId} AND is_current ORDER BY target`.execute(
      db,
    );
    const found: unknown[] = [];
    for (const { id, target } of scans) {
      const context = { scope, path: {} as never, filters: { result_of_scan_id: [id] } };
      const rows = await querySelection(occurrenceList, db, 'all', context, {}, (row) => row);
      const fingerprints = (rows as { fingerprint: string }[]).map(({ fingerprint }) => fingerprint).toSorted();
      found.push(...fingerprints.map((fingerprint) => ({ target, fingerprint })));
    }
    return found;
  });
}

/** Evaluates the rules over everything that is stored, without the findings that users have suppressed or resolved. */
async function evaluateAll(workspace: ScannedWorkspace): Promise<Finding[]> {
  const { database, scope } = workspace;
  const [rows, edges] = await database.scoped(scope, async (db) => [
    await sql<NodeRow>`
      SELECT aispm_object_id AS id, object_type AS type, details || jsonb_build_object('stable_key', stable_key,
        'object_type', object_type, 'aispm_friendly_name', aispm_friendly_name) AS facts
      FROM objects
      WHERE tenant_id = ${scope.tenantId} AND object_type NOT IN ('asset', 'location') AND lifecycle_status <> 'deleted'`.execute(
      db,
    ),
    await sql<EdgeRow>`
      SELECT source_id AS "from", edge, target_id AS "to" FROM edges
      WHERE tenant_id = ${scope.tenantId} AND edge IN ('models', 'tools', 'mcp_servers', 'sub_agents')`.execute(db),
  ]);
  const triaged = await readTriaged(workspace);
  return evaluateStaticRules(buildGraph(rows.rows, edges.rows))
    .filter(({ fingerprint }) => !triaged.has(fingerprint))
    .map(({ rule, fingerprint, object, message, severity }) => ({
      rule: rule.rule_id,
      fingerprint,
      object: object.name,
      message,
      severity: severity?.value ?? rule.severity,
    }))
    .toSorted(compareFindings);
}
