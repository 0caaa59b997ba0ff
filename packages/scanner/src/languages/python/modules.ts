/** Which file of the repository a Python module is. */
import { posix } from 'node:path';
import type { ModuleResolver, PathSet } from '../../facts/module-resolver.ts';

/** Resolves names of modules as Python does, without knowing its search path: each folder above the importing file may be on it. */
export const pythonModules: ModuleResolver = {
  candidates: findCandidates,
  submodule: (module, name) => (module.endsWith('.') ? `${module}${name}` : `${module}.${name}`),
};

/** Folders below another one that projects put on the search path. */
const SOURCE_FOLDERS = ['', 'src', 'lib', 'python'];

function findCandidates(module: string, from: string, paths: PathSet): readonly string[] {
  const dots = module.length - module.replace(/^\.+/, '').length;
  const parts = module
    .slice(dots)
    .split('.')
    .filter((part) => part !== '');
  if (dots > 0) {
    let folder = posix.dirname(from);
    for (let level = 1; level < dots; level += 1) folder = posix.dirname(folder);
    return locate(posix.join(folder, ...parts), paths);
  }
  if (paths.frameworkModules?.has(parts[0] ?? '')) return [];
  const found: string[] = [];
  for (let folder = posix.dirname(from); ; folder = posix.dirname(folder)) {
    for (const source of SOURCE_FOLDERS) found.push(...locate(posix.join(folder, source, ...parts), paths));
    if (folder === '.' || folder === '/') break;
  }
  return [...new Set(found)];
}

function locate(path: string, { hasFile, hasFolder }: PathSet): readonly string[] {
  const clean = path.replace(/^\.\/?/, '');
  const files = [`${clean}.py`, `${clean}/__init__.py`, `${clean}.ipynb`].filter(hasFile).slice(0, 1);
  if (files.length > 0) return files;
  return clean !== '' && hasFolder(clean) ? [`${clean}/`] : [];
}
