import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * Listens to key presses in the window. The listener is added before the browser paints the component, so that no key
 * press is lost.
 */
export function useKeyPresses(press: (event: KeyboardEvent) => void): void {
  const onPress = useEffectEvent(press);
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onPress(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

/** Elements that handle keys themselves. */
const FIELDS = 'input:not([type="checkbox"], [type="radio"]), select, textarea, dialog, [popover]';

/** Whether a key belongs to a field, a dialog or the browser. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  return event.target instanceof Element && event.target.closest(FIELDS) !== null;
}
