import type { Db } from '../../../platform/database/dialect.ts';
import type { Workspace } from '../../../platform/database/rows.ts';

/** What all steps of a reconciliation share. */
export interface ReconciliationContext {
  /** A transaction in the scope of the workspace. */
  db: Db;
  scope: Workspace;
  /** The time of the reconciliation, in RFC 3339. */
  now: string;
  scanId: string;
  scanTargetId: string;
}

/** The objects of the scan document that occurrences refer to. */
export interface ScannedObjects {
  /** Identifiers of all objects and locations in the document. */
  objectIds: ReadonlySet<string>;
  /** Identifiers of the assets among them. */
  assetIds: ReadonlySet<string>;
  /** Identifiers of the new ones. */
  newIds: ReadonlySet<string>;
  /** The scanned asset. */
  scannedAssetId: string | null;
}
