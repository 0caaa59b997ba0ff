import { local } from '../../shared/session/storages.ts';

/** The colors: light, dark, or those of the system. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'aispm-theme';
const system = matchMedia('(prefers-color-scheme: dark)');
system.addEventListener('change', applyTheme);

export function readTheme(): Theme {
  const stored = local.getItem(KEY);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

export function saveTheme(theme: Theme): void {
  local.setItem(KEY, theme);
  applyTheme();
}

/** Gives the page the colors of the selected theme. */
export function applyTheme(): void {
  const theme = readTheme();
  document.documentElement.dataset.theme = theme === 'system' ? (system.matches ? 'dark' : 'light') : theme;
}
