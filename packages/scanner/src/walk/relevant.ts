/** Decides by its text whether a source is parsed at all. Most sources mention no framework. */
import type { Framework } from '../recognize/shared/framework.ts';

/**
 * Creates the filter: whether a source contains the name of a module of a framework where an import is, or a mark of one. A decorator
 * for tools may be one of the repository.
 */
export function createRelevance(frameworks: readonly Framework[]): (text: string) => boolean {
  const modules = [...new Set(frameworks.flatMap(({ modules: names }) => names))].map((name) =>
    name.replaceAll(/[^\w-]/g, '\\$&'),
  );
  if (modules.length === 0) return () => false;
  const pattern = new RegExp(
    `(?:^|[\\n;\\\\"])[ \\t]*(?:from|import|(?:global[ \\t]+)?using)[ \\t]+(?:[\\w., \\t]*,[ \\t]*)?(?:${modules.join('|')})(?![\\w-])|["'](?:${modules.join('|')})(?:["'/])|(?:^|\\n)[ \\t]{0,40}@(?:\\w{1,60}[._]){0,4}tool\\b`,
  );
  const marks = frameworks.flatMap((framework) => framework.marks ?? []);
  return (text) => pattern.test(text) || marks.some((mark) => text.includes(mark));
}
