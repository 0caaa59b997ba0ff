/** `aispm-service audit`: exports the audit log. */
import { once } from 'node:events';
import { type ReadOptions, readEntries } from '../domains/audit-entries/index.ts';
import { parseOptions, UsageError } from './arguments.ts';
import { parseWorkspace } from './keys.ts';
import { parseTimestamp } from './parse-timestamp.ts';
import { withDatabase } from './with-database.ts';

/** Runs `aispm-service audit export`: writes entries to standard output, as JSON lines, oldest first. */
export async function runAudit([action, ...args]: string[]): Promise<void> {
  if (action !== 'export') throw new UsageError('Use audit with export. See aispm-service --help.');
  const options = parseExport(args);
  await withDatabase(async (database) => {
    for await (const page of readEntries(database, options)) {
      const lines = page.map((entry) => `${JSON.stringify(entry)}\n`).join('');
      if (!process.stdout.write(lines)) await once(process.stdout, 'drain');
    }
  });
}

function parseExport(args: string[]): ReadOptions {
  const { values, positionals } = parseOptions(args, {
    tenant: { type: 'string' },
    workspace: { type: 'string' },
    since: { type: 'string' },
    until: { type: 'string' },
  });
  const { tenant, workspace, since, until } = values;
  if (positionals.length > 0) throw new UsageError(`audit export has no argument "${positionals[0]}".`);
  if (tenant !== undefined && workspace === undefined) throw new UsageError('--tenant requires --workspace.');
  return {
    ...(workspace !== undefined && { workspace: parseWorkspace(workspace, tenant) }),
    ...(since !== undefined && { since: parseTimestamp('--since', since).toISOString() }),
    ...(until !== undefined && { until: parseTimestamp('--until', until).toISOString() }),
  };
}
