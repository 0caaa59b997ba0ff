import type { ScanDocument } from '@aispm/types';

/** What a report does not say of itself, and whoever imports it knows. */
export interface ImportContext {
  /** What was scanned, the same from scan to scan, such as the address of the repository without its scheme. */
  readonly target: string;
  /** The asset in the inventory. Without it, the document brings the asset itself. */
  readonly assetId?: string;
  /** Where the files lay when they were scanned: a path or `file:` address. Needed when the report names absolute paths. */
  readonly root?: string;
  /** Address of the repository; that of the report counts where it has one. */
  readonly repositoryUrl?: string;
  /** Branch that was scanned. */
  readonly branch?: string;
  /** Commit that was scanned, in full. */
  readonly commitSha?: string;
  /** What made the scanner run; the contract's default when left out. */
  readonly trigger?: ScanDocument['trigger'];
}
