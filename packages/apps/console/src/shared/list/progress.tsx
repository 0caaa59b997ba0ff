import { formatNumber } from '../text/count.ts';
import { Button } from '../ui/button.tsx';
import styles from './bulk.module.css';

/** How far a change of many rows is, and the button that stops it. */
export function Progress({ count, total, stop }: { count: number; total: number; stop: () => void }) {
  return (
    <div className={styles.actions}>
      <span>
        {formatNumber(count)} of {formatNumber(total)} done
      </span>
      <Button onClick={stop}>Stop</Button>
    </div>
  );
}
