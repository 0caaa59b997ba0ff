import { Icon } from './icon.tsx';
import styles from './read-only.module.css';

/** Why the controls above are disabled: the key can't make changes. */
export function ReadOnly() {
  return (
    <p className={styles.note}>
      <Icon name="lock" /> Your API key can only read. Changes need a key with write access.
    </p>
  );
}
