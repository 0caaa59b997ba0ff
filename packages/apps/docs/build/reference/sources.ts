import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Contract } from '../contract.ts';
import { listPageHeads, type PageKind } from './pages.ts';

const ROOT = join(import.meta.dirname, '../../../../..');

/**
 * Finds the contract file of each reference page.
 *
 * @returns paths relative to the repository, by kind and ID of the page, such as `operation listIssues`
 * @throws {Error} if an operation or a schema has no file, or more than one
 */
export function findSources(contract: Contract): ReadonlyMap<string, string> {
  const found = new Map<string, string[]>();
  const add = (kind: PageKind, id: string, file: string) => {
    found.set(`${kind} ${id}`, [...(found.get(`${kind} ${id}`) ?? []), file]);
  };
  for (const file of globSync('spec/{resources,shared}/**/schemas/*.yaml', { cwd: ROOT })) {
    add('schema', basename(file, '.yaml'), file);
  }
  for (const file of globSync('spec/resources/*/*.yaml', { cwd: ROOT })) {
    // Only properties of a method. Links contain operation IDs at deeper levels.
    for (const [, id = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(/^ {2}operationId: (\w+)$/gm)) {
      add('operation', id, file);
    }
  }
  return new Map(
    listPageHeads(contract).map(({ kind, id }) => {
      const [file, ...others] = found.get(`${kind} ${id}`) ?? [];
      if (file === undefined || others.length > 0)
        throw new Error(`The ${kind} ${id} is in ${[file, ...others].join(', ')}, but should be in one file of spec/.`);
      return [`${kind} ${id}`, file];
    }),
  );
}
