import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const COPIES = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** The largest factor that a contract can be multiplied by. */
export const MOST = COPIES.length + 1;

/**
 * Writes the source of a contract that is several times the size of another one: every path, operation, schema and
 * example again under names of its own (`/aispm-two-agents…`, `listTwoAgents`, `TwoAgent`), which the rules of the
 * contract accept. What the resources share is shared by their copies, too.
 *
 * @param from folder of the source, as it is laid out in `spec/`
 * @param to folder to write to
 * @param times how many times the size, 1 to `MOST`; 1 is a plain copy
 * @throws Error when a factor is out of range, or the entry has no paths of the usual form
 */
export function multiplyContract(from: string, to: string, times: number): void {
  const copies = COPIES.slice(0, times - 1);
  if (copies.length !== times - 1) throw new Error(`A contract can be multiplied by 1 to ${MOST}, not by ${times}`);
  for (const part of ['openapi.yaml', 'package.json', 'resources', 'shared', 'guides', 'build'])
    cpSync(join(from, part), join(to, part), { recursive: true });
  for (const copy of copies) copyResources(join(from, 'resources'), join(to, copy, 'resources'), copy);

  const entry = join(to, 'openapi.yaml');
  const paths = /^( +)(\/\S*):\n( +)\$ref: (\S+)$/gm;
  const text = readFileSync(entry, 'utf8');
  if (!paths.test(text)) throw new Error(`${entry} has no path that is a $ref to a file`);
  const multiplied = text.replaceAll(paths, (path, indent, route, deeper, file) =>
    [path, ...copies.map((copy) => `${indent}${nameRoute(route, copy)}:\n${deeper}$ref: ${copy}/${file}`)].join('\n'),
  );
  writeFileSync(entry, multiplied);
}

/** Copies the files of the resources; those that become components of the bundle get names of their own. */
function copyResources(from: string, to: string, copy: string): void {
  const files = readdirSync(from, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    const target = join(
      to,
      parentPath.slice(from.length),
      name.replace(/^[A-Z]/, (first) => pascal(copy) + first),
    );
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, rename(readFileSync(join(parentPath, name), 'utf8'), copy));
  }
}

/** Renames the operations in a source file, and the components that it refers to unless they are shared. */
function rename(text: string, copy: string): string {
  return text
    .replaceAll(/(operationId: [a-z]+)/g, `$1${pascal(copy)}`)
    .replaceAll(/((?:[\w.-]+\/)*)([A-Z]\w*\.yaml)/g, (_, folder: string, file: string) =>
      folder.includes('shared/') ? `../${folder}${file}` : `${folder}${pascal(copy)}${file}`,
    );
}

/** Renames the collection in a path: the last segment before the tenancy, or the first one of a path without it. */
function nameRoute(route: string, copy: string): string {
  const scoped = /^(\/(?:[a-z-]+\/)*?(?:aispm-)?)(?=[a-z-]+\/(?:tenants|users)\/)/;
  return route.replace(scoped.test(route) ? scoped : /^(\/(?:aispm-)?)/, `$1${copy}-`);
}

function pascal(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
