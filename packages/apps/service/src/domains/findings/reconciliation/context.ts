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

/** The objects of the scan document, as far as occurrences refer to them. */
export interface ScannedObjects {
  /** Identifiers of all objects and locations of the document. */
  objectIds: ReadonlySet<string>;
  /** Those of them that are assets. */
  assetIds: ReadonlySet<string>;
  /** Those that did not exist before. */
  newIds: ReadonlySet<string>;
  /** The asset that was scanned. */
  scannedAssetId: string | null;
}
