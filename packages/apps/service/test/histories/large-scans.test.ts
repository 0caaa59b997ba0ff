/**
 * Large scans, and concurrent scans of the same objects and issues.
 *
 * @module-tag long
 */
import type { ScanDocument } from '@aispm/types';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { freshDatabase } from '../databases/databases.ts';
import { recount } from './recount.ts';
import { ScannedWorkspace } from './scanned-workspace.ts';

const AT = '2026-03-01T05:00:00Z';

/** Creates a document of agents that share models, each with a finding of the scanner. */
function createDocument(target: string, agents: number, version = '1'): ScanDocument {
  const numbers = Array.from({ length: agents }, (_, number) => number);
  return {
    scan_type: 'code',
    target,
    tool_name: 'scanner',
    tool_version: version,
    objects: [
      { key: 'repo', stable_key: target, object_type: 'asset', aispm_friendly_name: target, asset_type: 'repository' },
      ...numbers.map((number) => ({
        key: `m${number}`,
        stable_key: `model-${number}`,
        object_type: 'model' as const,
        aispm_friendly_name: `Model ${number}`,
        model_name: `model-${number}`,
        provider_name: 'acme',
        revision: null,
        deployment: 'embedded' as const,
      })),
      ...numbers.map((number) => ({
        key: `a${number}`,
        stable_key: `agent-${number}`,
        object_type: 'agent' as const,
        aispm_friendly_name: `Agent ${number} of ${target}`,
        owners: [],
      })),
    ],
    edges: numbers.flatMap((number) => [
      { from_key: `a${number}`, edge: 'models' as const, to_key: `m${number}` },
      { from_key: `a${number}`, edge: 'models' as const, to_key: `m${(number * 7) % agents}` },
      { from_key: `a${number}`, edge: 'locations' as const, to_key: `l${number}` },
    ]),
    locations: numbers.map((number) => ({
      key: `l${number}`,
      stable_key: `src/a${number}.py`,
      aispm_friendly_name: `a${number}.py`,
      location_type: 'file',
      file_path: `src/a${number}.py`,
      start_line: number + 1,
    })),
    rules: [1, 2, 3].map((number) => ({
      rule_id: `acme.${number}`,
      rule_name: `Rule ${number}`,
      rule_description: '',
      object_types: ['agent'],
      source: 'external',
      severity: 'medium',
    })),
    occurrences: numbers.map((number) => ({
      rule_id: `acme.${(number % 3) + 1}`,
      fingerprint: `f${number}`,
      object_key: `a${number}`,
      location_key: `l${number}`,
      message: `Agent ${number} executes shell commands.`,
      evidence: [{ kind: 'code', value: `agent_${number} = Agent(tools=[shell])`, redacted: false }],
    })),
  };
}

describe('scans under load', () => {
  let database: Database;

  beforeAll(async () => {
    database = await freshDatabase('postgres');
  });
  afterAll(() => database.close());

  it('processes a document of 1 MiB again and again', async () => {
    const workspace = await ScannedWorkspace.create(database, 'large');
    const document = createDocument('large', 1200);
    const size = JSON.stringify(document).length;
    expect(size).toBeGreaterThan(900_000);
    expect(size).toBeLessThan(1024 * 1024);
    for (let round = 0; round < 3; round += 1) {
      await workspace.scan(document, AT);
      for (const [name, { stored, recounted }] of Object.entries(await recount(workspace))) {
        expect(stored, name).toEqual(recounted);
      }
    }
  });

  it('processes concurrent scans of the same objects and issues without a deadlock', async () => {
    const workspace = await ScannedWorkspace.create(database, 'crowd');
    const targets = ['one', 'two', 'three', 'four'];
    await Promise.all(
      targets.map(async (target) => {
        for (let round = 0; round < 3; round += 1) await workspace.scan(createDocument(target, 20 + round), AT);
      }),
    );
    for (const [name, { stored, recounted }] of Object.entries(await recount(workspace))) {
      expect(stored, name).toEqual(recounted);
    }
    const { rows } = await workspace.read((db) =>
      sql`SELECT status, count(*) FROM scans WHERE tenant_id = 'crowd' GROUP BY 1`.execute(db),
    );
    expect(rows).toEqual([{ status: 'completed', count: 12 }]);
  });
});
