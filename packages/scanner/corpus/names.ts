/** When a found name and a labelled name are the same. */
import type { ObjectKind } from './label-types.ts';

/**
 * Whether two names are the same: without regard to upper and lower case, and with spaces, hyphens and underscores alike.
 * Of models, one of the names may have a provider before it (`openai:gpt-4.1` and `gpt-4.1`).
 */
export function isSameName(kind: ObjectKind, a: string, b: string): boolean {
  const [x, y] = [fold(a), fold(b)];
  if (x === y) return true;
  return kind === 'model' && (withoutProvider(x) === y || x === withoutProvider(y));
}

function fold(name: string): string {
  return name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_');
}

function withoutProvider(name: string): string | undefined {
  return /^[a-z][\w.]*[:/](.+)$/.exec(name)?.[1];
}
