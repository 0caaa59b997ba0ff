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
import { readBasePath, readControl, readResponseOptions, readSourceOptions } from './settings.ts';
import { type Collection, findCollections } from './state/collections.ts';
import { createSource, type SourceOptions } from './state/sources.ts';
import { createReader, createState, type Reader } from './state/state.ts';
import { deleteOldest } from './state/store-limits.ts';
import { checkAccessLevels, checkTokens } from './token-access.ts';
import { createVocabulary } from './vocabulary.ts';
import { SCENARIOS } from './world/scenarios.ts';

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
  const sourceOptions = readSourceOptions(options);
  const tokens = options.tokens && checkTokens(options.tokens);
  const basePaths = options.baseUrl === undefined ? undefined : [readBasePath(options.baseUrl)];
  const loaded = await loadContract(options.contract);
  const contract = { ...loaded, basePaths: basePaths ?? loaded.basePaths };
  const collections = findCollections(contract.operations);
  const source = createSource(contract.operations, collections, sourceOptions);
  const state = options.stateful ? createState(contract.operations, source) : undefined;
  const reader = state ?? createReader(contract.operations, source);
  if (tokens) checkAccessLevels(tokens, contract.accessLevels);
  const chaos = readChaosRules([options.chaos ?? []].flat(), contract.operations);
  const overrides = new Overrides(contract.operations);
  const journal = new Journal();
  return {
    handle: createHandler(contract, {
      ...responseOptions,
      callers: new Callers(contract, tokens, state),
      reader,
      findReader: createReaderFinder(contract.operations, collections, sourceOptions),
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

/** Maximum number of seeds whose records are kept. */
const MAX_SEEDS = 16;

/** Creates the function that returns the reader of the records that a seed generates. */
function createReaderFinder(
  operations: readonly Operation[],
  collections: readonly Collection[],
  options: SourceOptions,
): (seed: string | undefined) => Reader {
  const readers = new Map<string, Reader>();
  return (seed = options.seed) => {
    const known = readers.get(seed);
    if (known) return known;
    if (readers.size >= MAX_SEEDS) deleteOldest(readers);
    const reader = createReader(
      operations,
      createSource(operations, collections, { ...options, scenario: SCENARIOS.generated, seed }),
    );
    readers.set(seed, reader);
    return reader;
  };
}
