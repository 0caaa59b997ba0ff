/** Finds the valid part of a generated body, for schemas that the generator only satisfies partially. */
import type { IHttpResponse } from '@stoplight/prism-http';
import { unescapeKey } from '../bundled/openapi.ts';
import { OUTPUT, validateBody } from '../bundled/prism.ts';
import { BUNDLE } from '../contract/expand-references.ts';
import type { Operation } from '../core/contract-types.ts';

/** Describes violations in the body of a response; undefined when it is valid. Headers aren't checked. */
export function findBodyViolations({ body, headers = {} }: IHttpResponse, resource: Operation) {
  const [, type] = Object.entries(headers).find(([name]) => /^content-type$/i.test(name)) ?? [];
  const contents = resource.responses[0]?.contents ?? [];
  const result = validateBody(body, contents, OUTPUT, String(type), undefined, resource[BUNDLE]);
  return result._tag === 'Left' ? result.left : undefined;
}

/** Maximum number of validations, which is higher than the depth of bodies. */
const MAX_VALIDATIONS = 50;

/**
 * Removes the parts of a body that violate its schema, innermost first. A part that then lacks a required property also violates it,
 * and is removed next: the result lacks the innermost optional property or item around each violation.
 *
 * @returns the response with the rest of the body; undefined when nothing valid remains
 */
export function keepValidPart(output: IHttpResponse, resource: Operation): IHttpResponse | undefined {
  const element = { ...output, body: structuredClone(output.body) };
  for (let count = 0; count < MAX_VALIDATIONS; count++) {
    const violations = findBodyViolations(element, resource);
    if (!violations) return element;
    if (!removeAll(element, listInnermost(violations.map(({ path = [] }) => path.map(String))))) return undefined;
  }
  return undefined;
}

/** Lists the paths that aren't a prefix of another path. */
function listInnermost(paths: readonly string[][]): string[][] {
  const outer = new Set(paths.flatMap((path) => path.map((_, length) => path.slice(0, length).join('/'))));
  return paths.filter((path) => !outer.has(path.join('/')));
}

/** Marks removed items of an array, so that the indexes of the others don't change. */
const REMOVED = Symbol('removed');

/** Removes properties of the body, and returns whether something remains. */
function removeAll(element: object, paths: readonly string[][]): boolean {
  const changed = new Set<object>();
  for (const path of paths) {
    const keys = path.map(unescapeKey);
    const last = keys.pop() ?? '';
    let parent: unknown = element;
    for (const key of keys) parent = (parent as Record<string, unknown> | undefined)?.[key];
    if (parent === element || typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, last)) continue;
    changed.add(parent);
    if (Array.isArray(parent)) parent[Number(last)] = REMOVED;
    else delete (parent as Record<string, unknown>)[last];
  }
  for (const parent of changed) {
    if (Array.isArray(parent)) parent.splice(0, parent.length, ...parent.filter((item) => item !== REMOVED));
  }
  return changed.size > 0;
}
