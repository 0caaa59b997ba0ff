/** The state of a mock as a JSON value: its initial records, and all changes since startup. */
import { isJsonObject } from '../../bundled/openapi.ts';
import { SettingError } from '../../core/errors.ts';
import type { CapturedStores, Stores } from '../stores.ts';
import type { MockSnapshot, Start } from './mock-snapshot.ts';

const FORMAT = 'aispm-mock-state';
const VERSION = 1;

/** Captures the state of a mock. */
export function capture(stores: Stores, contract: string, start: Start): MockSnapshot {
  return { format: FORMAT, version: VERSION, contract, start, changes: stores.capture() };
}

/**
 * Checks that a value is a snapshot of a mock with the same contract.
 *
 * @param name the value's name in messages, such as `The state file "state.json"`
 * @throws {SettingError}
 */
export function checkSnapshot(value: unknown, contract: string, name: string): MockSnapshot {
  if (!isJsonObject(value) || value.format !== FORMAT || !isJsonObject(value.start))
    throw new SettingError(`${name} is not a state of the mock. Use another file, or delete it.`);
  if (value.version !== VERSION)
    throw new SettingError(`${name} was written by another version of the mock. Delete it to start over.`);
  if (value.contract !== contract)
    throw new SettingError(`${name} belongs to another version of the contract. Delete it to start over.`);
  return value as typeof value & MockSnapshot;
}

/**
 * Restores the state of a snapshot.
 *
 * @throws {SettingError} when it is damaged; then nothing changes
 */
export function restore(stores: Stores, { changes }: MockSnapshot, name: string): void {
  try {
    stores.restore(changes as CapturedStores);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new SettingError(`${name} is damaged: its changes have the wrong structure. Delete it to start over.`);
  }
}
