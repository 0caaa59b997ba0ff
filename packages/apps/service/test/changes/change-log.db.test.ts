/** What the log of changes contains, and in which order. */
import type { ObjectType, ScanDocument } from '@aispm/types';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedSampleData } from '../../src/demo/seed.ts';
import { appendChanges } from '../../src/domains/changes/index.ts';
import { changeRetention } from '../../src/domains/changes/retention.ts';
import { updateObject } from '../../src/domains/inventory/update-object.ts';
import { scanJob } from '../../src/domains/scans/job.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { describeOnDatabases, freshDatabase } from '../databases/databases.ts';
import { createScan } from '../findings/workspace.ts';
import { ScannedWorkspace } from '../histories/scanned-workspace.ts';

const START = Date.parse('2026-03-01T05:00:00Z');
const at = (hours: number) => new Date(START + hours * 3_600_000).toISOString();

interface Row {
  position: number;
  occurred_at: string;
  kind: string;
  subject_id: string;
  object_type: string;
  edge: string | null;
  target_id: string | null;
  definitive_severity: string | null;
  status: string | null;
  changed_fields: string[];
  scan_id: string | null;
}

/** Reads the log, oldest first. */
async function readLog(workspace: ScannedWorkspace, after = 0): Promise<Row[]> {
  const { rows } = await workspace.read((db) =>
    sql<Row>`SELECT * FROM changes WHERE tenant_id = ${workspace.scope.tenantId} AND position > ${after}
      ORDER BY position`.execute(db),
  );
  return rows;
}

/** Creates a scan of an agent and its tools. */
function createScanOf(tools: readonly { key: string; description: string }[]): ScanDocument {
  const document = createScan([]);
  return {
    ...document,
    objects: [
      ...(document.objects ?? []),
      ...tools.map(({ key, description }) => ({
        key,
        stable_key: key,
        object_type: 'tool' as const,
        aispm_friendly_name: key,
        tool_name: key,
        description,
      })),
    ],
    edges: tools.map(({ key }) => ({ from_key: 'agent', edge: 'tools' as const, to_key: key })),
    locations: [
      { key: 'file', stable_key: 'file', location_type: 'file', file_path: 'agent.py', aispm_friendly_name: 'f' },
    ],
  } as ScanDocument;
}

