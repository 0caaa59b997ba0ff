/**
 * Creates a function that moves the focus to the section of the reference that the address names when the page opens, so
 * that Tab and a screen reader continue there. A browser does this itself only for elements that exist when the page is
 * loaded, and Redoc renders its sections later.
 *
 * @returns call it after each change of the page; it does nothing once the section has had the focus or another element has it
 */
export function createSectionFocus(): () => void {
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
