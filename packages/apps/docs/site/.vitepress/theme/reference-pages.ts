/** What the prerendered pages of the reference do with JavaScript. Everything else on them works without. */
import { type Router, withBase } from 'vitepress';

/** How long the button says what happened, in milliseconds. */
const NOTICE_MS = 2_000;

/**
 * Makes the browser load a page of the reference when a reader comes from another page, because its content is only in its
 * HTML, and leaves the position within a page of the reference to the browser.
 */
export function loadReferencePages(router: Router): void {
  if (import.meta.env.SSR) return;
  let isFirst = true;
  router.onBeforePageLoad = (href) => {
    const { pathname } = new URL(href, location.href);
    const isReference = /^reference(\.html$|\/)/.test(pathname.slice(withBase('/').length));
    if (isFirst || !isReference) {
      isFirst = false;
      return true;
    }
    // The address is already the new one.
    if (pathname !== router.route.path) location.reload();
    return false;
  };
}

/** Copies the Markdown of a page when its button is pressed, and says so on the button. */
export async function copyMarkdown({ target }: Event): Promise<void> {
  const button = target instanceof Element ? target.closest<HTMLElement>('button[data-copy]') : null;
  if (!button) return;
  const label = button.textContent;
  try {
    const response = await fetch(button.dataset.copy ?? '');
    if (!response.ok) throw new Error(`Status ${response.status}`);
    await navigator.clipboard.writeText(await response.text());
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not copied. Open it instead.';
  }
  setTimeout(() => {
    button.textContent = label;
  }, NOTICE_MS);
}