describeOnDatabases('the log of changes', (kind) => {
  let database: Database;
  let names = 0;
  beforeAll(async () => {
    database = await freshDatabase(kind);
  });
  afterAll(() => database?.close());

  function createWorkspace(): Promise<ScannedWorkspace> {
    names += 1;
    return ScannedWorkspace.create(database, `tenant-${names}`);
  }

  async function findId(workspace: ScannedWorkspace, type: ObjectType, name: string): Promise<string> {
    const { aispm_object_id } = await workspace.read((db) =>
      db
        .selectFrom('objects')
        .select('aispm_object_id')
        .where('tenant_id', '=', workspace.scope.tenantId)
        .where('object_type', '=', type)
        .where('stable_key', '=', name)
        .executeTakeFirstOrThrow(),
    );
    return aispm_object_id;
  }

  it('has the objects and relations that appear, change and disappear with scans', async () => {
    const workspace = await createWorkspace();
    const search = { key: 'search', description: 'Searches.' };
    const first = await workspace.scan(createScanOf([search]), at(0));
    const ids = { agent: await findId(workspace, 'agent', 'agent'), tool: await findId(workspace, 'tool', 'search') };
    const asset = await findId(workspace, 'asset', 'desk');
    const toComparable = ({ kind, subject_id, object_type, edge, target_id, changed_fields, scan_id }: Row) => ({
      ...{ kind, subject_id, changed_fields, scan_id },
      ...(object_type !== '' && { object_type }),
      ...(edge !== null && { edge, target_id }),
    });
    const none: string[] = [];
    const ended = (scan_id: string) => ({ kind: 'scan_ended', subject_id: scan_id, changed_fields: none, scan_id });
    // Static rules also find issues.
    const readInventory = async (after: number) =>
      (await readLog(workspace, after)).filter(({ kind: logged }) => !logged.startsWith('issue_'));
    const logged = await readInventory(0);
    const base = { changed_fields: none, scan_id: first };
    expect(new Set(logged.map(toComparable))).toEqual(
      new Set([
        { kind: 'object_appeared', subject_id: asset, object_type: 'asset', ...base },
        { kind: 'object_appeared', subject_id: ids.agent, object_type: 'agent', ...base },
        { kind: 'object_appeared', subject_id: ids.tool, object_type: 'tool', ...base },
        {
          kind: 'relation_appeared',
          ...{ subject_id: ids.agent, object_type: 'agent', edge: 'tools', target_id: ids.tool },
          ...base,
        },
        ended(first),
      ]),
    );
    expect(logged).toHaveLength(5);

    const same = await workspace.scan(createScanOf([search]), at(1));
    const changed = await workspace.scan(createScanOf([{ ...search, description: 'Finds.' }]), at(2));
    const gone = await workspace.scan(createScanOf([]), at(3));
    const back = await workspace.scan(createScanOf([search]), at(4));
    const later = (await readInventory(logged.at(-1)?.position ?? 0)).map(toComparable);
    const relation = { subject_id: ids.agent, object_type: 'agent', edge: 'tools', target_id: ids.tool };
    const tool = { subject_id: ids.tool, object_type: 'tool' };
    expect(later).toEqual([
      ended(same),
      { kind: 'object_changed', ...tool, changed_fields: ['description'], scan_id: changed },
      ended(changed),
      { kind: 'object_disappeared', ...tool, changed_fields: none, scan_id: gone },
      { kind: 'relation_disappeared', ...relation, changed_fields: none, scan_id: gone },
      ended(gone),
      { kind: 'object_appeared', ...tool, changed_fields: none, scan_id: back },
      { kind: 'relation_appeared', ...relation, changed_fields: none, scan_id: back },
      ended(back),
    ]);
  });

  it('has the issues that scans and users open, change and resolve, before the end of the scan', async () => {
    const workspace = await createWorkspace();
    const scan = await workspace.scan(createScan(['acme.one']), at(0));
    const { position = 0, subject_id: id = '' } =
      (await readLog(workspace)).find(({ kind }) => kind === 'issue_opened') ?? {};
    const { length } = await readLog(workspace);
    await workspace.triage(id, { assignee: 'ann' }, at(1));
    await workspace.triage(id, { status: 'in_progress' }, at(1.5));
    await workspace.triage(id, { status: 'resolved' }, at(2));
    const again = await workspace.scan(createScan(['acme.one']), at(3));
    const toComparable = ({ kind, status, definitive_severity, changed_fields, scan_id }: Row) => ({
      ...{ kind, status, definitive_severity, scan_id },
      status_changed: changed_fields.includes('status'),
      assignee_changed: changed_fields.includes('assignee'),
    });
    const severity = { definitive_severity: 'medium' };
    const of = (row: Row) => row.subject_id === id;
    expect((await readLog(workspace, position - 1)).filter(of).map(toComparable)).toEqual([
      {
        kind: 'issue_opened',
        status: 'open',
        ...severity,
        scan_id: scan,
        status_changed: false,
        assignee_changed: false,
      },
      {
        kind: 'issue_changed',
        status: 'open',
        ...severity,
        scan_id: null,
        status_changed: false,
        assignee_changed: true,
      },
      {
        kind: 'issue_changed',
        status: 'in_progress',
        ...severity,
        scan_id: null,
        status_changed: true,
        assignee_changed: false,
      },
      {
        kind: 'issue_resolved',
        status: 'resolved',
        ...severity,
        scan_id: null,
        status_changed: true,
        assignee_changed: false,
      },
      {
        kind: 'issue_opened',
        status: 'open',
        ...severity,
        scan_id: again,
        status_changed: true,
        assignee_changed: false,
      },
    ]);
    expect((await readLog(workspace, length)).at(-1)?.kind).toBe('scan_ended');
  });

  it('has labels and owners that users change, and none that they set again', async () => {
    const workspace = await createWorkspace();
    await workspace.scan(createScan([]), at(0));
    const id = await findId(workspace, 'agent', 'agent');
    const { length } = await readLog(workspace);
    const update = (labels: Record<string, string | null>, owners: string[]) =>
      workspace.write((db) =>
        updateObject(db, { scope: workspace.scope, type: 'agent', id }, { labels, owners }, undefined),
      );
    await update({ team: 'red' }, ['ann']);
    await update({ team: 'red', other: null }, ['ann']);
    await update({ team: null }, ['ann']);
    expect(
      (await readLog(workspace, length)).map(({ kind, subject_id, changed_fields }) => ({
        kind,
        subject_id,
        changed_fields,
      })),
    ).toEqual([
      { kind: 'object_changed', subject_id: id, changed_fields: ['labels', 'owners'] },
      { kind: 'object_changed', subject_id: id, changed_fields: ['labels'] },
    ]);
  });

  it('has jobs that end in any way, and rules that change', async () => {
    const workspace = await createWorkspace();
    const scanId = await workspace.submit(createScan(['acme.one']), at(0));
    const lease = await workspace.claim(scanId);
    await database.system((db) =>
      scanJob.end(db, { ...workspace.scope, id: scanId }, lease, {
        status: 'failed',
        reason: 'worker_lost',
        message: 'The worker was lost.',
      }),
    );
    await workspace.scan(createScan(['acme.one']), at(1));
    await workspace.scan(
      {
        ...createScan(['acme.one']),
        rules: [{ ...createScan(['acme.one']).rules?.[0], severity: 'high' }],
      } as ScanDocument,
      at(2),
    );
    const logged = await readLog(workspace);
    expect(logged[0]).toMatchObject({
      position: 1,
      kind: 'scan_ended',
      subject_id: scanId,
      status: 'failed',
      scan_id: scanId,
    });
    expect(logged.filter(({ kind }) => kind === 'rule_changed')).toMatchObject([
      { subject_id: 'acme.one', changed_fields: expect.arrayContaining(['severity']) },
    ]);
  });

  it('has evaluation runs and exports that end, once each', async () => {
    const workspace = await createWorkspace();
    const { scope } = workspace;
    await seedSampleData(database, scope);
    const { length } = await readLog(workspace);
    const runs = await database.system(async (db) => {
      const inTenant = sql`tenant_id = ${scope.tenantId}`;
      await sql`INSERT INTO view_exports (tenant_id, workspace_id, export_workflow_id, view_id, view_name, entity, filters,
          columns, export_status)
        SELECT tenant_id, workspace_id, 'export', id, name, entity, filters, columns, 'running'
        FROM views WHERE ${inTenant} LIMIT 1`.execute(db);
      const { rows } = await sql<{ id: string }>`UPDATE evaluation_runs SET status = 'running', finished_at = NULL
        WHERE ${inTenant} AND id = (SELECT min(id) FROM evaluation_runs WHERE ${inTenant}) RETURNING id`.execute(db);
      for (const hour of [1, 2]) {
        await sql`UPDATE view_exports SET export_status = 'failed', finished_at = ${at(hour)}
          WHERE ${inTenant} AND export_workflow_id = 'export'`.execute(db);
        await sql`UPDATE evaluation_runs SET status = 'cancelled', finished_at = ${at(hour)}
          WHERE ${inTenant} AND id = ${rows[0]?.id}`.execute(db);
      }
      return rows;
    });
    const logged = (await readLog(workspace, length)).map(({ kind, subject_id, status }) => [kind, subject_id, status]);
    expect(logged).toEqual([
      ['export_ended', 'export', 'failed'],
      ['run_ended', runs[0]?.id, 'cancelled'],
    ]);
  });

  it('numbers changes in the order of the commits, without gaps', async () => {
    const workspace = await createWorkspace();
    const { scope } = workspace;
    const append = (name: string, then: () => Promise<unknown> = async () => undefined) =>
      workspace.write(async (db) => {
        await appendChanges(db, scope, [
          { kind: 'rule_changed', subject_id: name, changed_fields: [] },
          { kind: 'rule_changed', subject_id: `${name}, again`, changed_fields: [] },
        ]);
        await then();
      });
    if (kind === 'postgres') {
      // The first transaction has written its changes when the second one commits.
      await append('late', () => append('early'));
    } else {
      await append('early');
      await append('late');
    }
    await expect(append('never', () => Promise.reject(new Error('rolled back')))).rejects.toThrow('rolled back');
    await append('last');
    const logged = await readLog(workspace);
    expect(logged.map(({ position, subject_id }) => [position, subject_id])).toEqual([
      [1, 'early'],
      [2, 'early, again'],
      [3, 'late'],
      [4, 'late, again'],
      [5, 'last'],
      [6, 'last, again'],
    ]);
    const times = logged.map(({ occurred_at }) => Date.parse(occurred_at));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const { rows } = await database.system((db) => sql`SELECT FROM unnumbered_changes`.execute(db));
    expect(rows).toEqual([]);
  });

  it('rejects changes of its rows', async () => {
    const workspace = await createWorkspace();
    await workspace.scan(createScan([]), at(0));
    await expect(workspace.write((db) => sql`UPDATE changes SET kind = ''`.execute(db))).rejects.toThrow(
      'permission denied',
    );
    await expect(workspace.write((db) => sql`DELETE FROM changes`.execute(db))).rejects.toThrow('permission denied');
  });

  it('loses only what is older than its retention', async () => {
    const workspace = await createWorkspace();
    await workspace.scan(createScan([]), at(0));
    await database.system((db) =>
      sql`UPDATE changes SET occurred_at = ${at(0)} WHERE tenant_id = ${workspace.scope.tenantId} AND position <= 2`.execute(
        db,
      ),
    );
    const { length } = await readLog(workspace);
    expect(await changeRetention.count(database, at(1))).toBe(2);
    for await (const count of changeRetention.remove(database, at(1))) expect(count).toBe(2);
    expect((await readLog(workspace)).map(({ position }) => position)).toEqual(
      Array.from({ length: length - 2 }, (_, index) => index + 3),
    );
  });
});
