/**
 * Large scans, and concurrent scans of the same objects and issues.
 *
 * @module-tag long
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { freshDatabase } from '../databases/databases.ts';
import { createLargeDocument } from './large-document.ts';
import { recount } from './recount.ts';
import { ScannedWorkspace } from './scanned-workspace.ts';

const AT = '2026-03-01T05:00:00Z';

describe('scans under load', () => {
  let database: Database;

  beforeAll(async () => {
    database = await freshDatabase('postgres');
  });
  afterAll(() => database.close());

  it('repeatedly processes a document of 1 MiB', { tags: ['nightly'] }, async () => {
    const workspace = await ScannedWorkspace.create(database, 'large');
    const document = createLargeDocument('large', 1200);
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
        for (let round = 0; round < 3; round += 1) await workspace.scan(createLargeDocument(target, 20 + round), AT);
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
