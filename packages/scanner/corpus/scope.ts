/** The part of a repository that is labelled. */
interface Scope {
  paths: string[];
  exclude: string[];
}

/** Whether a file is labelled: below one of the paths and below no excluded one. */
export function isInScope(file: string, { paths, exclude }: Scope): boolean {
  return paths.some((path) => covers(path, file)) && !exclude.some((path) => covers(path, file));
}

function covers(path: string, file: string): boolean {
  if (path === '.') return true;
  if (path.startsWith('**/')) return `/${file}/`.includes(`/${path.slice(3)}/`);
  return file === path || file.startsWith(`${path}/`);
}
