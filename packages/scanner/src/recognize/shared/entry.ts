/** Entries of the catalogue by their role. */
import type { InstanceValue, Value } from '../../resolve/values.ts';
import type { Component, Entry, Recognizer, WrapperComponent } from './framework.ts';

/** Returns whether there is an entry, and its component has a role. */
export function hasRole<R extends Component['role']>(
  entry: Entry | undefined,
  role: R,
): entry is Entry<Extract<Component, { role: R }>> {
  return entry?.component.role === role;
}

/** Returns what a wrapper wraps; undefined when its call doesn't pass it. */
export function wrappedBy(
  recognizer: Recognizer,
  instance: InstanceValue,
  { component }: Entry<WrapperComponent>,
): Value | undefined {
  return component.value === 'receiver' ? instance.receiver : recognizer.select(instance, component.value);
}

/** An entry without information about models. */
export const PLAIN: Entry = {
  framework: { id: '', title: '', language: 'python', documentation: '', modules: [], packages: [], components: [] },
  component: { role: 'guardrail', symbols: [], direction: 'both' },
};
