/** MCP servers that the starters of Spring AI and Quarkus create: a dependency and settings make one, and no call does. */
import { posix } from 'node:path';
import type { DetectedLocation, DetectedObject, ObjectGraph } from '../graph/graph.ts';
import { spans } from '../trees/tree.ts';
import { readJavaSettings, SETTINGS_FILE } from './java-settings.ts';

type Transport = 'stdio' | 'streamable-http' | 'sse';

/**
 * Dependencies that create a server. Sources: the references of the MCP server boot starters of Spring AI, and of the MCP server of
 * Quarkus.
 */
const STARTERS: readonly { readonly name: RegExp; readonly transport: Transport }[] = [
  { name: /^spring-ai-starter-mcp-server$/, transport: 'stdio' },
  { name: /^spring-ai-starter-mcp-server-web(?:mvc|flux)$/, transport: 'sse' },
  { name: /^spring-ai-mcp-server-spring-boot-starter$/, transport: 'stdio' },
  { name: /^spring-ai-mcp-server-web(?:mvc|flux)-spring-boot-starter$/, transport: 'sse' },
  { name: /^quarkus-mcp-server-stdio$/, transport: 'stdio' },
  { name: /^quarkus-mcp-server-sse$/, transport: 'sse' },
  { name: /^quarkus-mcp-server-http$/, transport: 'streamable-http' },
];

/** Settings of a server, and those whose presence shows that there is one. */
const OWN_SETTINGS = /^(?:spring\.ai\.mcp\.server|quarkus\.mcp\.server)\./;
/** The settings with the name of a server, the first one that is set counts. */
const NAMES = [
  'spring.ai.mcp.server.name',
  'quarkus.mcp.server.server-info.name',
  'spring.application.name',
  'quarkus.application.name',
];
const VERSIONS = ['spring.ai.mcp.server.version', 'quarkus.mcp.server.server-info.version'];

const MAVEN_ARTIFACT = /(?<=<artifactId>\s{0,20})[\w-]{1,255}/g;
const GRADLE_ARTIFACT = /(?<=:)[\w-]{1,255}/g;
const BUILD_FILE = /^(.*?)\/?(?:pom\.xml|build\.gradle(?:\.kts)?)$/;

/** Returns whether a file may create a server in Java. */
export function mayCreateJavaServer(path: string): boolean {
  return SETTINGS_FILE.test(path) || BUILD_FILE.test(path);
}

/** Adds the server that a build file or a file with settings creates, with the tools of its module. */
export function addJavaServer(graph: ObjectGraph, path: string, text: string): void {
  const settingsOf = SETTINGS_FILE.exec(path)?.[1];
  if (settingsOf !== undefined) addFromSettings(graph, settingsOf, path, text);
  const buildOf = BUILD_FILE.exec(path)?.[1];
  if (buildOf !== undefined) addFromDependencies(graph, buildOf, path, text);
}

/** `module` is the folder with `src`; empty for the root of the repository. */
function addFromDependencies(graph: ObjectGraph, module: string, path: string, text: string): void {
  const isMaven = path.endsWith('.xml');
  // What a parent offers to its modules creates nothing by itself.
  const own = isMaven
    ? blank(text, ['<!--', '-->'], ['<dependencyManagement>', '</dependencyManagement>'])
    : blank(text, ['\n/*', '*/'], ['//', '\n']);
  for (const match of own.matchAll(isMaven ? MAVEN_ARTIFACT : GRADLE_ARTIFACT)) {
    const starter = STARTERS.find(({ name }) => name.test(match[0]));
    if (starter === undefined) continue;
    const name = (isMaven ? projectOf(own) : undefined) ?? (module === '' ? 'mcp-server' : posix.basename(module));
    const span = spans(text)(match.index, match.index + match[0].length);
    const reason = `the dependency ${match[0]} creates a server`;
    const server = addServer(graph, module, name, { file: path, span, type: 'config', reason, lines: 1 });
    server.fields.transport ??= starter.transport;
    return;
  }
}

/** The artifact of a Maven project. */
function projectOf(text: string): string | undefined {
  const header = blank(text, ['<parent>', '</parent>'], ['<dependencies>', '</dependencies>'], ['<build>', '</build>']);
  return /<artifactId>\s{0,20}([\w.-]{1,255})/.exec(header)?.[1];
}

function addFromSettings(graph: ObjectGraph, module: string, path: string, text: string): void {
  const settings = readJavaSettings(path, text);
  const settingOf = (keys: readonly string[]) =>
    keys.map((key) => settings.get(key)).find((setting) => setting !== undefined && setting.value !== '');
  const known = graph
    .objects()
    .find((object) => object.kind === 'mcp_server' && object.identity === identityOf(module));
  const shown = [...settings].find(([key]) => OWN_SETTINGS.test(key))?.[1];
  const isEnabled = settings.get('spring.ai.mcp.server.enabled')?.value !== 'false';
  if ((known === undefined && shown === undefined) || !isEnabled) return;
  const named = settingOf(NAMES);
  const at = named ?? shown;
  const name = named?.value ?? known?.name ?? (module === '' ? 'mcp-server' : posix.basename(module));
  const span = spans(text)(at?.start ?? 0, at?.end ?? 0);
  const reason = 'settings of a server that a starter creates';
  const server = addServer(graph, module, name, { file: path, span, type: 'config', reason, lines: 1 });
  const version = settingOf(VERSIONS);
  if (version !== undefined) server.fields.server_version = version.value.slice(0, 255);
  const isStdio = settings.get('spring.ai.mcp.server.stdio')?.value === 'true';
  const protocol = settings.get('spring.ai.mcp.server.protocol')?.value;
  if (isStdio) server.fields.transport = 'stdio';
  else if (/^(?:streamable|stateless)$/i.test(protocol ?? '')) server.fields.transport = 'streamable-http';
  else if (/^sse$/i.test(protocol ?? '')) server.fields.transport = 'sse';
  server.fields.transport ??= 'other';
}

function identityOf(module: string): string {
  return `implemented:${module}#starter`;
}

function addServer(
  graph: ObjectGraph,
  module: string,
  name: string,
  location: DetectedLocation,
): DetectedObject<'mcp_server'> {
  const server = graph.add('mcp_server', identityOf(module), name);
  server.name = name;
  server.fields.url ??= null;
  server.labels.set('implemented', 'true');
  graph.locate(server, location);
  const sources = module === '' ? 'src/main/' : `${module}/src/main/`;
  for (const tool of graph.objects()) {
    if (tool.kind !== 'tool') continue;
    if (!tool.locations.some(({ file }) => file.startsWith(sources) && file.endsWith('.java'))) continue;
    (tool as DetectedObject<'tool'>).fields.tool_source = 'mcp';
    graph.relate(server, 'tools', tool);
  }
  return server;
}

/** Replaces what is between two marks by spaces, so that positions stay. */
function blank(text: string, ...marks: readonly (readonly [string, string])[]): string {
  return marks.reduce((result, [open, close]) => {
    const parts: string[] = [];
    let from = 0;
    for (let start = result.indexOf(open); start >= 0; start = result.indexOf(open, from)) {
      const end = result.indexOf(close, start + open.length);
      if (end < 0) break;
      parts.push(result.slice(from, start), result.slice(start, end + close.length).replaceAll(/[^\n]/g, ' '));
      from = end + close.length;
    }
    return `${parts.join('')}${result.slice(from)}`;
  }, text);
}
