/** The commands of `aispm-service`. */
import { SETTINGS } from '../composition/settings.ts';
import { type Clock, SYSTEM_CLOCK } from '../platform/core/clock.ts';
import { readVersion } from '../platform/core/package-files.ts';
import { DatabaseUnavailable } from '../platform/database/drivers/unavailable.ts';
import { SettingError } from '../platform/services/settings.ts';
import { UsageError } from './arguments.ts';

type Command = (args: string[], clock: Clock) => Promise<void>;

/** Each command is loaded on demand. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).runServe,
  worker: async () => (await import('./worker.ts')).runWorker,
  keys: async () => (await import('./keys.ts')).runKeys,
  health: async () => (await import('./health.ts')).runHealth,
  migrate: async () => (await import('./migrate.ts')).runMigrate,
  audit: async () => (await import('./audit.ts')).runAudit,
  retention: async () => (await import('./retention.ts')).runRetention,
  workspaces: async () => (await import('./erase.ts')).runWorkspaces,
  tenants: async () => (await import('./erase.ts')).runTenants,
  users: async () => (await import('./erase.ts')).runUsers,
  import: async () => (await import('./import.ts')).runImport,
};

/** Width of the column with the names of settings, including the space after the longest name. */
const NAME_WIDTH = Math.max(...SETTINGS.map(({ name }) => name.length)) + 2;

const HELP = `Usage: aispm-service [command] [options]

The AISPM API with real data.

Commands:
  serve             serves the API, and executes jobs unless RUN_WORKER is false (default)
  worker            only executes jobs
  health [worker]   fails unless a process with the same settings serves requests, or is a worker, on this machine
  migrate [--dry-run]
                    brings the tables up to date and exits, or only prints the statements; serve and worker do that as well
  keys create --tenant <id> --workspace <id> [--access read|write|admin] [--name <name>] [--user <id>] [--expires <RFC 3339>]
                    creates an API key and shows it once; repeat --workspace to grant several, or
                    give it as <tenant>/<workspace>; the first is its default
  keys list [--tenant <id>]
                    lists keys without their secrets: all, or those with access to a tenant
  keys revoke <id>  revokes a key within seconds
  audit export [--tenant <id> --workspace <id>] [--since <RFC 3339>] [--until <RFC 3339>]
                    prints the audit log as JSON lines, oldest first: of one workspace, or everything, including what belongs to none
  retention [--dry-run]
                    removes what is older than the settings RETAIN_… allow, or only counts it; every process removes it, too, once a minute
  workspaces export <tenant>/<workspace> <file>
                    writes everything in a workspace to a new file, compressed with gzip; without keys
  workspaces restore <tenant>/<workspace> <file>
                    restores such a file into an empty workspace, which is created when it does not exist
  workspaces delete <tenant>/<workspace> [--confirm <tenant>/<workspace>]
                    deletes a workspace with everything in it, and the keys that have access to no other
  tenants delete <tenant> [--confirm <tenant>]
                    deletes all workspaces of a tenant
  users delete <user> [--confirm <user>]
                    deletes the keys and the client storage of a user, and replaces the user in the findings
  import sarif|cyclonedx|spdx <file> --tenant <id> --workspace <id> --target <name>
                    [--asset <id>] [--root <folder>] [--repository <URL>] [--branch <name>] [--commit <hash>] [--trigger <name>]
                    [--wait <seconds>]
                    converts a report, submits it as a scan to the server at AISPM_URL with AISPM_API_KEY, and waits
                    until the scan is processed; prints what the report contains and the scan does not

Options:
  --help            shows this text
  --version         shows the version of the service, which is that of the contract

Settings come from the environment:
${SETTINGS.map(({ name, default: value, description }) => `  ${name.padEnd(NAME_WIDTH)}${description.replaceAll('`', '')}${value && ` (default ${value})`}`).join('\n')}
`;

/**
 * Runs a command, and writes its errors to standard error.
 *
 * @returns the exit code: 2 for usage errors, 1 for other errors
 */
export async function main(args: string[], clock = SYSTEM_CLOCK): Promise<number> {
  try {
    await runCommand(args, clock);
    return 0;
  } catch (error) {
    const isUserError = error instanceof UsageError || error instanceof SettingError;
    // For other errors, the stack trace shows where the program failed.
    const isExpected = isUserError || error instanceof DatabaseUnavailable;
    const { message, stack } = error as Error;
    process.stderr.write(`aispm-service: ${isExpected ? message.replaceAll(/\s+/g, ' ') : (stack ?? error)}\n`);
    return isUserError ? 2 : 1;
  }
}

/** @throws {UsageError} when the arguments are not valid */
async function runCommand(args: string[], clock: Clock): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(HELP);
    return;
  }
  if (args[0] === '--version' || args[0] === '-v') {
    process.stdout.write(`${readVersion()}\n`);
    return;
  }
  const [name = 'serve', ...rest] = args[0]?.startsWith('-') ? ['serve', ...args] : args;
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) throw new UsageError(`There is no command "${name}". See aispm-service --help.`);
  const command = await load();
  await command(rest, clock);
}
