/** Creates the handler for a contract with the options of a mock, for all transports. */

import { loadContract } from '../contract/contract.ts';
import { createSampleValues } from '../contract/sample-values.ts';
import type { Contract, Operation } from '../core/contract-types.ts';
import { SettingError } from '../core/errors.ts';
import type { ServedContract } from '../core/exchange.ts';
import { createData } from '../data/data.ts';
import { createSendEvent } from '../events/events.ts';
import { getMaxBodyBytes } from '../http/content-encoding.ts';
import { Auth } from '../operations/auth.ts';
import { type ChaosSetting, CONTROL_PREFIX, createControl, type Restart } from '../operations/control.ts';
import { createHandler, type OverridableHandle } from '../operations/handler.ts';
import { Overrides } from '../operations/overrides.ts';
import { RequestLog } from '../operations/request-log.ts';
import type { Forward } from '../operations/response-plan.ts';
import { createReader, createState, type Reader } from '../records/state.ts';
import { type Chaos, createOutcomes, readChaosRules } from '../requests/fault-injection.ts';
import { checkAccessLevels, checkTokens } from '../requests/token-access.ts';
import { type Collection, findCollections } from '../sample-data/collections.ts';
import type { MockData } from '../sample-data/data-types.ts';
import type { SendEvent } from '../sample-data/event-types.ts';
import { SCENARIOS } from '../sample-data/scenarios.ts';
import type { MockSnapshot, Start } from '../state/sources/mock-snapshot.ts';
import { capture, checkSnapshot, restore } from '../state/sources/snapshot.ts';
import { createSource, type SourceOptions } from '../state/sources/sources.ts';
import { deleteOldest } from '../state/store-limits.ts';
import { Stores } from '../state/stores.ts';
import type { MockOptions } from './mock-options.ts';
import { readBasePath, readControl, readResponseOptions, readStart } from './settings.ts';

/** Persists the state of a mock. */
export interface StateStorage {
  /** Its name in messages, at the start of a sentence. */
  name: string;
  /** Whether a stored value that doesn't belong to the mock is discarded instead of rejected. */
  forgetsOthers?: boolean;
  /**
   * Returns the stored value; undefined when there is none.
   *
   * @throws {SettingError} when it can't be read
   */
  read(): unknown;
  /**
   * Stores a value, immediately or shortly afterwards.
   *
   * @param create returns the value as JSON
   */
  write(create: () => string): void;
  /** Stores pending changes. */
  flush(): void;
}

/** The options of a mock, and the storage of its state. */
export interface AssembleOptions extends MockOptions {
  storage?: StateStorage | undefined;
  /** Starts over with other records, for the control API. Default: it can't. */
  restart?: Restart | undefined;
  /** Responds in place of the mock. Default: the mock does. */
  forward?: Forward | undefined;
}

/** The handler for one contract. */
export interface AssembledMock extends ServedContract {
  handle: OverridableHandle;
  operations: Operation[];
  overrides: Overrides;
  requestLog: RequestLog;
  /** The records that programs read and change. */
  data: MockData;
  /** Sends an event to webhooks. */
  sendEvent: SendEvent;
  /** Captures all changes since startup. */
  capture(): MockSnapshot;
  /**
   * Restores a captured state.
   *
   * @throws {SettingError} when it belongs to another mock
   */
  restore(snapshot: MockSnapshot): void;
  /** Deletes all changes since startup. */
  reset(): void;
  /** Path prefixes of the API, for example `/api/v1`; the first one is the advertised one. */
  basePaths: string[];
}

/**
 * Loads the contract and creates its handler.
 *
 * @throws {ContractError} when the contract cannot be used
 * @throws {SettingError} when another option has an invalid value
 * @throws {TokensError} when the tokens have the wrong structure
 */
