/**
 * Lets the keyboard into the menus that Redoc opens at its buttons, such as the languages of a sample: Redoc draws them at
 * the end of the page and leaves them to the mouse. The keys are those of the pattern "menu button" of the WAI-ARIA guide.
 */

const OPENER = '[aria-haspopup="menu"][aria-expanded="true"]';
const ENTRY = '[role="menuitem"]';

/** Takes the focus into a menu that has just been opened with a key; to be called when something was drawn. */
export function enterNewMenu(): void {
  for (const menu of document.querySelectorAll<HTMLElement>('[role="menu"]:not([data-entered])')) {
    menu.dataset.entered = '';
    if (document.activeElement?.matches(`${OPENER}:focus-visible`)) menu.querySelector<HTMLElement>(ENTRY)?.focus();
  }
}

/** Moves between the entries of an open menu, chooses one, or closes the menu. */
export function moveInMenu(event: KeyboardEvent): void {
  const entry = (event.target as Element).closest<HTMLElement>(ENTRY);
  const menu = entry?.closest('[role="menu"]');
  if (!entry || !menu) return;
  const entries = [...menu.querySelectorAll<HTMLElement>(ENTRY)];
  const place = entries.indexOf(entry);
  const opener = document.querySelector<HTMLElement>(OPENER);
  const next = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: -1 }[event.key];
  if (next !== undefined) entries.at(next % entries.length)?.focus();
  else if (event.key === 'Enter' || event.key === ' ') {
    entry.click();
    opener?.focus();
  } else if (event.key === 'Escape' || event.key === 'Tab') {
    opener?.click();
    opener?.focus();
    // From the button, Tab goes on as always.
    if (event.key === 'Tab') return;
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
