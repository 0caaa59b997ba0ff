import { isTyping, useKeyPresses } from '../../shared/keys/key-presses.ts';

/** Calls the action of a key, unless somebody types. */
export function useTriageKeys(actions: Readonly<Record<string, () => unknown>>): void {
  useKeyPresses((event) => {
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (action === undefined || isTyping(event)) return;
    event.preventDefault();
    action();
  });
}
