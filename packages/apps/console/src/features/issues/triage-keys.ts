import { isTyping, useKeyPresses } from '../../shared/keys/key-presses.ts';

/** Calls the action of a pressed key, unless the user is typing. */
export function useTriageKeys(actions: Readonly<Record<string, () => unknown>>): void {
  useKeyPresses((event) => {
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (action === undefined || isTyping(event)) return;
    event.preventDefault();
    action();
  });
}
