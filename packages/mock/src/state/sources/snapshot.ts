/** The state of a mock as a JSON value: what was changed since its start, and which records it started with. */
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
 * @param name what messages call the value, such as `The state file "state.json"`
 * @throws {SettingError}
 */
export function checkSnapshot(value: unknown, contract: string, name: string): MockSnapshot {
  if (!isJsonObject(value) || value.format !== FORMAT || !isJsonObject(value.start))
    throw new SettingError(`${name} is not a state of the mock. Name another one, or delete it.`);
  if (value.version !== VERSION)
    throw new SettingError(`${name} was written by another version of the mock. Delete it to start again.`);
  if (value.contract !== contract)
    throw new SettingError(`${name} belongs to another version of the contract. Delete it to start again.`);
  return value as typeof value & MockSnapshot;
}

/**
 * Brings back the state of a snapshot.
 *
 * @throws {SettingError} when it is damaged; then nothing has changed
 */
export function restore(stores: Stores, { changes }: MockSnapshot, name: string): void {
  try {
    stores.restore(changes as CapturedStores);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new SettingError(`${name} is damaged: its changes have another structure. Delete it to start again.`);
  }
}
