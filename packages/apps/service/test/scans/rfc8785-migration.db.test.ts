/**
 * The migration of fingerprints to RFC 8785, which no later release changes.
 *
 * @module-tag long
 */
import { createHash } from 'node:crypto';
import type { ScanDocument, ScannedTool } from '@aispm/types';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateDatabase } from '../../src/composition/database.ts';
import { rfc8785Fingerprints } from '../../src/domains/scans/index.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { describeOnDatabases, freshDatabase } from '../databases/databases.ts';
import { ScannedWorkspace } from '../histories/scanned-workspace.ts';

const AT = '2026-03-01T05:00:00Z';

/** A schema in which the order of names differs between RFC 8785 and earlier releases. */
const SCHEMA = { type: 'object', properties: { 9: { type: 'string' }, 10: { type: 'string' } } };
/** Its fingerprints: RFC 8785, and earlier releases. */
const RFC_FINGERPRINT = sha256('{"properties":{"10":{"type":"string"},"9":{"type":"string"}},"type":"object"}');
const OLD_FINGERPRINT = sha256('{"properties":{"9":{"type":"string"},"10":{"type":"string"}},"type":"object"}');

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function createDocument(tool: Partial<ScannedTool>): ScanDocument {
  return {
    scan_type: 'code',
    target: 'desk',
    tool_name: 'scanner',
    tool_version: '1',
    objects: [
      { key: 'repo', stable_key: 'desk', object_type: 'asset', aispm_friendly_name: 'desk', asset_type: 'repository' },
      {
        key: 'tool',
        stable_key: 'desk#lookup',
        object_type: 'tool',
        aispm_friendly_name: 'Look up',
        tool_name: 'lookup',
        tool_source: 'custom',
        tool_kind: 'tool',
        ...tool,
      },
    ],
    edges: [],
    locations: [],
    occurrences: [],
  } as ScanDocument;
}

interface ToolRow {
  input: string | null;
  output: string | null;
  accepted: unknown;
}

interface FindingRow {
  fingerprint: string;
  status: string;
  evidence: string;
}

describeOnDatabases('the migration of fingerprints to RFC 8785', (kind) => {
  let database: Database;

  beforeAll(async () => {
    database = await freshDatabase(kind);
  });
  afterAll(() => database.close());

  /** Applies the migration as the start of a new release does. */
  const migrate = async () => {
    await database.system((db) => sql`DELETE FROM migrations WHERE name = ${rfc8785Fingerprints.name}`.execute(db));
    expect(await migrateDatabase(database)).toMatchObject({ applied: [rfc8785Fingerprints.name] });
  };
  /** Replaces fingerprints in a workspace by those of an earlier release. */
  const restoreOldFingerprints = ({ scope: { tenantId } }: ScannedWorkspace) =>
    database.system(async (db) => {
      await sql`
        UPDATE objects SET details = replace(details::text, ${RFC_FINGERPRINT}, ${OLD_FINGERPRINT})::jsonb,
          accepted_schemas = replace(accepted_schemas::text, ${RFC_FINGERPRINT}, ${OLD_FINGERPRINT})::jsonb
        WHERE tenant_id = ${tenantId}`.execute(db);
      await sql`
        UPDATE fine_grained_issues SET evidence = replace(evidence::text, ${RFC_FINGERPRINT}, ${OLD_FINGERPRINT})::jsonb,
          fingerprint = ${sha256(JSON.stringify(['changed-tool-schema', 'tool', 'desk#lookup', 'input', OLD_FINGERPRINT]))}
        WHERE tenant_id = ${tenantId} AND rule_id = 'changed-tool-schema'`.execute(db);
    });
  const readTool = async ({ scope }: ScannedWorkspace) => {
    const { rows } = await database.system((db) =>
      sql<ToolRow>`
        SELECT details ->> 'input_schema_fingerprint' AS input, details ->> 'output_schema_fingerprint' AS output,
          accepted_schemas AS accepted
        FROM objects WHERE tenant_id = ${scope.tenantId} AND object_type = 'tool'`.execute(db),
    );
    return rows[0];
  };
  const readFindings = async ({ scope }: ScannedWorkspace) => {
    const { rows } = await database.system((db) =>
      sql<FindingRow>`
        SELECT fingerprint, status, evidence::text AS evidence FROM fine_grained_issues
        WHERE tenant_id = ${scope.tenantId} AND rule_id = 'changed-tool-schema' ORDER BY 1`.execute(db),
    );
    return rows;
  };

  it('replaces fingerprints in all workspaces, so the next scan of an unchanged tool reports no change', async () => {
    const document = createDocument({ input_schema: SCHEMA, output_schema: { type: 'object' } });
    const workspaces = [
      await ScannedWorkspace.create(database, 'first'),
      await ScannedWorkspace.create(database, 'second'),
    ];
    for (const workspace of workspaces) {
      await workspace.scan(document, AT);
      await restoreOldFingerprints(workspace);
      expect(await readTool(workspace)).toMatchObject({ input: OLD_FINGERPRINT, accepted: { input: OLD_FINGERPRINT } });
    }

    await migrate();
    for (const workspace of workspaces) {
      const output = sha256('{"type":"object"}');
      const expected = { input: RFC_FINGERPRINT, output, accepted: { input: RFC_FINGERPRINT, output } };
      expect(await readTool(workspace)).toEqual(expected);
      await workspace.scan(document, AT);
      expect(await readTool(workspace)).toEqual(expected);
      expect(await readFindings(workspace)).toEqual([]);
    }
  });

  it('is necessary: without it, an unchanged tool would be reported as changed', async () => {
    const workspace = await ScannedWorkspace.create(database, 'unmigrated');
    await workspace.scan(createDocument({ input_schema: SCHEMA }), AT);
    await restoreOldFingerprints(workspace);
    await workspace.scan(createDocument({ input_schema: SCHEMA }), AT);
    expect(await readFindings(workspace)).toMatchObject([{ status: 'open' }]);
  });

  it('keeps the finding of a real change, with its triage', async () => {
    const workspace = await ScannedWorkspace.create(database, 'changed');
    await workspace.scan(createDocument({ input_schema: { type: 'object' } }), AT);
    await workspace.scan(createDocument({ input_schema: SCHEMA }), AT);
    const before = await readFindings(workspace);
    expect(before).toMatchObject([{ status: 'open' }]);
    await restoreOldFingerprints(workspace);
    expect(await readFindings(workspace)).not.toEqual(before);

    await migrate();
    expect(await readFindings(workspace)).toEqual(before);
    const scanId = await workspace.scan(createDocument({ input_schema: SCHEMA }), AT);
    expect(await readFindings(workspace)).toEqual(before);
    const { rows } = await workspace.read((db) =>
      sql`SELECT DISTINCT change FROM scan_results WHERE tenant_id = 'changed' AND scan_id = ${scanId}`.execute(db),
    );
    expect(rows).toEqual([{ change: 'unchanged' }]);
  });

  it('changes nothing when it runs again', async () => {
    const workspace = await ScannedWorkspace.create(database, 'again');
    await workspace.scan(createDocument({ input_schema: SCHEMA }), AT);
    await restoreOldFingerprints(workspace);
    await migrate();
    const readAll = () =>
      database.system((db) =>
        sql`SELECT * FROM objects WHERE tenant_id = 'again' ORDER BY aispm_object_id`.execute(db),
      );
    const { rows } = await readAll();
    await migrate();
    expect((await readAll()).rows).toEqual(rows);
  });
});
