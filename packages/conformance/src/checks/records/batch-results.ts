/** Asserts the results of batches of updates. */
import type { Json } from '../../contract/operation.ts';
import type { CheckedResponse } from '../../session/sender.ts';
import { wrongValue } from '../../session/violations.ts';

/** Expects the errors in the results of a batch; undefined for a successful update. */
export function assertCodes(response: CheckedResponse, expected: (number | undefined)[]): void {
  if (!response.isValid) return;
  const codes = ((response.json.results ?? []) as { error?: Json }[]).map(({ error }) => error?.code);
  response.assert(JSON.stringify(codes) === JSON.stringify(expected), () =>
    wrongValue('body', '/results', `results with the errors ${JSON.stringify(expected)}`, codes),
  );
}
