/** MCP servers in configuration files of clients: Claude, Cursor, VS Code, Windsurf, Zed, Gemini, Codex and others. */
import type { DetectedObject, ObjectGraph } from '../graph/graph.ts';
import { addConfiguredServer, type ServerSettings } from '../recognize/mcp/mcp-servers.ts';
import { isPlaceholder } from '../text/redact.ts';
import {
  type ConfigurationEntry,
  type ConfigurationNode,
  child,
  type ListNode,
  stringOf,
  stringsOf,
} from '../trees/tree.ts';
import { safeSnippet } from './secrets.ts';

/** Keys that no other file type uses. */
const KEYS = ['mcpServers', 'mcp_servers', 'mcp-servers', 'context_servers', 'mcp.servers', 'amp.mcpServers'];

/** Returns whether a file may configure MCP servers: by its name, or by a key in its text. */
export function mayConfigureServers(path: string, text: string): boolean {
  if (!/\.(jsonc?|ya?ml|toml)$/i.test(path)) return false;
  if (/(?:^|[/.])package(?:-lock)?\.json$|\.schema\.json$|(?:^|\/)tsconfig[^/]*\.json$/.test(path)) return false;
  return isServerFile(path) || KEYS.some((key) => text.includes(key)) || isOpenCode(path);
}

/** Files in which `servers` means MCP servers. */
function isServerFile(path: string): boolean {
  return /(?:^|\/)\.?mcp(?:[-_.][^/]*)?\.jsonc?$|(?:^|\/)(?:mcp[-_]servers?|mcp[-_]config)[^/]*\.(?:jsonc?|ya?ml|toml)$/i.test(
    path,
  );
}

function isOpenCode(path: string): boolean {
  return /(?:^|\/)(?:opencode|crush|\.crush)\.jsonc?$/.test(path);
}

/** A file that is read. */
export interface ConfigurationFile {
  readonly path: string;
  readonly text: string;
  readonly root: ConfigurationNode;
  /** Number of lines before the text, as in front matter. */
  readonly firstLine?: number;
}

/** Adds the servers that a file configures. */
export function addServersOfFile(graph: ObjectGraph, file: ConfigurationFile): readonly DetectedObject<'mcp_server'>[] {
  return readServerEntries(file).map(({ name, entry, settings }) => {
    const snippet = safeSnippet(file.text, entry.value, entry.start);
    return addConfiguredServer(graph, settings, {
      file: file.path,
      span: entry.span,
      type: 'config',
      reason: `"${name}" is an entry for an MCP server`,
      lines: 0,
      snippet,
    });
  });
}

/** Reads the servers that a file configures, each with its settings without secrets. */
export function readServerEntries(
  file: ConfigurationFile,
): readonly (ServerEntry & { readonly settings: ServerSettings })[] {
  return serverEntries(file).flatMap(({ name, entry }) => {
    const settings = readSettings(name, entry.value);
    return settings === undefined ? [] : [{ name, entry, settings }];
  });
}

/** The entry of a server. */
export interface ServerEntry {
  readonly name: string;
  readonly entry: Pick<ConfigurationEntry, 'value' | 'start' | 'span'>;
}

function serverEntries({ root, path }: ConfigurationFile): readonly ServerEntry[] {
  const found = searchServers(root, 0);
  if (found.length > 0) return found;
  const own = isServerFile(path) ? child(root, 'servers') : undefined;
  const nested = child(root, 'mcp');
  if (own !== undefined) return entriesOf(own);
  if (nested === undefined) return isServerFile(path) ? entriesOf(root) : [];
  const inner = child(nested, 'servers', 'mcpServers');
  return inner !== undefined ? entriesOf(inner) : isOpenCode(path) ? entriesOf(nested) : [];
}

/** Configurations nest servers below projects and profiles. */
const MAX_DEPTH = 4;

function searchServers(node: ConfigurationNode, depth: number): readonly ServerEntry[] {
  if (depth > MAX_DEPTH || node.kind !== 'map') return [];
  return node.entries.flatMap(({ key, value }) => {
    if (KEYS.includes(key)) return entriesOf(value);
    const isSettings = key === 'mcp' && depth === 0;
    const servers = isSettings ? child(value, 'servers') : undefined;
    return servers === undefined ? searchServers(value, depth + 1) : entriesOf(servers);
  });
}

function entriesOf(node: ConfigurationNode): readonly ServerEntry[] {
  if (node.kind === 'map') return node.entries.map((entry) => ({ name: entry.key, entry }));
  return node.kind === 'list' ? listed(node) : [];
}

/** A list of servers with names, as in Continue. */
function listed({ items }: ListNode): readonly ServerEntry[] {
  return items.flatMap((value) => {
    const name = stringOf(child(value, 'name', 'id'));
    return name === undefined ? [] : [{ name, entry: { value, start: value.start, span: value.span } }];
  });
}

/** Reads the settings of a server; undefined when the node is something else, such as a schema. */
function readSettings(name: string, node: ConfigurationNode): ServerSettings | undefined {
  if (node.kind !== 'map') return undefined;
  const nested = child(node, 'command');
  const source = nested?.kind === 'map' ? nested : node;
  const words = stringsOf(child(source, 'command', 'cmd', 'path'));
  const [command, ...rest] = words;
  const url = stringOf(child(node, 'url', 'serverUrl', 'httpUrl', 'server_url', 'endpoint', 'uri'));
  const transport = stringOf(child(node, 'type', 'transport', 'transportType'));
  if (command === undefined && url === undefined) return undefined;
  const environment = child(source, 'env', 'environment', 'envs');
  const headers = child(node, 'headers', 'http_headers', 'requestInit');
  const disabled = child(node, 'disabled');
  const enabled = child(node, 'enabled');
  const isDisabled =
    (disabled?.kind === 'scalar' && disabled.value === true) || (enabled?.kind === 'scalar' && enabled.value === false);
  return {
    name,
    ...(command !== undefined && { command }),
    args: [...rest, ...stringsOf(child(source, 'args', 'arguments'))],
    ...(url !== undefined && { url }),
    ...(transport !== undefined && { transport }),
    environment: environmentOf(environment),
    headers: headers?.kind === 'map' ? headers.entries.map(({ key }) => key) : [],
    ...(isDisabled && { isDisabled }),
  };
}

function environmentOf(node: ConfigurationNode | undefined): NonNullable<ServerSettings['environment']> {
  if (node?.kind !== 'map') return [];
  return node.entries
    .filter(({ key }) => /^[A-Za-z_][\w.-]*$/.test(key))
    .map(({ key, value }) => ({ name: key, isPlain: value.kind === 'scalar' && !isPlaceholder(String(value.value)) }));
}
