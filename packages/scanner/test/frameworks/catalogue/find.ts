/** What a catalogue finds in sources, as lines that a test compares. */

import { LIBRARY_METHODS } from '../../../src/frameworks/library-methods.ts';
import { createGraph, type DetectedObject } from '../../../src/graph/graph.ts';
import { readGoModules } from '../../../src/languages/go/modules.ts';
import { readAliases } from '../../../src/languages/typescript/aliases.ts';
import { recognize } from '../../../src/recognize/recognize.ts';
import type { Framework } from '../../../src/recognize/shared/framework.ts';
import { createPathSet, createProject } from '../../../src/resolve/project.ts';
import { readSources } from '../../../src/sources/read-sources.ts';
import { withFiles } from '../../scan-sources.ts';

/** Sources by path, as the documentation of a framework writes them, and all lines that are found in them. */
export interface CatalogueCase {
  readonly sources: Readonly<Record<string, string>>;
  readonly found: readonly string[];
}

/** Finds with a catalogue of one's own. */
export type FindWith = (frameworks: readonly Framework[]) => readonly string[];

/** Reads sources once; catalogues can be applied to them many times. */
export function readCase({ sources }: Pick<CatalogueCase, 'sources'>): Promise<FindWith> {
  return withFiles(sources, async (root) => {
    const paths = Object.keys(sources);
    const read = async (path: string) => sources[path];
    const aliases = [
      ...(await readAliases(paths, read, () => false)),
      ...(await readGoModules(paths, read, () => false)),
    ];
    const pathSet = createPathSet(paths, aliases);
    const options = { root, paths, pathSet, store: undefined, digests: new Map(), onProgress: undefined };
    const facts = await readSources(options, []);
    return (frameworks) => {
      const graph = createGraph();
      recognize(createProject(facts, pathSet, LIBRARY_METHODS), graph, frameworks);
      const relations = graph.edges().map(({ from, edge, to }) => `${from.name} -${edge}-> ${to.name}`);
      return [...graph.objects().map(describeObject), ...relations].sort();
    };
  });
}

/** Two entries for the same name differ in these fields. */
function describeObject({ kind, name, fields, identity }: DetectedObject): string {
  const all = fields as Partial<Record<string, unknown>>;
  const guardrails = (all.guardrails as readonly { name: string; direction: string }[] | undefined) ?? [];
  const details = [
    ...(kind === 'tool' && all.tool_kind !== 'tool' ? [all.tool_kind] : []),
    ...(identity.startsWith('package:') ? ['of a package'] : []),
    ...(kind === 'model' ? [all.provider_name ?? 'unknown provider'] : []),
    ...(kind === 'mcp_server' ? [all.transport ?? 'implemented'] : []),
    ...(kind === 'agent' && all.autonomy_level ? [all.autonomy_level] : []),
    ...guardrails.map((each) => `${each.direction}: ${each.name}`),
  ];
  return `${kind} ${name}${details.length === 0 ? '' : ` (${details.join(', ')})`}`;
}
