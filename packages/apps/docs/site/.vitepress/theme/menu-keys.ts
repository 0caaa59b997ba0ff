/**
 * Keyboard control of the menus that Redoc opens at its buttons, such as the languages of a sample: Redoc renders them at
 * the end of the page and supports only the mouse. The keys are those of the pattern "menu button" of the ARIA Authoring
 * Practices Guide.
 */

const OPENER = '[aria-haspopup="menu"][aria-expanded="true"]';
const ENTRY = '[role="menuitem"]';

/** Moves the focus into a menu that a key has just opened. Call it after each change of the page. */
export function focusNewMenu(): void {
  for (const menu of document.querySelectorAll<HTMLElement>('[role="menu"]:not([data-entered])')) {
    menu.dataset.entered = '';
    if (document.activeElement?.matches(`${OPENER}:focus-visible`)) menu.querySelector<HTMLElement>(ENTRY)?.focus();
  }
}

/** Moves between the entries of an open menu, selects one, or closes the menu. */
export function handleMenuKey(event: KeyboardEvent): void {
  const entry = (event.target as Element).closest<HTMLElement>(ENTRY);
  const menu = entry?.closest('[role="menu"]');
  if (!entry || !menu) return;
  const entries = [...menu.querySelectorAll<HTMLElement>(ENTRY)];
  const index = entries.indexOf(entry);
  const opener = document.querySelector<HTMLElement>(OPENER);
  const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key];
  if (next !== undefined) entries.at(next % entries.length)?.focus();
  else if (event.key === 'Enter' || event.key === ' ') {
    entry.click();
    opener?.focus();
  } else if (event.key === 'Escape' || event.key === 'Tab') {
    opener?.click();
    opener?.focus();
    // The browser then moves on from the button.
    if (event.key === 'Tab') return;
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
