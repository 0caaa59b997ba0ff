/** Agent files that the manifest of a plug-in lists, in any folder: `.claude-plugin/plugin.json`. */
import { posix } from 'node:path';
import { isExample } from '../recognize/shared/relevance.ts';
import { parseConfiguration } from '../trees/parse.ts';
import { type ConfigurationNode, child, stringOf, stringsOf } from '../trees/tree.ts';

/** Manifests of plug-ins, and of collections of them. Source: https://code.claude.com/docs/en/plugins-reference */
const MANIFEST = /(?:^|\/)\.[\w-]+-plugin\/(?:plugin|marketplace)\.json$/;

/**
 * Reads the manifests of plug-ins and returns whether a Markdown file is one of their agents.
 *
 * @param readText returns the text of a file; undefined when it can't be read
 */
export async function readPluginAgents(
  paths: readonly string[],
  readText: (path: string) => Promise<string | undefined>,
): Promise<(path: string) => boolean> {
  const listed = new Set<string>();
  for (const path of paths) {
    if (!MANIFEST.test(path) || isExample(path)) continue;
    const text = await readText(path);
    const { root } = text === undefined ? {} : parseConfiguration(path, text);
    for (const agent of root === undefined ? [] : agentsOf(root, posix.dirname(posix.dirname(path)))) listed.add(agent);
  }
  return (path) => /\.md$/i.test(path) && (listed.has(path) || listed.has(`${posix.dirname(path)}/`));
}

/** Lists the files, and the folders with a trailing `/`, that a plug-in or the plug-ins of a collection name. */
function agentsOf(manifest: ConfigurationNode, folder: string): readonly string[] {
  const own = stringsOf(child(manifest, 'agents')).map((text) => {
    const path = posix.join(folder, text);
    return /\.md$/i.test(path) || path.endsWith('/') ? path : `${path}/`;
  });
  const listed = child(manifest, 'plugins');
  const plugins = (listed?.kind === 'list' ? listed.items : []).flatMap((plugin) =>
    agentsOf(plugin, posix.join(folder, stringOf(child(plugin, 'source')) ?? '.')),
  );
  return [...own, ...plugins];
}
