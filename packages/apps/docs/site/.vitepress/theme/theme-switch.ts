/** Enough time to change the colors of a page, in milliseconds. */
const CHANGE_MS = 100;

/** Suspends transitions while the theme changes, because some parts would change later than others. */
export function changeColorsAtOnce(): void {
  if (import.meta.env.SSR) return;
  const { classList } = document.documentElement;
  classList.add('switching-theme');
  setTimeout(() => classList.remove('switching-theme'), CHANGE_MS);
}
