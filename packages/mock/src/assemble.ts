/** Puts together what answers requests, whatever they arrive by. */
import { createFates, readChaosRules } from './chaos.js';
import { loadContract, type Operation } from './contract.js';
import type { Handle } from './exchange.js';
import { createHandler } from './handle.js';
import type { MockOptions } from './options.js';
import { readAnswerOptions, readBasePath } from './settings.js';
import { createState } from './state/state.js';
import { createVocabulary } from './vocabulary.js';

/** What answers the requests to one contract. */
export interface Answering {
  handle: Handle;
  operations: Operation[];
  /** SHA-256 of the contract, in hexadecimal digits. */
  digest: string;
  /** Path prefixes of the API, for example `/api/v1`; the first one is where it is said to be. */
  basePaths: string[];
  /** Whether a path is one that this answers: of the API, or of the mock's own beside it. */
  answers(path: string): boolean;
}

/** Where the mock's own paths are; outside of the base path. */
const OWN_PATH = '/__mock/';

/**
 * Puts a contract together with the settings that it is served by.
 *
 * @throws {ContractError} when the contract cannot be used
 * @throws {SettingError} when another option has an impossible value
 * @throws {TokensError} when the tokens have another form
 */
export async function assemble(options: MockOptions): Promise<Answering> {
  const answerOptions = readAnswerOptions(options);
  const basePaths = options.baseUrl === undefined ? undefined : [readBasePath(options.baseUrl)];
  const loaded = await loadContract(options.contract);
  const contract = { ...loaded, basePaths: basePaths ?? loaded.basePaths };
  const state = options.stateful ? createState(contract.operations) : undefined;
  const chaos = readChaosRules([options.chaos ?? []].flat(), contract.operations);
  return {
    handle: createHandler(contract, {
      ...answerOptions,
      state,
      chaos,
      fates: createFates(),
      vocabulary: createVocabulary(contract.operations),
    }),
    operations: contract.operations,
    digest: contract.digest,
    basePaths: contract.basePaths,
    answers: (path) =>
      (state !== undefined && path.startsWith(OWN_PATH)) ||
      contract.basePaths.some((base) => path === base || path.startsWith(`${base}/`)),
  };
}
