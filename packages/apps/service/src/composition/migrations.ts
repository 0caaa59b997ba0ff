import { rfc8785Fingerprints } from '../domains/scans/index.ts';
import type { CodeMigration } from '../platform/database/migrate.ts';

/** The migrations of the domains that are written in code. A released migration never changes. */
export const CODE_MIGRATIONS: readonly CodeMigration[] = [rfc8785Fingerprints];
