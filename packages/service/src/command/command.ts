/** What `aispm-service` can do. */
import { SETTINGS } from '../settings.ts';
import { UsageError } from './arguments.ts';

type Command = (args: string[]) => Promise<void>;

/** Each is loaded when it is called. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serve,
  worker: async () => (await import('./work.ts')).work,
  keys: async () => (await import('./keys.ts')).keys,
  migrate: async () => (await import('./migrate.ts')).migrateDatabase,
  import: async () => (await import('./import-report.ts')).importReport,
};

const HELP = `Usage: aispm-service [command] [options]

The AISPM API with real data.

Commands:
  serve             answers requests, and carries out jobs unless RUN_WORKER is false (default)
  worker            only carries out jobs
  migrate           brings the tables up to date and ends; serve and worker do that as well
  keys create --tenant <id> --workspace <id> [--user <id>] [--expires <RFC 3339>]
                    makes an API key and shows it, once; repeat --workspace, or give it as <tenant>/<workspace>, for a key
                    that reaches several; the first is its default
  keys list         shows keys without their secrets
  keys revoke <id>  ends a key within seconds
  import sarif|cyclonedx <file> --tenant <id> --workspace <id> --target <name>
                    [--asset <id>] [--root <folder>] [--repository <URL>] [--branch <name>] [--commit <hash>] [--trigger <name>]
                    converts a report, hands it in as a scan to the server at AISPM_URL with AISPM_API_KEY, and waits for its end

Settings come from the environment:
${SETTINGS.map(({ name, default: value, description }) => `  ${name.padEnd(22)}${description.replaceAll('`', '')}${value && ` (default ${value})`}`).join('\n')}
`;

/** Carries out a command. */
export async function main(args: string[]): Promise<void> {
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
