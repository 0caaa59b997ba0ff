import type { ReactNode } from 'react';
import { Untrusted } from '../text/untrusted.tsx';
import { Button } from './button.tsx';
import styles from './confirm.module.css';

/** Asks for confirmation before deleting something. The button contains the record's name. */
export function Confirm({
  consequence,
  verb,
  name,
  isPending,
  confirm,
  cancel,
  children,
}: {
  /** The consequence, in a sentence. */
  consequence: string;
  verb: string;
  /** The name of the record. */
  name: string;
  isPending: boolean;
  confirm: () => void;
  cancel: () => void;
  /** An error message. */
  children?: ReactNode;
}) {
  return (
    <div role="alert" className={styles.confirm}>
      <span>{consequence}</span>
      <Button kind="danger" isDisabled={isPending} onClick={confirm}>
        <span>
          {verb} <Untrusted text={name} />
        </span>
      </Button>
      <Button onClick={cancel}>Cancel</Button>
      {children}
    </div>
  );
}
