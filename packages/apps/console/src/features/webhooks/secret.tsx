import { CopyButton } from '../../shared/ui/copy-button.tsx';
import styles from './webhooks.module.css';

/** A new secret, which only this page shows. */
export function Secret({ secret }: { secret: string }) {
  return (
    <p role="status" className={styles.secret}>
      Copy the secret now, with which your receiver verifies events. It won't be shown again. <code>{secret}</code>{' '}
      <CopyButton text={secret} label="Copy secret" />
    </p>
  );
}
