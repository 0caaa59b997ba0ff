/**
 * Configured MCP servers whose command starts a program of the repository that implements a server. Both remain their own objects, with
 * their keys. The contract has no relation between servers, so the configured one has the location of the implementation as a further
 * location, and its name as the label `implementation`.
 */
import { posix } from 'node:path';
import { groupBy } from '@aispm/domain';
import type { DetectedObject, ObjectGraph } from '../../graph/graph.ts';

/** Programs that run a file which is among their arguments. */
const RUNNERS =
  /^(?:python[\d.]*|py|node|bun|deno|tsx|ts-node|uv|poetry|pipenv|npx|go|dotnet|fastmcp)(?:\.exe|\.cmd)?$/i;
const SOURCE = /\.(?:py|[cm]?[jt]sx?|go)$/i;

interface Start {
  readonly server: DetectedObject<'mcp_server'>;
  /** The file that configures it. */
  readonly file: string;
  readonly words: readonly string[];
}

const startsByGraph = new WeakMap<ObjectGraph, Start[]>();

/** Records the command of a configured server. */
export function recordCommand(
  graph: ObjectGraph,
  server: DetectedObject<'mcp_server'>,
  file: string,
  words: readonly string[],
): void {
  const starts = startsByGraph.get(graph) ?? [];
  startsByGraph.set(graph, starts);
  starts.push({ server, file, words });
}

/** Gives configured servers the location of the implementation that they start. It has to run after everything else was found. */
export function linkStartedServers(graph: ObjectGraph): void {
  const starts = startsByGraph.get(graph) ?? [];
  if (starts.length === 0) return;
  const implemented = (graph.objects() as readonly DetectedObject[]).filter(
    ({ kind, labels }) => kind === 'mcp_server' && labels.has('implemented'),
  );
  const byFile = groupBy(
    implemented.flatMap((server) => server.locations.slice(0, 1).map((location) => ({ server, location }))),
    ({ location }) => location.file,
  );
  for (const { server, file, words } of starts) {
    const found = startedFiles(file, words)
      .map((each) => byFile.get(each))
      .find((each) => each !== undefined);
    const [only] = found ?? [];
    if (only === undefined || found?.length !== 1) continue;
    const reason = `the program that the command starts, which implements ${only.server.name}`;
    graph.locate(server, { ...only.location, reason });
    server.labels.set('implementation', only.server.name.slice(0, 255));
  }
}

/** The files that a command may start, best first. */
function startedFiles(file: string, [command = '', ...args]: readonly string[]): readonly string[] {
  const isRunner = RUNNERS.test(posix.basename(command.replaceAll('\\', '/')));
  if (!isRunner) return [];
  const folder = folderOf(args);
  const roots = [...new Set([...(folder === undefined ? [] : [folder]), homeOf(file), '.'])];
  const module = args[args.indexOf('-m') + 1];
  const isModule = args.includes('-m') && module !== undefined && /^[\w.]+$/.test(module);
  const script = args.find((each) => SOURCE.test(each));
  const names = isModule
    ? modulePaths(module.replaceAll('.', '/'))
    : script === undefined
      ? []
      : sourcesOf(relative(script));
  return roots.flatMap((root) => names.map((name) => posix.normalize(posix.join(root, name))));
}

/** The folder in which a program such as `uv` works. */
function folderOf(args: readonly string[]): string | undefined {
  const index = args.findIndex((each) => /^(?:--directory|--project|--cwd|-C)$/.test(each));
  const folder = index < 0 ? undefined : args[index + 1];
  return folder === undefined ? undefined : relative(folder);
}

/** Settings of editors lie in a folder of their own, and mean the folder that contains it. */
function homeOf(file: string): string {
  const folder = posix.dirname(file);
  return posix.basename(folder).startsWith('.') && folder !== '.' ? posix.dirname(folder) : folder;
}

/** Removes what stands for the folder of the repository. */
function relative(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^\$\{(?:workspaceFolder|workspaceRoot|CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT)[^}]*\}\/?/, '')
    .replace(/^\.\//, '');
}

function modulePaths(path: string): readonly string[] {
  return ['', 'src/'].flatMap((root) => [
    `${root}${path}.py`,
    `${root}${path}/__main__.py`,
    `${root}${path}/server.py`,
  ]);
}

/** A folder that compilers write to. */
const OUTPUT_FOLDER = /^(?:dist|build|out|lib)$/;

/** A file, and the source of one that a compiler wrote: `dist/index.js` of `src/index.ts`. */
function sourcesOf(path: string): readonly string[] {
  const [, kind] = /\.([cm]?)js$/.exec(path) ?? [];
  const folders = path.split('/');
  const output = folders.findLastIndex((name, index) => index < folders.length - 1 && OUTPUT_FOLDER.test(name));
  if (kind === undefined || output === -1) return [path];
  const source = (parts: readonly string[]) => `${parts.join('/').slice(0, -`${kind}js`.length)}${kind}ts`;
  return [path, source(folders.with(output, 'src')), source(folders.toSpliced(output, 1))];
}
