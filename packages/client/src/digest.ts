import type { Attempt, Hooks } from './call/hooks.ts';
import { contractDigest } from './generated/digest.ts';

export { contractDigest, contractVersion } from './generated/digest.ts';

/** The service implements a different contract than the one that this client was generated from. */
export interface ContractMismatch {
  /** Digest of the contract that this client was generated from. */
  readonly expected: string;
  /** Digest that the service sent, unchanged. */
  readonly received: string;
  /** The attempt whose response contained it. */
  readonly attempt: Attempt;
}

/**
 * Creates a response hook that reports when the service implements a different contract than the one that this client was
 * generated from, once for each contract. It reads the `X-Contract-Digest` header of responses and sends nothing.
 * Responses without the header aren't reported: sending it is optional, and a browser hides it from pages unless the
 * service exposes it.
 *
 * No call fails, because newer minor versions of the contract are compatible.
 *
 * @param report receives each mismatch; a call rejects with what it throws.
 * @example
 * const hooks = { response: reportContractMismatch(({ received }) => console.warn('Other contract', received)) };
 * const reportingClient = createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 'any-key', hooks });
 */
export function reportContractMismatch(
  report: (mismatch: ContractMismatch) => void | Promise<void>,
): NonNullable<Hooks['response']> {
  const reported = new Set<string>();
  return (attempt, { headers }) => {
    const received = headers.get('x-contract-digest');
    if (!received || received === contractDigest || reported.has(received)) return;
    reported.add(received);
    return report({ expected: contractDigest, received, attempt });
  };
}
