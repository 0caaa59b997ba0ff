import type { ComponentProps } from 'react';
import styles from './button.module.css';

/** A button. `kind` is `primary` for the main action of a screen, and `danger` for actions that can't be undone. */
export function Button({
  kind = 'default',
  isDisabled = false,
  ...properties
}: Omit<ComponentProps<'button'>, 'className' | 'disabled'> & {
  kind?: 'default' | 'primary' | 'danger' | 'quiet';
  isDisabled?: boolean;
}) {
  return <button type="button" {...properties} disabled={isDisabled} className={`${styles.button} ${styles[kind]}`} />;
}
