import { enterNewMenu, moveInMenu } from './menu-keys.ts';
import { namedSectionEntrance } from './named-section.ts';

/**
 * Mends what Redoc leaves unreachable for a keyboard or a screen reader, now and whenever it draws something new:
 * scrolling code that takes no focus, a menu that is no landmark, a button whose name hides what it shows, menus that only
 * a mouse gets into, a part that the address names and that the focus does not follow.
 *
 * @returns ends the watch
 */
export function mendRedoc(root: HTMLElement): () => void {
  const enterNamedSection = namedSectionEntrance();
  const mend = () => {
    for (const code of root.querySelectorAll('pre:not([tabindex])')) code.setAttribute('tabindex', '0');
    for (const button of root.querySelectorAll('button[aria-label="Example"]')) button.removeAttribute('aria-label');
    const menu = root.querySelector('.menu-content:not([role])');
    menu?.setAttribute('role', 'navigation');
    menu?.setAttribute('aria-label', 'Operations and schemas');
    enterNewMenu();
    enterNamedSection();
  };
  const observer = new MutationObserver(mend);
  // Menus and the like are drawn outside of the root.
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('keydown', moveInMenu, { capture: true });
  mend();
  return () => {
    observer.disconnect();
    document.removeEventListener('keydown', moveInMenu, { capture: true });
  };
}
