/** What the settings of a repository say that a module name means. */
import type { PathSet } from '../facts/module-resolver.ts';

/** Returns the paths that a module name means by the aliases of the repository, best first. */
export function aliasTargets(module: string, from: string, { aliases }: PathSet): readonly string[] {
  const targets = (aliases ?? [])
    .filter(({ folder }) => folder === '' || from.startsWith(`${folder}/`))
    .flatMap(({ pattern, targets: each }) => expand(module, pattern, each));
  return [...new Set(targets)];
}

/** Replaces what `*` stands for. */
function expand(module: string, pattern: string, targets: readonly string[]): readonly string[] {
  const [prefix = '', suffix] = pattern.split('*');
  if (suffix === undefined) return module === pattern ? targets : [];
  if (!module.startsWith(prefix) || !module.endsWith(suffix) || module.length < prefix.length + suffix.length)
    return [];
  const middle = module.slice(prefix.length, module.length - suffix.length);
  return targets.map((target) => target.replace('*', middle));
}
