import type { ReportFormat } from '../../../../src/domains/scans/index.ts';

/** Reports in one format of a repository. */
export interface RealFiles {
  readonly format: ReportFormat;
  /** Owner and name at GitHub. */
  readonly repository: string;
  readonly commit: string;
  readonly paths: readonly string[];
}

/** What became of one file. */
export interface FileResult extends Omit<RealFiles, 'paths'> {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  /** The version of the format that the file states. */
  readonly version: string;
  /** What the official schema of that version says; `unchecked` where there's none in JSON Schema. */
  readonly validity: 'valid' | 'invalid' | 'unchecked';
  readonly isImported: boolean;
  /** Counts and reasons. */
  readonly outcome: string;
}
