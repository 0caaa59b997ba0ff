/**
 * The labels of the corpus: what a repository contains at a commit, read from its source. README.md has the format and the
 * definitions. Loading checks a file completely and reports every violation with its file and line.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { checkMeaning } from './label-meaning.ts';
import { checkShape } from './label-shape.ts';
import { LabelSource } from './label-source.ts';
import type { RepositoryLabels } from './label-types.ts';

/**
 * Reads a label file.
 * @throws {Error} listing every violation as `file:line: problem`.
 */
function loadLabels(path: string): RepositoryLabels {
  return parseLabels(readFileSync(path, 'utf8'), path);
}

/** Reads all label files of a folder, ordered by name. Throws like {@link loadLabels}. */
export function loadLabelFolder(folder: string): RepositoryLabels[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return names.sort().map((name) => loadLabels(join(folder, name)));
}

/** Parses the text of a label file; `path` is for messages and names the repository. Throws like {@link loadLabels}. */
export function parseLabels(text: string, path: string): RepositoryLabels {
  const source = new LabelSource(text, path);
  const file = checkShape(source);
  return checkMeaning(source, file, basename(path, '.yaml'));
}
