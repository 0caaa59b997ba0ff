/** Marks the section at the top of the window in the menu of the complete reference. */

/** A section becomes current when its start is this close to the top of the window, in pixels. */
const TOP = 120;

/**
 * Follows the scroll position of the complete reference. Does nothing on other pages. The group of the section is also
 * marked, but not opened, because the menu would move under the pointer.
 */
export function markCurrentSection(): void {
  const sections = [...document.querySelectorAll<HTMLElement>('.complete-reference > .entry')];
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.reference-menu a')].map((link) => [link.hash, link]),
  );
  let marked: HTMLAnchorElement | undefined;
  let isWaiting = false;

  const mark = () => {
    isWaiting = false;
    const current = links.get(`#${findCurrent(sections)?.id}`);
    if (current === marked) return;
    setMark(marked, false);
    setMark(current, true);
    marked = current;
  };
  const onScroll = () => {
    if (!sections[0]?.isConnected) {
      removeEventListener('scroll', onScroll);
      return;
    }
    if (!isWaiting) requestAnimationFrame(mark);
    isWaiting = true;
  };
  addEventListener('scroll', onScroll, { passive: true });
  onScroll();
}

/** Returns the last section that starts above the top of the window. */
function findCurrent(sections: HTMLElement[]): HTMLElement | undefined {
  let [low, high] = [0, sections.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sections[middle]?.getBoundingClientRect().top ?? 0) < TOP) low = middle + 1;
    else high = middle;
  }
  return sections[low - 1];
}

function setMark(link: HTMLAnchorElement | undefined, isCurrent: boolean): void {
  if (isCurrent) link?.setAttribute('aria-current', 'location');
  else link?.removeAttribute('aria-current');
  link?.closest('details')?.classList.toggle('has-current', isCurrent);
}
