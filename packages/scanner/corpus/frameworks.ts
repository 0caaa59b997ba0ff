import type { DetectedObject } from './detections.ts';
import type { ObjectLabel } from './label-types.ts';

/**
 * The framework to which a found object counts: its own, otherwise the most frequent one among the labels of its file, of
 * the nearest folder around it that has labels, or of the repository. Undefined when no label has a framework.
 */
export function frameworkOf(object: DetectedObject, labels: ObjectLabel[]): string | undefined {
  if (object.framework) return object.framework;
  const file = object.observations[0]?.file ?? '';
  for (const folder of foldersAround(file)) {
    const framework = mostFrequent(labels.filter((label) => folder === '' || isAtOrBelow(label.file, folder)));
    if (framework) return framework;
  }
  return undefined;
}

/** The file itself, its folder, and so on up to the root, which is the empty text. */
function foldersAround(file: string): string[] {
  const parts = file.split('/');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/')).concat('');
}

function isAtOrBelow(file: string, folder: string): boolean {
  return file === folder || file.startsWith(`${folder}/`);
}

function mostFrequent(labels: ObjectLabel[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { framework } of labels) if (framework) counts.set(framework, (counts.get(framework) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
