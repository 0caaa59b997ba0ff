import { createSectionFocus } from './focus-section.ts';
import { focusNewMenu, handleMenuKey } from './menu-keys.ts';

/**
 * Makes the output of Redoc accessible to keyboards and screen readers, now and after each change of the page: adds
 * scrolling code and tables to the tab order, turns the menu into a landmark, removes the name of a button that hides its text, supports
 * keys in menus, and moves the focus to the section that the address names.
 *
 * @returns stops observing the page
 */
export function fixRedoc(root: HTMLElement): () => void {
  const focusSection = createSectionFocus();
  const fix = () => {
    for (const region of root.querySelectorAll(':is(pre, .md-table-wrapper):not([tabindex])')) {
      region.setAttribute('tabindex', '0');
    }
    for (const button of root.querySelectorAll('button[aria-haspopup][aria-label]')) {
      if (button.textContent?.trim()) button.removeAttribute('aria-label');
    }
    const menu = root.querySelector('.menu-content:not([role])');
    menu?.setAttribute('role', 'navigation');
    menu?.setAttribute('aria-label', 'Operations and schemas');
    focusNewMenu();
    focusSection();
  };
  const observer = new MutationObserver(fix);
  // Redoc renders the menus of its buttons outside of the root.
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('keydown', handleMenuKey, { capture: true });
  fix();
  return () => {
    observer.disconnect();
    document.removeEventListener('keydown', handleMenuKey, { capture: true });
  };
}
