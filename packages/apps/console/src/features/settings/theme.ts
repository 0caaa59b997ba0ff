import { local } from '../../shared/session/storages.ts';

/** The themes. `system` follows the operating system. */
export const THEMES = ['system', 'light', 'dark'] as const;
/** A theme that users can select. */
export type Theme = (typeof THEMES)[number];

const KEY = 'aispm-theme';
const system = matchMedia('(prefers-color-scheme: dark)');
system.addEventListener('change', applyTheme);

/** Returns the selected theme. */
export function readTheme(): Theme {
  const stored = local.getItem(KEY);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** Stores and applies a theme. */
export function saveTheme(theme: Theme): void {
  local.setItem(KEY, theme);
  applyTheme();
}

/** Applies the selected theme to the page. */
export function applyTheme(): void {
  const theme = readTheme();
  document.documentElement.dataset.theme = theme === 'system' ? (system.matches ? 'dark' : 'light') : theme;
}
