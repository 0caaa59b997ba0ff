/** Scans and triage at given times, without queue and requests. */
import type { IssueUpdate, IssueUpdateItem, IssueUpdateOutcome, RuleUpdate, ScanDocument } from '@aispm/types';
import { ensureWorkspace } from '../../src/composition/workspaces.ts';
import { changeRule } from '../../src/domains/findings/rule-settings.ts';
import { triageIssue } from '../../src/domains/findings/triage.ts';
import { triageIssues } from '../../src/domains/findings/triage-batch.ts';
import { triageOccurrence } from '../../src/domains/findings/triage-occurrence.ts';
import { submitScan } from '../../src/domains/scans/documents/submit-scan.ts';
import { listGrowingTables } from '../../src/domains/scans/growing-tables.ts';
import { scanJob, withRetries } from '../../src/domains/scans/job.ts';
import { processScan } from '../../src/domains/scans/process-scan.ts';
import type { Database } from '../../src/platform/database/database.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { analyzeUnknownRows } from '../../src/platform/database/statistics.ts';
import type { Lease } from '../../src/platform/jobs/leases.ts';
import { claimRow } from '../jobs/queue.ts';

/** A workspace of a database. */
export class ScannedWorkspace {
  readonly database: Database;
  readonly scope: { tenantId: string; workspaceId: string; userId: string };

  constructor(database: Database, name: string) {
    this.database = database;
    this.scope = { tenantId: name, workspaceId: 'main', userId: 'ann@acme.example' };
  }

  /** Creates a workspace. */
  static async create(database: Database, name: string): Promise<ScannedWorkspace> {
    const workspace = new ScannedWorkspace(database, name);
    await ensureWorkspace(database, workspace.scope);
    return workspace;
  }

  /** Runs queries in the workspace. */
  read<R>(query: (db: Db) => Promise<R>): Promise<R> {
    return this.database.scoped(this.scope, query);
  }

  /** Runs queries in a transaction. */
  write<R>(query: (db: Db) => Promise<R>): Promise<R> {
    return this.database.scoped(this.scope, (session) => session.transaction().execute(query));
  }

  /** Submits a document. @returns identifier of the scan */
  submit(document: ScanDocument, now: string): Promise<string> {
    return this.write((db) => submitScan(db, this.scope, document, now));
  }

  /** Claims a scan. */
  async claim(scanId: string): Promise<Lease> {
    return this.read((db) => claimRow(db, scanJob, { ...this.scope, id: scanId }));
  }

  processClaimed(scanId: string, lease: Lease, now: string): Promise<void> {
    return withRetries((isExclusive) =>
      this.write((db) => processScan(db, this.scope, { scanId, lease, now, isExclusive })),
    );
  }

  /** Submits a document and processes it, as a worker does. @returns identifier of the scan */
  async scan(document: ScanDocument, now: string): Promise<string> {
    // In one transaction: a running service ends a scan that is queued, when the given time is a day ago.
    const { scanId, lease } = await this.write(async (db) => {
      const scanId = await submitScan(db, this.scope, document, now);
      return { scanId, lease: await claimRow(db, scanJob, { ...this.scope, id: scanId }) };
    });
    await analyzeUnknownRows(this.database, this.scope, listGrowingTables(this.scope));
    await this.processClaimed(scanId, lease, now);
    return scanId;
  }

  triage(issueId: string, update: IssueUpdate, now: string): Promise<void> {
    return this.write((db) => triageIssue(db, this.scope, issueId, update, now));
  }

  triageOccurrence(id: string, update: IssueUpdate, now: string): Promise<void> {
    return this.write((db) => triageOccurrence(db, this.scope, id, update, now));
  }

  triageAll(updates: readonly IssueUpdateItem[], now: string): Promise<IssueUpdateOutcome> {
    return this.write((db) => triageIssues(db, this.scope, updates, now));
  }

  changeRule(ruleId: string, update: RuleUpdate, now: string): Promise<void> {
    return this.write((db) => changeRule(db, this.scope, ruleId, update, now));
  }
}
