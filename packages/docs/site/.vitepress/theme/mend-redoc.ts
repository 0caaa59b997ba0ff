/**
 * Mends what Redoc leaves unreachable for a keyboard or a screen reader, now and whenever it draws something new:
 * scrolling code that takes no focus, a menu that is no landmark, a button whose name hides what it shows.
 *
 * @returns ends the watch
 */
export function mendRedoc(root: HTMLElement): () => void {
  const mend = () => {
    for (const code of root.querySelectorAll('pre:not([tabindex])')) code.setAttribute('tabindex', '0');
    for (const button of root.querySelectorAll('button[aria-label="Example"]')) button.removeAttribute('aria-label');
    const menu = root.querySelector('.menu-content:not([role])');
    menu?.setAttribute('role', 'navigation');
    menu?.setAttribute('aria-label', 'Operations and schemas');
  };
  const observer = new MutationObserver(mend);
  observer.observe(root, { childList: true, subtree: true });
  mend();
  return () => observer.disconnect();
}
