/** The command `aispm-scan mcp`. */
import { ScanError } from '../core/errors.ts';
import { SEVERITIES } from '../core/severities.ts';
import { describeServer, listServers, type ServerScanOptions, scanServers } from '../mcp-servers/scan-servers.ts';
import { FORMATS, REPORT_OPTIONS } from './report-arguments.ts';
import { type Executed, executeReportCommand, type Given } from './report-command.ts';

const OPTIONS = {
  ...REPORT_OPTIONS,
  path: { type: 'string' },
  exclude: { type: 'string', multiple: true },
  timeout: { type: 'string' },
  'no-user': { type: 'boolean' },
} as const;

const HELP = `Usage: aispm-scan mcp <name…> [options]

Lists the tools, resources and prompts of configured MCP servers. It starts the programs and opens the connections that the
configurations of these servers specify, with their environment variables and headers: only name servers that you trust. It
never calls what a server offers. Without names, it lists the configured servers, and starts nothing.

Options:
  --path <folder>       the folder with the configurations (default: the working directory)
  --no-user             ignore the configurations in the home folder
  --exclude <pattern>   paths to exclude, in .gitignore syntax; repeatable
  --timeout <seconds>   timeout for each server (default: 30)
  --output <format>     ${FORMATS.join(', ')} (default: summary)
  --target <name>       the name of the repository in every scan
  --fail-on <severity>  exit with 1 when a finding is at least this severe: ${SEVERITIES.join(', ')}
  --upload              send the scan document to the service, see aispm-scan --help
  --quiet               no progress
  --help                print this help

The exit code is 0 when every server responded, 1 when findings reach --fail-on, 2 when an option or a name is invalid or a
server didn't respond, and 3 when the upload failed.
`;

/**
 * Executes the command.
 *
 * @returns the exit code
 * @throws {ScanError} when an option or a name is wrong
 */
export function executeMcp(args: string[]): Promise<number> {
  return executeReportCommand(args, { name: 'aispm-scan mcp', help: HELP, options: OPTIONS }, (given) =>
    given.positionals.length === 0 ? listChoices(optionsOf(given)) : queryServers(given),
  );
}

function optionsOf({ values, scanOptions }: Given<typeof OPTIONS>): ServerScanOptions {
  const timeout = readTimeout(values.timeout);
  return {
    ...scanOptions,
    path: values.path ?? '.',
    exclude: values.exclude ?? [],
    ...(values['no-user'] && { home: false as const }),
    ...(timeout !== undefined && { timeout }),
  };
}

/** The exit code is 2 if a server didn't respond. */
async function queryServers(given: Given<typeof OPTIONS>): Promise<Executed> {
  const options = optionsOf(given);
  const stop = endOnSignals();
  try {
    const report = await scanServers(given.positionals, options);
    const failed = report.objects.some(
      ({ kind, fields }) => kind === 'mcp_server' && 'introspection_error' in fields && fields.introspection_error,
    );
    return { report, code: failed ? 2 : 0 };
  } finally {
    stop();
  }
}

async function listChoices(options: ServerScanOptions): Promise<number> {
  const { servers } = await listServers(options);
  const lines = [...new Set(servers.map((server) => `  ${describeServer(server)}`))];
  process.stderr.write(
    lines.length === 0
      ? 'aispm-scan: No MCP servers are configured here. Use --path for another folder.\n'
      : `aispm-scan: Name the servers to query. This starts or connects to them:\n${lines.join('\n')}\n`,
  );
  return 2;
}

/** On an interruption, the process exits in a way that also ends the servers that it started. */
function endOnSignals(): () => void {
  const end = (signal: NodeJS.Signals) => process.exit(signal === 'SIGINT' ? 130 : 143);
  process.once('SIGINT', end).once('SIGTERM', end);
  return () => process.off('SIGINT', end).off('SIGTERM', end);
}

function readTimeout(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (text.trim() === '' || !(seconds > 0 && seconds <= 3_600))
    throw new ScanError(`--timeout must be a number of seconds from 1 to 3600; got "${text}".`);
  return seconds * 1_000;
}
