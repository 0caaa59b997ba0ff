/** Who owns the files of a repository. */

import { CODE_OWNERS_PATHS, readCodeOwners } from '../configurations/code-owners.ts';
import type { ReadResult } from '../walk/walk.ts';
import type { Subject } from './document.ts';

/** Reads which owners a path has; undefined if the repository has no CODEOWNERS file. */
export async function readOwners(readFile: (path: string) => Promise<ReadResult>): Promise<Subject['ownersOf']> {
  for (const path of CODE_OWNERS_PATHS) {
    const read = await readFile(path);
    if (read !== undefined && 'text' in read) return readCodeOwners(read.text);
  }
  return () => undefined;
}
