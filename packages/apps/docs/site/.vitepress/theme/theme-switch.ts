/** Longer than it takes to change the colors of a page, in milliseconds. */
const CHANGE_MS = 100;

/** Suspends transitions while the page changes between light and dark: some of its parts would follow later than others. */
export function changeColorsAtOnce(): void {
  if (import.meta.env.SSR) return;
  const { classList } = document.documentElement;
  classList.add('switching-theme');
  setTimeout(() => classList.remove('switching-theme'), CHANGE_MS);
}
