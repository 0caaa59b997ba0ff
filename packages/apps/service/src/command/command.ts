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
  serve             serve the API, and execute jobs unless RUN_WORKER is false (default)
  worker            only execute jobs
  health [worker]   fail unless the server (or worker) with the same settings responds on this machine
  migrate [--dry-run]
                    migrate the tables and exit, or only print the statements; serve and worker also migrate them
  keys create --tenant <id> --workspace <id> [--access read|write|admin] [--name <name>] [--user <id>] [--expires <RFC 3339>]
                    create an API key and show it once; repeat --workspace to grant several, or
                    use <tenant>/<workspace>; the first is the default
  keys list [--tenant <id>]
                    list keys without their secrets, optionally only the ones with access to a tenant
  keys revoke <id>  revoke a key within seconds
  audit export [--tenant <id> --workspace <id>] [--since <RFC 3339>] [--until <RFC 3339>]
                    print the audit log as JSON lines, oldest first: of one workspace, or everything, including
                    entries without a workspace
  retention [--dry-run]
                    remove what is older than the RETAIN_… settings allow, or only count it; serve and worker also
                    do this once a minute
  workspaces export <tenant>/<workspace> <file>
                    export everything in a workspace except its keys to a new gzip file
  workspaces restore <tenant>/<workspace> <file>
                    restore such a file into an empty workspace, which is created if it doesn't exist
  workspaces delete <tenant>/<workspace> [--confirm <tenant>/<workspace>]
                    delete a workspace with everything in it, and the keys without access to others
  tenants delete <tenant> [--confirm <tenant>]
                    delete all workspaces of a tenant
  users delete <user> [--confirm <user>]
                    delete the keys and the client storage of a user, and replace the user in findings
  import sarif|cyclonedx|spdx <file> --tenant <id> --workspace <id> --target <name>
                    [--asset <id>] [--root <folder>] [--repository <URL>] [--branch <name>] [--commit <hash>] [--trigger <name>]
                    [--wait <seconds>]
                    convert a report, submit it as a scan to the server at AISPM_URL with AISPM_API_KEY, and wait
                    until the scan is processed; prints what the scan omits from the report

Options:
  --help            show this text
  --version         show the version of the service, which equals the version of the contract

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

/** @throws {UsageError} when the arguments aren't valid */
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
  if (!load) throw new UsageError(`Unknown command "${name}". See aispm-service --help.`);
  const command = await load();
  await command(rest, clock);
}
