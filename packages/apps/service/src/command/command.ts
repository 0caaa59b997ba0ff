/** The commands of `aispm-service`. */
import { SETTINGS } from '../composition/settings.ts';
import { UsageError } from './arguments.ts';

type Command = (args: string[]) => Promise<void>;

/** Each command is loaded when it is run. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).runServe,
  worker: async () => (await import('./worker.ts')).runWorker,
  keys: async () => (await import('./keys.ts')).runKeys,
  migrate: async () => (await import('./migrate.ts')).runMigrate,
  import: async () => (await import('./import.ts')).runImport,
};

const HELP = `Usage: aispm-service [command] [options]

The AISPM API with real data.

Commands:
  serve             serves the API, and executes jobs unless RUN_WORKER is false (default)
  worker            only executes jobs
  migrate           brings the tables up to date and exits; serve and worker do that as well
  keys create --tenant <id> --workspace <id> [--access read|write|admin] [--name <name>] [--user <id>] [--expires <RFC 3339>]
                    creates an API key and shows it once; for a key with several workspaces repeat --workspace, or
                    give it as <tenant>/<workspace>; the first is its default
  keys list         lists keys without their secrets
  keys revoke <id>  revokes a key within seconds
  import sarif|cyclonedx <file> --tenant <id> --workspace <id> --target <name>
                    [--asset <id>] [--root <folder>] [--repository <URL>] [--branch <name>] [--commit <hash>] [--trigger <name>]
                    [--wait <seconds>]
                    converts a report, submits it as a scan to the server at AISPM_URL with AISPM_API_KEY, and waits
                    until the scan is processed; prints what the report contains and the scan does not

Settings come from the environment:
${SETTINGS.map(({ name, default: value, description }) => `  ${name.padEnd(22)}${description.replaceAll('`', '')}${value && ` (default ${value})`}`).join('\n')}
`;

/**
 * Runs a command.
 *
 * @throws {UsageError} when the arguments are not valid
 */
export async function runCommand(args: string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(HELP);
    return;
  }
  const [name = 'serve', ...rest] = args[0]?.startsWith('-') ? ['serve', ...args] : args;
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) throw new UsageError(`There is no command "${name}". See aispm-service --help.`);
  const command = await load();
  await command(rest);
}
