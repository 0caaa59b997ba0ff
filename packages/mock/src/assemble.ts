/** Creates the handler of a contract with the options of a mock, for all transports. */

import { getMaxBodyBytes } from './body-encoding.ts';
import { Callers } from './callers.ts';
import { createOutcomes, readChaosRules } from './chaos.ts';
import { loadContract } from './contract.ts';
import type { Operation } from './contract-types.ts';
import type { Handle, ServedContract } from './exchange.ts';
import { createHandler } from './handler.ts';
import type { MockOptions } from './mock-options.ts';
import { readBasePath, readResponseOptions } from './settings.ts';
import { findCollections } from './state/collections.ts';
import { createReader, createState } from './state/state.ts';
import { createStorySource } from './state/story-source.ts';
import { checkAccessLevels, checkTokens } from './token-access.ts';
import { createVocabulary } from './vocabulary.ts';

/** The handler of one contract. */
export interface AssembledMock extends ServedContract {
  handle: Handle;
  operations: Operation[];
  /** Path prefixes of the API, for example `/api/v1`; the first one is the advertised one. */
  basePaths: string[];
}

/** Prefix of the mock's own paths, outside of the base path. */
const OWN_PREFIX = '/__mock/';

/**
 * Loads the contract and creates its handler.
 *
 * @throws {ContractError} when the contract cannot be used
 * @throws {SettingError} when another option has an invalid value
 * @throws {TokensError} when the tokens have another structure
 */
export async function assemble(options: MockOptions): Promise<AssembledMock> {
  const responseOptions = readResponseOptions(options);
  const tokens = options.tokens && checkTokens(options.tokens);
  const basePaths = options.baseUrl === undefined ? undefined : [readBasePath(options.baseUrl)];
  const loaded = await loadContract(options.contract);
  const contract = { ...loaded, basePaths: basePaths ?? loaded.basePaths };
  const source = createStorySource(contract.operations, findCollections(contract.operations));
  const state = options.stateful ? createState(contract.operations, source) : undefined;
  const reader = state ?? createReader(contract.operations, source);
  if (tokens) checkAccessLevels(tokens, contract.accessLevels);
  const chaos = readChaosRules([options.chaos ?? []].flat(), contract.operations);
  return {
    handle: createHandler(contract, {
      ...responseOptions,
      callers: new Callers(contract, tokens, state),
      reader,
      state,
      chaos,
      outcomes: createOutcomes(),
      vocabulary: createVocabulary(contract.operations),
    }),
    operations: contract.operations,
    digest: contract.digest,
    maxBodyBytes: Math.max(...contract.operations.map(getMaxBodyBytes)),
    basePaths: contract.basePaths,
    handlesPath: (path) =>
      (state !== undefined && path.startsWith(OWN_PREFIX)) ||
      contract.basePaths.some((base) => path === base || path.startsWith(`${base}/`)),
  };
}
