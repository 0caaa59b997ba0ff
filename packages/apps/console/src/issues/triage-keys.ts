import { useEffect } from 'react';
import { isTyping } from '../app/navigation-keys.ts';

/** Calls the action of a key, unless somebody types. */
export function useTriageKeys(actions: Readonly<Record<string, () => unknown>>): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
      if (action === undefined || isTyping(event)) return;
      event.preventDefault();
      action();
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}
