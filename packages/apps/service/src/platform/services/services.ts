/** Services that handlers and jobs share, created once when the process starts. */
import type { KeyObject } from 'node:crypto';
import type { Registry } from 'prom-client';
import type { FailureLog } from '../audit/failure-log.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Mutex } from '../core/mutex.ts';
import type { Database } from '../database/database.ts';
import type { KeyQueries } from '../keys/key-queries.ts';
import type { Threads } from '../threads/threads.ts';
import type { JobQueue } from './job-queue.ts';
import type { Settings } from './settings.ts';

export interface Services {
  settings: Settings;
  clock: Clock;
  log: Log;
  /** The metrics of this process. */
  metrics: Registry;
  database: Database;
  jobs: JobQueue;
  /** Held by tasks that need a lot of memory: each process runs only one of them at a time. */
  largeTasks: Mutex;
  /** Runs tasks that process long external strings. */
  threads: Threads;
  /** Runs queries on API keys, which don't belong to a workspace. */
  keys: KeyQueries;
  /** Collects requests with invalid API keys for the audit log. */
  failures: FailureLog;
  /** Signs cursors; stored in the database, so all processes share it. */
  cursorKey: KeyObject;
  /** The secrets of webhooks are derived from it; stored in the database, where requests can't read it. */
  webhookKey: KeyObject;
}
