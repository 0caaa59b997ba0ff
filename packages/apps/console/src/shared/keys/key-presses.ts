import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * Listens to the keys of the window. It does so as soon as what the component renders is on the page: who presses a key for what
 * they see loses none, however busy the browser is.
 */
export function useKeyPresses(press: (event: KeyboardEvent) => void): void {
  const onPress = useEffectEvent(press);
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onPress(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

/** Where keys have a meaning of their own. */
const FIELDS = 'input:not([type="checkbox"], [type="radio"]), select, textarea, dialog, [popover]';

/** Whether a key belongs to a field, a dialog or the browser. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  return event.target instanceof Element && event.target.closest(FIELDS) !== null;
}
