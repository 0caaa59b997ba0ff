import type { Json } from '../../contract/operation.ts';
import { fillPath } from '../../contract/request.ts';
import type { CheckedResponse } from '../../session/sender.ts';
import { wrongValue } from '../../session/violations.ts';

/** Asserts that the header `Location` is the path of a record. */
export function assertLocation(response: CheckedResponse, template: string, path: Json): void {
  const expected = fillPath(template, path);
  const { location = '' } = response.headers;
  response.assert(location.endsWith(expected), () => wrongValue('header', 'Location', `…${expected}`, location));
}
