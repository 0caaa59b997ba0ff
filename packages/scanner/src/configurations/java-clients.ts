/** MCP servers that settings of Spring AI and Quarkus configure. */
import { groupBy } from '@aispm/domain';
import type { ObjectGraph } from '../graph/graph.ts';
import { addConfiguredServer, type ServerSettings } from '../recognize/mcp/mcp-servers.ts';
import { isPlaceholder } from '../text/redact.ts';
import { spans } from '../trees/tree.ts';
import { readJavaSettings, SETTINGS_FILE, type Setting } from './java-settings.ts';

/**
 * The settings of a server below its name. Sources: the reference of the MCP client boot starters of Spring AI, and of the MCP clients
 * of Quarkus LangChain4j.
 */
const CLIENTS: readonly { readonly prefix: RegExp; readonly transport?: 'stdio' | 'streamable-http' | 'sse' }[] = [
  { prefix: /^spring\.ai\.mcp\.client\.stdio\.connections\.([^.[\]]+)\./, transport: 'stdio' },
  { prefix: /^spring\.ai\.mcp\.client\.sse\.connections\.([^.[\]]+)\./, transport: 'sse' },
  { prefix: /^spring\.ai\.mcp\.client\.streamable-http\.connections\.([^.[\]]+)\./, transport: 'streamable-http' },
  { prefix: /^quarkus\.langchain4j\.mcp\.([^.[\]]+)\./ },
];

/** Returns whether a file may configure servers for a client in Java. */
export function mayConfigureJavaClients(path: string): boolean {
  return SETTINGS_FILE.test(path);
}

/** Adds the servers that a file with settings configures. */
export function addServersOfJavaClients(graph: ObjectGraph, path: string, text: string): void {
  const settings = readJavaSettings(path, text);
  for (const { prefix, transport } of CLIENTS) {
    const own = [...settings].flatMap(([key, setting]) => {
      const [matched, name] = prefix.exec(key) ?? [];
      return matched === undefined || name === undefined ? [] : [{ name, key: key.slice(matched.length), setting }];
    });
    for (const [name, entries] of groupBy(own, (each) => each.name)) {
      const server = serverOf(name, new Map(entries.map(({ key, setting }) => [key, setting])), transport);
      const [first] = entries;
      if (server === undefined || first === undefined) continue;
      addConfiguredServer(graph, server, {
        file: path,
        span: spans(text)(first.setting.start, first.setting.end),
        type: 'config',
        reason: 'settings of an MCP client',
        // The line may have the value of an environment variable.
        lines: 0,
      });
    }
  }
}

/** What the settings say; undefined without a command and a URL, as for a client that is only disabled. */
function serverOf(
  name: string,
  settings: ReadonlyMap<string, Setting>,
  transport: string | undefined,
): ServerSettings | undefined {
  const url = settings.get('url')?.value;
  const [command, ...rest] = listOf(settings, 'command');
  if (!url && !command) return undefined;
  const declared = transport ?? settings.get('transport-type')?.value;
  const environment = [...settings].flatMap(([key, { value }]) => {
    const [, variable] = /^(?:env|environment)\.([A-Za-z_]\w*)$/.exec(key) ?? [];
    return variable === undefined ? [] : [{ name: variable, isPlain: value !== '' && !isPlaceholder(value) }];
  });
  return {
    name,
    args: [...rest, ...listOf(settings, 'args')],
    ...(command && { command }),
    ...(url && { url }),
    ...(declared && { transport: declared }),
    environment,
  };
}

/** A list that is written with commas, or as `key[0]`. */
function listOf(settings: ReadonlyMap<string, Setting>, key: string): readonly string[] {
  const joined = settings.get(key)?.value.split(',') ?? [];
  const indexed = [...settings].flatMap(([each, { value }]) => (each.startsWith(`${key}[`) ? [value] : []));
  return [...joined, ...indexed].map((each) => each.trim()).filter((each) => each !== '');
}
