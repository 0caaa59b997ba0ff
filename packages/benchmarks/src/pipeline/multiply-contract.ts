import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const COPIES = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** The maximum factor by which a contract can be multiplied. */
export const MAX_FACTOR = COPIES.length + 1;

/**
 * Writes the source of a contract that is several times the size of another one: each copy has every path, operation, schema
 * and example under new names (`/aispm-two-agents…`, `listTwoAgents`, `TwoAgent`), which the rules of the contract
 * accept. Copies use the files that the resources share; these are not copied.
 *
 * @param from folder of the source, with the structure of `spec/`
 * @param to folder to write to
 * @param factor size of the result in multiples of the source, 1 to `MAX_FACTOR`; 1 copies it
 * @throws {Error} when the factor is out of range, or a path of `openapi.yaml` isn't a `$ref` to a file
 */
export function multiplyContract(from: string, to: string, factor: number): void {
  const copies = COPIES.slice(0, factor - 1);
  if (copies.length !== factor - 1) {
    throw new Error(`A contract can be multiplied by 1 to ${MAX_FACTOR}, not by ${factor}.`);
  }
  for (const part of ['openapi.yaml', 'relations.yaml', 'package.json', 'resources', 'shared', 'guides', 'build'])
    cpSync(join(from, part), join(to, part), { recursive: true });
  for (const copy of copies) copyResources(join(from, 'resources'), join(to, copy, 'resources'), copy);

  const entry = join(to, 'openapi.yaml');
  const paths = /^( +)(\/\S*):\n( +)\$ref: (\S+)$/gm;
  const text = readFileSync(entry, 'utf8');
  if (!paths.test(text))
    throw new Error(`${entry} has no path that is a $ref to a file. Reference path files under "paths".`);
  const multiplied = text.replaceAll(paths, (declaration, indent, path, refIndent, file) =>
    [
      declaration,
      ...copies.map((copy) => `${indent}${renamePath(path, copy)}:\n${refIndent}$ref: ${copy}/${file}`),
    ].join('\n'),
  );
  writeFileSync(entry, multiplied);
}

/** Copies the files of the resources. Those that become components of the bundle are renamed. */
function copyResources(from: string, to: string, copy: string): void {
  const files = readdirSync(from, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    const target = join(
      to,
      parentPath.slice(from.length),
      name.replace(/^[A-Z]/, (first) => capitalize(copy) + first),
    );
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, renameContents(readFileSync(join(parentPath, name), 'utf8'), copy));
  }
}

/** Renames the operations in a source file, and the components that it references unless they are shared. */
function renameContents(text: string, copy: string): string {
  return text
    .replaceAll(/(operationId: [a-z]+)/g, `$1${capitalize(copy)}`)
    .replaceAll(/((?:[\w.-]+\/)*)([A-Z]\w*\.yaml)/g, (_, folder: string, file: string) =>
      folder.includes('shared/') ? `../${folder}${file}` : `${folder}${capitalize(copy)}${file}`,
    );
}

/** Renames the collection in a path: the last segment before the tenancy, or the first segment of a path without tenancy. */
function renamePath(path: string, copy: string): string {
  const scoped = /^(\/(?:[a-z-]+\/)*?(?:aispm-)?)(?=[a-z-]+\/(?:tenants|users)\/)/;
  return path.replace(scoped.test(path) ? scoped : /^(\/(?:aispm-)?)/, `$1${copy}-`);
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
