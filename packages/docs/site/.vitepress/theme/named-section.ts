/**
 * Lets Tab go on from the part of the reference that the address names when the page is opened, and a screen reader begin
 * there. A browser does that by itself only for what is in the page already, and Redoc draws its parts later.
 *
 * @returns to be called when something was drawn; does nothing once the part is there or the reader has gone elsewhere
 */
export function namedSectionEntrance(): () => void {
  const [, path = ''] = location.hash.split('#');
  let isDone = path === '';
  return () => {
    isDone ||= document.activeElement !== document.body;
    const section = isDone ? null : document.getElementById(path.replace(/^\//, ''));
    if (!section) return;
    isDone = true;
    section.setAttribute('tabindex', '-1');
    section.focus({ preventScroll: true });
    section.addEventListener('blur', () => section.removeAttribute('tabindex'), { once: true });
  };
}
