/** The list of planted defects: one file for each part of the repository. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** A defect to plant. */
export interface Mutation {
  id: string;
  /** What a user would notice. */
  defect: string;
  /** Text that occurs once in all sources, so that moving a file doesn't change the list. */
  find: string;
  replace: string;
  /**
   * The tests that can notice it, as parts of their paths: in its own package, or in another with its name first, such as
   * `@aispm/service scans/import`. Without any, all tests of its package run.
   */
  tests: string[];
  /** Whether its package is built first. Tests that import the source don't need that. */
  build: boolean;
}

/** The path of each source, relative to the root, and its text. */
export type Sources = ReadonlyMap<string, string>;

const SOURCE = /\.(?:ts|tsx|js|mjs|vue|sql)$/;
const NO_SOURCE = /(?:^|\/)(?:test|fixtures|mutations|screenshots)\/|\.d\.ts$/;

interface MutationFile {
  /** Default of the mutations: true. */
  build?: boolean;
  mutations: (Pick<Mutation, 'id' | 'defect' | 'find' | 'replace'> & Partial<Mutation>)[];
}

/**
 * Reads the list.
 *
 * @throws Error when two mutations have the same identifier, or one changes nothing
 */
export function readMutations(): Mutation[] {
  const mutations = globSync('*.yaml', { cwd: import.meta.dirname })
    .sort()
    .flatMap((name) => {
      const { build = true, mutations: listed }: MutationFile = parse(
        readFileSync(join(import.meta.dirname, name), 'utf8'),
      );
      return listed.map((mutation) => ({ tests: [], build, ...mutation }));
    });
  const ids = new Set<string>();
  for (const { id, find, replace } of mutations) {
    if (ids.has(id)) throw new Error(`Two mutations are called ${id}. Rename one.`);
    if (find === replace) throw new Error(`The mutation ${id} changes nothing. Correct its text.`);
    ids.add(id);
  }
  return mutations;
}

/** Reads all sources of a repository, without tests. */
export function readSources(root: string): Sources {
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\n');
  const paths = tracked.filter((path) => SOURCE.test(path) && !NO_SOURCE.test(path));
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/**
 * Finds the file of a mutation.
 *
 * @returns its path, relative to the root
 * @throws Error when its text doesn't occur exactly once
 */
export function locate({ id, find }: Pick<Mutation, 'id' | 'find'>, sources: Sources): string {
  const found = [...sources].flatMap(([path, text]) => Array.from({ length: text.split(find).length - 1 }, () => path));
  const [path, ...others] = found;
  if (path === undefined) throw new Error(`The text of the mutation ${id} is nowhere. Plant it again in the new code.`);
  if (others.length > 0) throw new Error(`The text of the mutation ${id} is in ${found.join(', ')}. Make it unique.`);
  return path;
}
