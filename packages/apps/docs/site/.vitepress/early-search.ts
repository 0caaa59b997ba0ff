/**
 * The search of a page that is there already while its scripts still load: a reader who asks for it gets it when they run.
 */

/** How a page remembers that its reader wants the search. */
interface EarlySearch {
  isWanted?: true;
  /** Ends remembering. */
  stop(): void;
}

declare global {
  interface Window {
    earlySearch: EarlySearch;
  }
}

/** The script in the head of each page: remembers Ctrl K, "/" and a click on the button. */
export const EARLY_SEARCH = `(() => {
  const remember = (event) => {
    const { type, key, ctrlKey, metaKey, target } = event;
    if (type === 'click' ? !target.closest('.VPNavBarSearch') : key !== '/' && !((ctrlKey || metaKey) && /^k$/i.test(key))) return;
    event.preventDefault();
    earlySearch.isWanted = true;
  };
  const types = ['keydown', 'click'];
  window.earlySearch = { stop: () => types.forEach((type) => removeEventListener(type, remember)) };
  types.forEach((type) => addEventListener(type, remember));
})();`;

/** Opens the search if the reader has asked for it. From now on, the search listens itself. */
export function openEarlySearch(): void {
  const { earlySearch } = window;
  earlySearch.stop();
  if (earlySearch.isWanted) dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true }));
}
