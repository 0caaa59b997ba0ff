/** Creates the handler of a contract with the options of a mock, for all transports. */

import { getMaxBodyBytes } from './body-encoding.ts';
import { Callers } from './callers.ts';
import { createOutcomes, readChaosRules } from './chaos.ts';
import { loadContract } from './contract.ts';
import type { Operation } from './contract-types.ts';
import { CONTROL_PREFIX, createControl } from './control.ts';
import type { ServedContract } from './exchange.ts';
import { createHandler, type OverridableHandle } from './handler.ts';
import { Journal } from './journal.ts';
import type { MockOptions } from './mock-options.ts';
import { Overrides } from './overrides.ts';
import { readBasePath, readControl, readResponseOptions } from './settings.ts';
import { createState } from './state/state.ts';
import { checkAccessLevels, checkTokens } from './token-access.ts';
import { createVocabulary } from './vocabulary.ts';

/** The handler of one contract. */
export interface AssembledMock extends ServedContract {
  handle: OverridableHandle;
  operations: Operation[];
  overrides: Overrides;
  journal: Journal;
  /** Path prefixes of the API, for example `/api/v1`; the first one is the advertised one. */
  basePaths: string[];
}

/**
 * Loads the contract and creates its handler.
 *
 * @throws {ContractError} when the contract cannot be used
 * @throws {SettingError} when another option has an invalid value
 * @throws {TokensError} when the tokens have another structure
 */
export async function assemble(options: MockOptions): Promise<AssembledMock> {
  const responseOptions = readResponseOptions(options);
  const { isEnabled, token } = readControl(options);
  const tokens = options.tokens && checkTokens(options.tokens);
  const basePaths = options.baseUrl === undefined ? undefined : [readBasePath(options.baseUrl)];
  const loaded = await loadContract(options.contract);
  const contract = { ...loaded, basePaths: basePaths ?? loaded.basePaths };
  const state = options.stateful ? createState(contract.operations) : undefined;
  if (tokens) checkAccessLevels(tokens, contract.accessLevels);
  const chaos = readChaosRules([options.chaos ?? []].flat(), contract.operations);
  const overrides = new Overrides(contract.operations);
  const journal = new Journal();
  return {
    handle: createHandler(contract, {
      ...responseOptions,
      callers: new Callers(contract, tokens, state),
      state,
      chaos,
      outcomes: createOutcomes(),
      overrides,
      journal,
      control: isEnabled ? createControl({ overrides, journal, state, token }) : () => undefined,
      vocabulary: createVocabulary(contract.operations),
    }),
    overrides,
    journal,
    operations: contract.operations,
    digest: contract.digest,
    maxBodyBytes: Math.max(...contract.operations.map(getMaxBodyBytes)),
    basePaths: contract.basePaths,
    handlesPath: (path) =>
      (isEnabled && path.startsWith(CONTROL_PREFIX)) ||
      contract.basePaths.some((base) => path === base || path.startsWith(`${base}/`)),
  };
}
