/** What handlers and jobs share, made once when the process starts. */
import type { KeyObject } from 'node:crypto';
import type { Database } from './database/database.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Log } from './log.ts';
import type { Settings } from './settings.ts';

export interface Services {
  settings: Settings;
  log: Log;
  database: Database;
  jobs: Jobs;
  /** Signs cursors; kept in the database, so that all processes share it. */
  cursorKey: KeyObject;
}
