/** Persists the state of a mock in the session storage of a page. */
import { SettingError } from '../core/errors.ts';
import type { StateStorage } from './assemble.ts';

const KEY = 'aispm-mock-state';

/** The part of session storage that the mock uses. */
interface PageStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * Creates the storage of a state in the session storage of the page. A state of another contract or with other options is discarded,
 * because the code of a page changes often. A state that is too large isn't stored.
 *
 * @throws {SettingError} when there is no session storage
 */
export function createSessionStorage(): StateStorage {
  const { sessionStorage: storage } = globalThis as { sessionStorage?: PageStorage };
  if (!storage) throw new SettingError('The option persist requires a page with session storage.');
  return {
    name: 'The state in session storage',
    forgetsOthers: true,
    read() {
      try {
        return JSON.parse(storage.getItem(KEY) ?? 'null') ?? undefined;
      } catch {
        return undefined;
      }
    },
    write(create) {
      try {
        storage.setItem(KEY, create());
      } catch (error) {
        storage.removeItem(KEY);
        console.warn(`aispm-mock: the records can't be stored in session storage: ${error}`);
      }
    },
    flush() {},
  };
}
