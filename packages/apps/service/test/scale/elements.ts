/** A scan that changes one element of an issue reads as much whether the issue has many elements or few, and whatever their status. */
import { sampleByHash } from '@aispm/testing';
import type { IssueUpdate, ScanDocument } from '@aispm/types';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.ts';
import { copyPostgres, freshPostgresUrl } from '../databases/databases.ts';
import { testPostgres } from '../databases/test-postgres.ts';
import { ScannedWorkspace } from '../histories/scanned-workspace.ts';
import { countPages, type Pages, toLimit } from './pages.ts';

const AT = '2026-11-26T00:00:00Z';
const RULE = 'acme.shell';
/** A repository is an element as well, which counts the findings in it: not those in others. */
const REPOSITORIES = 20;
const SUPPRESSED: IssueUpdate = { status: 'suppressed', status_reason: 'test_code' };
/** What a user has done with the issue, by the status of its elements then. */
const TRIAGE: Readonly<Record<string, readonly IssueUpdate[]>> = {
  open: [],
  in_progress: [{ status: 'in_progress' }],
  suppressed: [SUPPRESSED],
  resolved: [{ status: 'in_progress' }, { status: 'resolved' }],
};

/** Creates a scan of agents with a finding each. */
function createDocument(target: string, agents: number, severity: string | undefined): ScanDocument {
  const numbers = Array.from({ length: agents }, (_, number) => number);
  return {
    scan_type: 'code',
    target,
    tool_name: 'scanner',
    tool_version: '1',
    objects: [
      { key: 'repo', stable_key: target, object_type: 'asset', aispm_friendly_name: target, asset_type: 'repository' },
      ...numbers.map((number) => ({
        key: `agent-${number}`,
        stable_key: `${target}-${number}`,
        object_type: 'agent' as const,
        aispm_friendly_name: `Agent ${number} of ${target}`,
        owners: [],
      })),
    ],
    edges: [],
    locations: [],
    rules: [
      {
        rule_id: RULE,
        rule_name: RULE,
        rule_description: '',
        object_types: ['agent'],
        source: 'external',
        severity: 'medium',
      },
    ],
    occurrences: severity
      ? numbers.map((number) => ({
          rule_id: RULE,
          fingerprint: `${target}-${number}`,
          object_key: `agent-${number}`,
          message: 'The agent executes shell commands.',
          severity,
        }))
      : [],
  } as ScanDocument;
}

/** What the scans of a small target read: of its finding when it's new, unchanged, more severe and gone. */
type Readings = Record<'found' | 'unchanged' | 'raised' | 'gone', Pages>;

/**
 * Fills a database with an issue.
 *
 * @param agents of each target
 * @returns its URL
 */
async function fill(agents: number): Promise<string> {
  const url = await freshPostgresUrl();
  const database = openDatabase(testPostgres(url, 1));
  const workspace = await ScannedWorkspace.create(database, 'acme');
  for (let number = 0; number < REPOSITORIES; number += 1)
    await workspace.scan(createDocument(`large-${number}`, agents, 'high'), AT);
  await database.close();
  return url;
}

/** Changes the issue of a filled database, and scans a target that has one of its elements. */
async function readScans(filled: string, triage: readonly IssueUpdate[]): Promise<Readings> {
  const database = openDatabase(testPostgres(await copyPostgres(filled), 1));
  const workspace = new ScannedWorkspace(database, 'acme');
  const { rows } = await workspace.read((db) =>
    sql<{ id: string }>`SELECT issue_id AS id FROM issues ORDER BY rule_id = ${RULE} DESC, rule_id`.execute(db),
  );
  for (const { id } of rows) for (const update of triage) await workspace.triage(id, update, AT);
  await workspace.scan(createDocument('small', 1, undefined), AT);
  await database.system((_, connection) => connection.execute('VACUUM ANALYZE'));
  const read = (severity: string | undefined) =>
    countPages(database, () => workspace.scan(createDocument('small', 1, severity), AT));
  const readings = {
    found: await read('low'),
    unchanged: await read('low'),
    raised: await read('critical'),
    gone: await read(undefined),
  };
  await database.close();
  return readings;
}

export function describeElements(agents: number): void {
  let few: string;
  let many: string;
  beforeAll(async () => {
    few = await fill(1);
    many = await fill(agents);
  });

  describe.each(sampleByHash(Object.entries(TRIAGE), ([status]) => status, 2))('that are %s', (_, triage) => {
    let expected: Readings;
    let read: Readings;
    beforeAll(async () => {
      expected = await readScans(few, triage);
      read = await readScans(many, triage);
    });

    it.each(['found', 'unchanged', 'raised', 'gone'] as const)('a finding of a small target that is %s', (change) => {
      expect(read[change].pages).toBeLessThanOrEqual(toLimit(expected[change]));
    });
  });
}
