/** What the console uses of a storage of the browser. */
type ConsoleStorage = Pick<Storage, 'getItem' | 'setItem' | 'clear'>;

/** Kept until somebody signs out: the address of the API and the theme. */
export const local = openStorage('localStorage');

/** Kept until the tab is closed: the key, only on request. */
export const ofTab = openStorage('sessionStorage');

/** Returns a storage of the browser, or one in memory where the settings of the browser refuse to store anything. */
function openStorage(name: 'localStorage' | 'sessionStorage'): ConsoleStorage {
  try {
    return window[name];
  } catch {
    const values = new Map<string, string>();
    return {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      clear: () => values.clear(),
    };
  }
}
