/** Queries configured MCP servers by name. */
import { resolve } from 'node:path';
import type { Subject } from '../assemble/document.ts';
import { readOwners } from '../assemble/owners.ts';
import { createReport, type ScanReport } from '../assemble/report.ts';
import { describeSubject, type SubjectOptions } from '../assemble/subject.ts';
import { ScanError } from '../core/errors.ts';
import { createGraph } from '../graph/graph.ts';
import { redactCommandLine, secretsOfArguments } from '../text/command-line.ts';
import { printable } from '../text/terminal.ts';
import { clean } from '../text/visible.ts';
import { readRepository } from '../walk/git.ts';
import { readText } from '../walk/walk.ts';
import { addIntrospection } from './add-introspection.ts';
import { type ConfiguredServer, listConfiguredServers } from './configured-servers.ts';
import { type Launch, LaunchError, readLaunch } from './launch.ts';
import { type Introspection, queryServer } from './query.ts';

/** Options of a query. */
export interface ServerScanOptions extends SubjectOptions {
  /** The folder whose configurations count. Default: the working directory. */
  readonly path?: string;
  /** Patterns of paths that aren't read, in the syntax of `.gitignore`. */
  readonly exclude?: readonly string[];
  /** The home folder, whose configurations count as well; false for none. Default: that of the user. */
  readonly home?: string | false;
  /** Time for each server, in milliseconds. Default: 30,000. */
  readonly timeout?: number;
  /** Values for references in configurations. Default: the environment of the process. */
  readonly environment?: NodeJS.ProcessEnv;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

const TIMEOUT = 30_000;

/**
 * Queries servers. It starts the programs that their configurations name, and connects to their URLs: only name servers that you trust.
 *
 * @param names - names of configured servers, or `file#name`
 * @throws {ScanError} when a name isn't configured, or has several meanings
 */
export async function scanServers(names: readonly string[], options: ServerScanOptions = {}): Promise<ScanReport> {
  const root = resolve(options.path ?? '.');
  const { servers, diagnostics } = await listServers(options);
  const selected = [...new Set(names)].map((name) => selectServer(servers, name));
  const graph = createGraph();
  graph.diagnostics.push(...diagnostics);
  for (const [index, server] of selected.entries()) {
    options.onProgress?.({ done: index, total: selected.length });
    addIntrospection(graph, server, await query(server, options));
  }
  const repository = await readRepository(root);
  const owners = await readOwners((path) => readText(root, path));
  const subject: Subject = describeSubject(root, repository, options, owners);
  const series = `${subject.target}#mcp:${selected
    .map(({ file, name }) => `${file}#${name}`)
    .sort()
    .join(',')}`;
  return createReport(
    graph,
    { ...subject, scanType: 'mcp', series },
    { files: new Set(selected.map(({ file }) => file)).size, parsed: selected.length },
  );
}

/** Lists what can be queried. */
export function listServers({ path = '.', exclude = [], home }: ServerScanOptions) {
  return home === false
    ? listConfiguredServers(resolve(path), exclude, null)
    : listConfiguredServers(resolve(path), exclude, home);
}

/** Describes a server in one line, without secrets. */
export function describeServer({ name, file, settings }: ConfiguredServer): string {
  const { command, args, url } = settings;
  const how =
    url === undefined
      ? `starts ${redactCommandLine(command ?? '')}${args.length > 0 ? ' …' : ''}`
      : `connects to ${hostOf(url)}`;
  return `${printable(name)}  ${printable(file)}  ${printable(clean(how))}`;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an invalid URL';
}

function selectServer(servers: readonly ConfiguredServer[], wanted: string): ConfiguredServer {
  const found = servers.filter(({ name, file }) => name === wanted || `${file}#${name}` === wanted);
  const [first] = found;
  if (first === undefined) {
    throw new ScanError(
      `No configured MCP server is named "${printable(wanted)}". Run aispm-scan mcp without names to list them.`,
    );
  }
  const meanings = new Set(found.map(({ settings, launch }) => JSON.stringify([settings, contentOf(launch.node)])));
  if (meanings.size > 1) {
    const choices = found.map(({ name, file }) => `${printable(file)}#${printable(name)}`).join(', ');
    throw new ScanError(`"${printable(wanted)}" has several different configurations. Choose one: ${choices}.`);
  }
  return first;
}

/** The content of a node without its positions. */
function contentOf(node: ConfiguredServer['launch']['node']): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(contentOf);
  return node.entries.map(({ key, value }) => [key, contentOf(value)]);
}

async function query(server: ConfiguredServer, options: ServerScanOptions): Promise<Introspection> {
  let launch: Launch;
  try {
    launch = readLaunch(server.launch, options.environment ?? process.env);
    if (launch.kind === 'address' && !/^https?:$/.test(URL.parse(launch.url)?.protocol ?? ''))
      throw new LaunchError('Its URL must start with http:// or https://.');
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error;
    const nothing = { tools: [], resources: [], prompts: [], problems: [], needsAuthorization: false };
    return { ...nothing, error: error.message };
  }
  const result = await queryServer(launch, options.timeout ?? TIMEOUT);
  return result.error === undefined ? result : { ...result, error: withoutValues(result.error, launch) };
}

/** A server may print what its arguments, environment or headers contain. */
function withoutValues(text: string, launch: Launch): string {
  const values =
    launch.kind === 'program'
      ? [...Object.values(launch.environment), ...secretsOfArguments([launch.command, ...launch.args])]
      : Object.values(launch.headers);
  const words = values.flatMap((value) => [value, ...value.split(/\s+/)]).filter((value) => value.length >= 6);
  return words
    .toSorted((a, b) => b.length - a.length)
    .reduce((result, value) => result.replaceAll(value, '[REDACTED]'), text);
}
