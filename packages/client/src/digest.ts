import { contractDigest } from './generated/digest.js';
import type { Attempt, Hooks } from './hooks.js';

export { contractDigest, contractVersion } from './generated/digest.js';

/** A service answers by another contract than this client was made of. */
export interface ContractMismatch {
  /** Digest of the contract that this client was made of. */
  readonly expected: string;
  /** Digest that the service sent, as it came. */
  readonly received: string;
  /** The try whose answer showed it. */
  readonly attempt: Attempt;
}

/**
 * A response hook that tells when a service answers by another contract than this client was made of, once for each
 * contract that it answers by. It goes by the header `X-Contract-Digest` of the answers and sends nothing. Answers without
 * it tell nothing: many a service sends none, and a browser shows it to a page only where the service exposes it.
 *
 * Another contract need not be a fault: a newer minor version of it fits. So no call fails for it.
 *
 * @param report gets each mismatch; a call rejects with what it throws.
 * @example
 * const hooks = { response: reportContractMismatch(({ received }) => console.warn('Other contract', received)) };
 * const watchful = createClient({ baseUrl: 'http://127.0.0.1:4010/api/v1', token: 't', hooks });
 */
export function reportContractMismatch(
  report: (mismatch: ContractMismatch) => void | Promise<void>,
): NonNullable<Hooks['response']> {
  const told = new Set<string>();
  return (attempt, { headers }) => {
    const received = headers.get('x-contract-digest');
    if (!received || received === contractDigest || told.has(received)) return;
    told.add(received);
    return report({ expected: contractDigest, received, attempt });
  };
}
