/** Owners of paths, from a CODEOWNERS file. */
import ignore from 'ignore';

/** Where the hosts look for the file, in their order. */
export const CODE_OWNERS_PATHS = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'];

/** Reads a CODEOWNERS file. The last line that matches a path decides; a line without owners removes them. */
export function readCodeOwners(text: string): (path: string) => readonly string[] {
  const rules = text.split(/\r?\n/).flatMap((line) => {
    const comment = line.search(/(?:^|\s)#/);
    const [pattern, ...owners] = (comment === -1 ? line : line.slice(0, comment)).trim().split(/\s+/);
    if (pattern === undefined || pattern === '' || /^\^?\[/.test(pattern)) return [];
    return [{ matcher: ignore().add(pattern), owners: owners.filter((owner) => owner.includes('@')) }];
  });
  return (path) =>
    ignore.isPathValid(path) ? (rules.findLast(({ matcher }) => matcher.ignores(path))?.owners ?? []) : [];
}
