import { RETENTION_RULES } from '../composition/retention.ts';
import { appendCommand } from '../platform/audit/audit-log.ts';
import { countExpired, type Removal, removeExpired } from '../platform/retention/retention.ts';
import { parseOptions, UsageError } from './arguments.ts';
import { withDatabase } from './with-database.ts';

/** Runs `aispm-service retention`: removes what is older than the settings allow, or prints it. */
export async function runRetention(args: string[]): Promise<void> {
  const { values, positionals } = parseOptions(args, { 'dry-run': { type: 'boolean' } });
  if (positionals.length > 0) throw new UsageError('The command retention only accepts --dry-run.');
  const isTrial = values['dry-run'] === true;
  const removals = await withDatabase(async (database, settings) => {
    if (isTrial) return countExpired(RETENTION_RULES, database, settings, Date.now());
    await database.system((db) => appendCommand(db, undefined, 'retention', []));
    return removeExpired(RETENTION_RULES, database, settings, Date.now());
  });
  process.stdout.write(removals.map((removal) => `${describeRemoval(removal, isTrial)}\n`).join(''));
}

function describeRemoval({ rule, before, count }: Removal, isTrial: boolean): string {
  if (before === undefined) return `${rule.name}: kept forever (${rule.variable} is 0)`;
  return `${rule.name}: ${count} from before ${before.slice(0, 10)} ${isTrial ? 'would be removed' : 'removed'}`;
}
