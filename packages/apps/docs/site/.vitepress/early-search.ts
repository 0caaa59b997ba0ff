/**
 * Handles requests for the search while a page's scripts are still loading. The search opens once they run.
 */

/** Records that the reader requested the search. */
interface EarlySearch {
  isRequested?: true;
  /** Stops listening. */
  stop(): void;
}

declare global {
  interface Window {
    earlySearch: EarlySearch;
  }
}

/** The script in the head of each page, which handles Ctrl K, "/" and clicks on the button. */
export const EARLY_SEARCH = `(() => {
  const remember = (event) => {
    const { type, key, ctrlKey, metaKey, target } = event;
    if (type === 'click' ? !target.closest('.VPNavBarSearch') : key !== '/' && !((ctrlKey || metaKey) && /^k$/i.test(key))) return;
    event.preventDefault();
    earlySearch.isRequested = true;
  };
  const types = ['keydown', 'click'];
  window.earlySearch = { stop: () => types.forEach((type) => removeEventListener(type, remember)) };
  types.forEach((type) => addEventListener(type, remember));
})();`;

/** Opens the search if the reader requested it. From now on, the search handles requests itself. */
export function openEarlySearch(): void {
  const { earlySearch } = window;
  earlySearch.stop();
  if (earlySearch.isRequested)
    dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true }));
}
