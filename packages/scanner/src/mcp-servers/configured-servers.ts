/** Lists the MCP servers that a repository and its user configure, with what a query needs. */
import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, posix } from 'node:path';
import { mayBeConfiguration } from '../configurations/configurations.ts';
import { mayConfigureServers, readServerEntries, type ServerEntry } from '../configurations/mcp-configurations.ts';
import { safeSnippet } from '../configurations/secrets.ts';
import type { DetectedLocation, Diagnostic } from '../graph/graph.ts';
import { impliedTransport, type ServerSettings } from '../recognize/mcp/mcp-servers.ts';
import { parseConfiguration } from '../trees/parse.ts';
import { readText, walk } from '../walk/walk.ts';
import type { RawLaunch } from './launch.ts';

/** A configured server. */
export interface ConfiguredServer {
  readonly name: string;
  /** The file from the root of the repository; `~/…` for a file of the user. */
  readonly file: string;
  /** The settings without the values of secrets. */
  readonly settings: ServerSettings;
  readonly location: DetectedLocation;
  readonly launch: RawLaunch;
}

/** Where clients keep the servers of a user, from the home folder. */
const USER_FILES = [
  '.claude.json',
  '.claude/settings.json',
  '.config/Claude/claude_desktop_config.json',
  'Library/Application Support/Claude/claude_desktop_config.json',
  'AppData/Roaming/Claude/claude_desktop_config.json',
  '.cursor/mcp.json',
  '.codeium/windsurf/mcp_config.json',
  '.config/Code/User/mcp.json',
  'Library/Application Support/Code/User/mcp.json',
  'AppData/Roaming/Code/User/mcp.json',
  '.config/zed/settings.json',
  '.gemini/settings.json',
  '.codex/config.toml',
  '.config/opencode/opencode.json',
  '.continue/config.yaml',
  '.aws/amazonq/mcp.json',
];

/** The state of a client can be large. */
const MAX_USER_FILE = 20_000_000;

/**
 * Lists the servers in configuration files of a folder and of the user.
 *
 * @param home - the home folder; null leaves out what the user configures
 */
export async function listConfiguredServers(
  root: string,
  exclude: readonly string[],
  home: string | null = homedir(),
): Promise<{ readonly servers: readonly ConfiguredServer[]; readonly diagnostics: readonly Diagnostic[] }> {
  const servers: ConfiguredServer[] = [];
  const diagnostics: Diagnostic[] = [];
  const add = (file: string, text: string, folder: string) => {
    const { root: tree, problems } = parseConfiguration(file, text);
    for (const { message, line } of problems) diagnostics.push({ kind: 'syntax', file, line, message });
    if (tree === undefined) return;
    for (const { settings, entry } of readServerEntries({ path: file, text, root: tree }))
      servers.push(serverOf(file, text, folder, settings, entry));
  };
  for (const path of (await walk(root, exclude)).paths.filter(mayBeConfiguration)) {
    const read = await readText(root, path);
    if (read !== undefined && 'text' in read && mayConfigureServers(path, read.text)) add(path, read.text, root);
  }
  for (const path of home === null ? [] : USER_FILES) {
    const text = await readUserFile(join(home ?? '', path));
    if (text !== undefined && mayConfigureServers(path, text)) add(posix.join('~', path), text, root);
  }
  return { servers, diagnostics };
}

function serverOf(
  file: string,
  text: string,
  folder: string,
  settings: ServerSettings,
  entry: ServerEntry['entry'],
): ConfiguredServer {
  const { name } = settings;
  return {
    name,
    file,
    settings,
    location: {
      file,
      span: entry.span,
      type: 'config',
      reason: `"${name}" is an entry for an MCP server`,
      lines: 0,
      snippet: safeSnippet(text, entry.value, entry.start),
    },
    launch: { node: entry.value, transport: impliedTransport(settings), folder },
  };
}

async function readUserFile(file: string): Promise<string | undefined> {
  const stats = await stat(file).catch(() => undefined);
  if (!stats?.isFile() || stats.size > MAX_USER_FILE) return undefined;
  return readFile(file, 'utf8').catch(() => undefined);
}