export async function assemble(options: AssembleOptions): Promise<AssembledMock> {
  const { storage } = options;
  const responseOptions = readResponseOptions(options);
  const { isEnabled, token } = readControl(options);
  const tokens = options.tokens && checkTokens(options.tokens);
  const contract = await loadWithBaseUrl(options);
  const collections = findCollections(contract.operations);
  const { snapshot, sourceOptions, start } = readPersisted(options, contract.digest);
  const save = () => storage?.write(() => JSON.stringify(capture(stores, contract.digest, start)));
  let isStarted = false;
  const stores: Stores = new Stores(createSource(contract.operations, collections, sourceOptions), () => {
    if (isStarted) save();
  });
  const state = options.stateful ? createState(contract, stores) : undefined;
  const reader = state ?? createReader(contract.operations, stores);
  const auth = new Auth(contract, tokens, state);
  const data = createData({ stores, defaultWorkspace: auth.exampleWorkspace });
  if (typeof options.seed === 'function') await options.seed(data);
  stores.finishStart();
  if (storage && snapshot) restorePersisted(stores, snapshot, storage);
  isStarted = true;
  save();
  storage?.flush();
  if (tokens) checkAccessLevels(tokens, contract.accessLevels);
  const sendEvent = createSendEvent(contract, stores, auth.exampleWorkspace);
  const chaos = createChaosSetting([options.chaos ?? []].flat(), contract.operations);
  const overrides = new Overrides(contract.operations);
  for (const override of options.overrides ?? []) overrides.addEntry(override);
  const requestLog = new RequestLog();
  const snapshots = createSnapshots(stores, contract.digest, start);
  return {
    handle: createHandler(contract, {
      ...responseOptions,
      auth,
      reader,
      findReader: createReaderFinder(contract.operations, collections, sourceOptions),
      state,
      chaos: chaos.current,
      outcomes: createOutcomes(),
      overrides,
      forward: options.forward,
      requestLog,
      control: isEnabled
        ? createControl({
            ...{ overrides, requestLog, state, data, snapshots, chaos, sendEvent, token },
            operations: contract.operations,
            restart: options.restart,
          })
        : () => undefined,
      sampleValues: createSampleValues(contract.operations),
    }),
    overrides,
    requestLog,
    data,
    sendEvent,
    ...snapshots,
    reset: () => stores.reset(),
    operations: contract.operations,
    digest: contract.digest,
    maxBodyBytes: Math.max(...contract.operations.map(getMaxBodyBytes)),
    basePaths: contract.basePaths,
    handlesPath: (path) =>
      (isEnabled && path.startsWith(CONTROL_PREFIX)) ||
      contract.basePaths.some((base) => path === base || path.startsWith(`${base}/`)),
  };
}

async function loadWithBaseUrl({ baseUrl, contract }: MockOptions): Promise<Contract> {
  const loaded = await loadContract(contract);
  return baseUrl === undefined ? loaded : { ...loaded, basePaths: [readBasePath(baseUrl)] };
}

/** Creates what captures and restores the state of a mock. */
function createSnapshots(stores: Stores, digest: string, start: Start) {
  return {
    capture: () => capture(stores, digest, start),
    restore(value: unknown) {
      const name = 'The snapshot';
      const given = checkSnapshot(value, digest, name);
      if (given.start.seed !== start.seed || given.start.startedMs !== start.startedMs)
        throw new SettingError('The snapshot belongs to another mock, which started with other records.');
      restore(stores, given, name);
    },
  };
}

/**
 * Creates the setting of the faults, which the control API replaces.
 *
 * @throws {SettingError} when they are malformed
 */
function createChaosSetting(
  initial: readonly string[],
  operations: readonly Operation[],
): ChaosSetting & { current: ReadonlyMap<Operation, Chaos> } {
  const current = new Map(readChaosRules(initial, operations));
  let rules = initial;
  return {
    current,
    list: () => rules,
    replace(given) {
      const next = readChaosRules(given, operations);
      current.clear();
      for (const [operation, chaos] of next) current.set(operation, chaos);
      rules = given;
    },
  };
}

/**
 * Reads the persisted state that the mock continues with, and the records that it starts with.
 *
 * @throws {SettingError} when the state doesn't belong to the mock
 */
function readPersisted(
  options: AssembleOptions,
  digest: string,
): ReturnType<typeof readStart> & { snapshot?: MockSnapshot } {
  const { storage } = options;
  const stored = storage?.read();
  if (!storage || stored === undefined) return readStart(options, undefined);
  try {
    const snapshot = checkSnapshot(stored, digest, storage.name);
    return { snapshot, ...readStart(options, snapshot, storage.name) };
  } catch (error) {
    if (!storage.forgetsOthers) throw error;
    return readStart(options, undefined);
  }
}

/** @throws {SettingError} when the state is damaged, unless it may be discarded */
function restorePersisted(stores: Stores, snapshot: MockSnapshot, { name, forgetsOthers }: StateStorage): void {
  try {
    restore(stores, snapshot, name);
  } catch (error) {
    if (!forgetsOthers || !(error instanceof SettingError)) throw error;
  }
}

/** Maximum number of seeds whose records are cached. */
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
      new Stores(createSource(operations, collections, { ...options, scenario: SCENARIOS.generated, seed })),
    );
    readers.set(seed, reader);
    return reader;
  };
}
