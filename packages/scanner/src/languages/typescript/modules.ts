/** Which file of the repository a module of TypeScript or JavaScript is. */
import { posix } from 'node:path';
import type { ModuleResolver, PathSet } from '../../facts/module-resolver.ts';
import { aliasTargets } from '../alias-targets.ts';

/** Resolves relative modules, and others by the aliases and packages of the repository. */
export const typescriptModules: ModuleResolver = {
  candidates: findCandidates,
  // A name inside of a module is never its own module.
  submodule: (module, name) => `${module}\0${name}`,
};

const SUFFIXES = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];
/** Sources import each other by the name of the compiled file. */
const COMPILED: Record<string, readonly string[]> = {
  '.js': ['.ts', '.tsx', '.js', '.jsx'],
  '.jsx': ['.tsx', '.jsx'],
  '.mjs': ['.mts', '.mjs'],
  '.cjs': ['.cts', '.cjs'],
};

function findCandidates(module: string, from: string, paths: PathSet): readonly string[] {
  if (module.includes('\0')) return [];
  if (/^\.{1,2}(?:\/|$)/.test(module)) return locate(posix.join(posix.dirname(from), module), paths);
  return aliasTargets(module, from, paths)
    .flatMap((target) => locate(target, paths))
    .slice(0, 1);
}

function locate(path: string, { hasFile }: PathSet): readonly string[] {
  const clean = posix.normalize(path).replace(/^\.\/?/, '');
  if (clean.startsWith('../')) return [];
  const extension = posix.extname(clean);
  const compiled = Object.hasOwn(COMPILED, extension) ? (COMPILED[extension] ?? []) : [];
  const stem = clean.slice(0, clean.length - extension.length);
  const folder = clean === '' ? '' : `${clean}/`;
  const names = [
    ...compiled.map((suffix) => `${stem}${suffix}`),
    ...(SUFFIXES.includes(extension) || extension === '.json' ? [clean] : []),
    ...SUFFIXES.map((suffix) => `${clean}${suffix}`),
    ...SUFFIXES.map((suffix) => `${folder}index${suffix}`),
  ];
  return names.filter(hasFile).slice(0, 1);
}
