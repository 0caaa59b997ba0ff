import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface Decision {
  name: string;
  /** The file in `spec/decisions` that contains it. */
  file: string;
  choice: string;
  reason: string;
  /** Locations in the contract: an `operationId`, a JSON Pointer, or a JSON Pointer inside an operation. */
  locations: string[];
}

const FOLDER = join(import.meta.dirname, '../decisions');

/** The names of the files that contain decisions, without the index. */
export const decisionFiles: string[] = globSync(join(FOLDER, '*.md'))
  .map((path) => basename(path))
  .filter((file) => file !== 'README.md')
  .sort();

/** The index of the files. */
export const decisionIndex: string = readFileSync(join(FOLDER, 'README.md'), 'utf8');

/** All decisions. Each is a heading of the second level, the choice, and the paragraphs "Reason" and "Where". */
export const decisions: Decision[] = decisionFiles.flatMap((file) =>
  readFileSync(join(FOLDER, file), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((entry) => parseDecision(file, entry)),
);

function parseDecision(file: string, entry: string): Decision {
  const [name = '', ...paragraphs] = entry.trim().split('\n\n');
  const findParagraph = (label: string) =>
    paragraphs.find((paragraph) => paragraph.startsWith(`**${label}:** `))?.slice(label.length + 6) ?? '';
  return {
    name,
    file,
    choice: paragraphs.find((paragraph) => !paragraph.startsWith('**')) ?? '',
    reason: findParagraph('Reason'),
    locations: Array.from(findParagraph('Where').matchAll(/`([^`]+)`/g), ([, location = '']) => location),
  };
}
