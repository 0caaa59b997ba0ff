/** What handlers share, made once when the service starts. */
import type { Database } from './database/database.ts';
import type { Settings } from './settings.ts';

export interface Services {
  settings: Settings;
  database: Database;
  /** Signs cursors; kept in the database, so that all processes share it. */
  cursorKey: Buffer;
}
