import type { ScanDocument } from '@aispm/types';

/** What a report doesn't contain. */
export interface ImportContext {
  /** What was scanned, the same in all scans, such as the URL of the repository without its scheme. */
  readonly target: string;
  /** The asset of the inventory; if omitted, the document contains a new asset. */
  readonly assetId?: string;
  /** The root of the repository during the scan: a path or `file:` URL. Required when the report contains absolute paths. */
  readonly root?: string;
  /** URL of the repository; one in the report takes precedence. */
  readonly repositoryUrl?: string;
  /** The branch that was scanned. */
  readonly branch?: string;
  /** The commit that was scanned, in full. */
  readonly commitSha?: string;
  /** What triggered the scan; default: that of the contract. */
  readonly trigger?: ScanDocument['trigger'];
}
