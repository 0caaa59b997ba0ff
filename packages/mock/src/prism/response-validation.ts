/** Validates responses that consist of records with Prism. */
import type { IHttpResponse } from '@stoplight/prism-http';
import { OUTPUT, validateBody, validateOutput } from '../bundled/prism.ts';
import { BUNDLE } from '../contract/expand-references.ts';
import type { Operation } from '../core/contract-types.ts';

/** Responses that Prism has validated. */
const valid = new WeakSet<IHttpResponse>();

/** The status for which Prism has found headers valid, by operation. All pages of a list have the same headers. */
const validHeaders = new WeakMap<object, WeakMap<Operation, number>>();

/**
 * Validates a response with Prism, once.
 *
 * @throws {Error} when it doesn't conform to the contract
 */
export function assertValidResponse(resource: Operation, element: IHttpResponse): void {
  if (valid.has(element)) return;
  const { statusCode, headers = {}, body } = element;
  const known = validHeaders.get(headers) ?? new WeakMap<Operation, number>();
  const content = known.get(resource) === statusCode ? findOnlyContent(resource, statusCode) : undefined;
  const result = content
    ? validateBody(body, [content], OUTPUT, content.mediaType, undefined, resource[BUNDLE])
    : validateOutput({ resource, element });
  if (result._tag === 'Left') {
    const [{ path = [], message }] = result.left;
    throw new Error(`its response doesn't conform to the contract: ${path.join('/')} ${message}`);
  }
  valid.add(element);
  validHeaders.set(headers, known.set(resource, statusCode));
}

/** Returns the content of a response with a single media type. */
function findOnlyContent({ responses }: Operation, statusCode: number) {
  const { contents = [] } = responses.find(({ code }) => code === String(statusCode)) ?? {};
  return contents.length === 1 ? contents[0] : undefined;
}
