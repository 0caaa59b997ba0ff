/** Scans and triage at chosen instants, without queue and requests. */
import type { IssueUpdate, ScanDocument } from '@aispm/types';
import type { Database } from '../../src/database/database.ts';
import type { Db } from '../../src/database/dialect.ts';
import { triage } from '../../src/findings/triage.ts';
import { claim } from '../../src/jobs/leases.ts';
import { scanJob } from '../../src/scans/job.ts';
import { processScan } from '../../src/scans/process.ts';
import { submit } from '../../src/scans/submit.ts';
import { ensureWorkspace } from '../../src/workspaces/workspaces.ts';

/** One workspace of a database. */
export class Workspace {
  readonly database: Database;
  readonly scope: { tenantId: string; workspaceId: string; userId: string };

  constructor(database: Database, name: string) {
    this.database = database;
    this.scope = { tenantId: name, workspaceId: 'main', userId: 'ann@acme.example' };
  }

  /** A workspace as keys for it would make it. */
  static async make(database: Database, name: string): Promise<Workspace> {
    const workspace = new Workspace(database, name);
    await ensureWorkspace(database, workspace.scope);
    return workspace;
  }

  /** Runs queries in the workspace. */
  read<R>(work: (db: Db) => Promise<R>): Promise<R> {
    return this.database.scoped(this.scope, work);
  }

  /** Runs queries that take effect as a whole. */
  write<R>(work: (db: Db) => Promise<R>): Promise<R> {
    return this.read((db) => db.transaction().execute(work));
  }

  /** Hands a document in. @returns identifier of the scan */
  submit(document: ScanDocument, now: string): Promise<string> {
    return this.write((db) => submit(db, this.scope, document, now));
  }

  /** Processes a scan, as a worker does. */
  async process(scanId: string, now: string): Promise<void> {
    const reference = { ...this.scope, id: scanId };
    const lease = await this.read((db) => claim(db, scanJob.table, reference, 'test'));
    if (!lease) throw new Error('The scan cannot be taken.');
    await this.write((db) => processScan(db, this.scope, scanId, lease, now));
  }

  /** Hands a document in and processes it. @returns identifier of the scan */
  async scan(document: ScanDocument, now: string): Promise<string> {
    const scanId = await this.submit(document, now);
    await this.process(scanId, now);
    return scanId;
  }

  triage(issueId: string, update: IssueUpdate, now: string): Promise<void> {
    return this.write((db) => triage(db, this.scope, issueId, update, now));
  }
}
