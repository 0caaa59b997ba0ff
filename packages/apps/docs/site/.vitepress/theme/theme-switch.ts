/** Suspends transitions while the page changes between light and dark: some of its parts would follow later than others. */
export function changeColorsAtOnce(): void {
  if (import.meta.env.SSR) return;
  const { classList } = document.documentElement;
  classList.add('switching-theme');
  requestAnimationFrame(() => requestAnimationFrame(() => classList.remove('switching-theme')));
}
