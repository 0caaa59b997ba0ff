import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useKeyPresses } from '../../shared/keys/key-presses.ts';
import { Button } from '../../shared/ui/button.tsx';
import styles from './palette-button.module.css';

const Palette = lazy(() => import('./palette.tsx'));

/** The button that opens the command palette. Ctrl K, or ⌘ K on a Mac, does the same. */
export function PaletteButton() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  useKeyPresses((event) => {
    if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    setOpen(true);
  });
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else {
      dialog.current?.close();
      setTyped('');
    }
  }, [isOpen]);
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-keyshortcuts="Control+K">
        Search <kbd className={styles.key}>Ctrl K</kbd>
      </Button>
      <dialog ref={dialog} className={styles.dialog} aria-label="Command palette" onClose={() => setOpen(false)}>
        {isOpen && (
          <Suspense
            // Keeps what the user types while the palette loads.
            fallback={
              <input
                className={styles.field}
                aria-label="Search"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            }
          >
            <Palette initialText={typed} close={() => setOpen(false)} />
          </Suspense>
        )}
      </dialog>
    </>
  );
}
