/** What handlers and jobs share, created once when the process starts. */
import type { KeyObject } from 'node:crypto';
import type { Database } from './database/database.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { Log } from './log.ts';
import type { Settings } from './settings.ts';

export interface Services {
  settings: Settings;
  log: Log;
  database: Database;
  jobs: JobQueue;
  /** Signs cursors; stored in the database, so that all processes share it. */
  cursorKey: KeyObject;
}
