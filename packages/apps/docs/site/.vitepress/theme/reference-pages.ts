/** The JavaScript of prerendered reference pages. Everything else on them works without JavaScript. */
import { type Router, withBase } from 'vitepress';

/** How long the button shows the result, in milliseconds. */
const NOTICE_MS = 2_000;

/**
 * Makes links to reference pages do a full page load, because their content is only in their HTML, and leaves scrolling
 * within a reference page to the browser.
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
    // The URL has already changed.
    if (pathname !== router.route.path) location.reload();
    return false;
  };
}

/** Copies the Markdown of a page when its button is pressed, and shows the result on the button. */
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
    button.textContent = "Couldn't copy. Open it instead.";
  }
  setTimeout(() => {
    button.textContent = label;
  }, NOTICE_MS);
}
