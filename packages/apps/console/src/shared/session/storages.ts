/** The methods of browser storage that the console uses. */
type ConsoleStorage = Pick<Storage, 'getItem' | 'setItem' | 'clear'>;

/** Persists until the user signs out: the URL of the API and the theme. */
export const local = openStorage('localStorage');

/** Persists until the tab is closed: the key, if the user wants. */
export const ofTab = openStorage('sessionStorage');

/** Returns browser storage, or an in-memory replacement if the browser's settings deny access. */
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
