/** The access that an API key needs for an operation. */
import type { Schema } from './document.ts';
import { getNode } from './pointer.ts';

/** Extension of an operation that requires more access than its method does. */
export const REQUIRED_ACCESS = 'x-required-access';

/** Name of the schema whose `enum` lists the levels of access, the lowest first. */
const ACCESS_SCHEMA = 'ApiKeyAccess';

/** Returns the levels of access that the contract defines, the lowest first; none when it defines none. */
export function listAccessLevels(document: object): readonly string[] {
  const schema = getNode(document, ['components', 'schemas', ACCESS_SCHEMA]) as Schema | undefined;
  return (schema?.enum ?? []) as string[];
}

/**
 * Returns the access that an operation requires: that of its extension, otherwise `read` for GET and `write` for all other
 * methods.
 *
 * @param method in any case
 * @param extension the value of {@link REQUIRED_ACCESS}
 */
export function requiredAccess(method: string, extension: unknown): string {
  if (typeof extension === 'string') return extension;
  return method.toLowerCase() === 'get' ? 'read' : 'write';
}

/** Returns whether an access includes another one: every level includes those before it. */
export function includesAccess(levels: readonly string[], granted: string, required: string): boolean {
  const position = levels.indexOf(required);
  return position >= 0 && levels.indexOf(granted) >= position;
}

/** The message of a 403 for an API key whose access is too low. */
export function insufficientAccess(granted: string): string {
  return `The access of this API key, ${granted}, does not include this operation.`;
}
