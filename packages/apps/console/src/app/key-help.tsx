import { useRef } from 'react';
import { isTyping, useKeyPresses } from '../shared/keys/key-presses.ts';
import { NAVIGATION_KEYS } from '../shared/keys/navigation-keys.ts';
import { SCREENS } from '../shared/links/screens.ts';
import { Button } from '../shared/ui/button.tsx';
import { Table } from '../shared/ui/table.tsx';
import styles from './key-help.module.css';

const NAVIGATION = Object.entries(NAVIGATION_KEYS).map(([key, segment]) => ({
  keys: ['G', key.toUpperCase()],
  effect: SCREENS.find((screen) => screen.segment === segment)?.label ?? segment,
}));

const GROUPS = [
  {
    title: 'Everywhere',
    keys: [
      { keys: ['?'], effect: 'Show this list' },
      { keys: ['Ctrl+K'], effect: 'Find a screen, an object, an issue or a rule' },
    ],
  },
  { title: 'Open a screen: press one key, then the other', keys: NAVIGATION },
  {
    title: 'Lists',
    keys: [
      { keys: ['J'], effect: 'Next row' },
      { keys: ['K'], effect: 'Previous row' },
      { keys: ['Enter'], effect: 'Open the row' },
    ],
  },
  {
    title: 'Issues',
    keys: [
      { keys: ['X'], effect: 'Select or deselect the row' },
      { keys: ['Shift+X'], effect: 'Extend the selection to this row' },
      { keys: ['E'], effect: 'Start work' },
      { keys: ['S'], effect: 'Suppress' },
      { keys: ['A'], effect: 'Assign' },
      { keys: ['U'], effect: 'Undo the last change; press again for earlier ones' },
      { keys: ['Escape'], effect: 'Clear the selection' },
    ],
  },
  { title: 'Objects and rules', keys: [{ keys: ['U'], effect: 'Undo the last change' }] },
];

/** The button that shows all keys. `?` does the same. */
export function KeyHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  useKeyPresses((event) => {
    if (event.key !== '?' || isTyping(event)) return;
    event.preventDefault();
    dialog.current?.showModal();
  });
  return (
    <>
      <span className={styles.button}>
        <Button kind="quiet" aria-keyshortcuts="Shift+?" onClick={() => dialog.current?.showModal()}>
          Keys
        </Button>
      </span>
      <dialog ref={dialog} className={styles.dialog} aria-label="Keys">
        <div className={styles.head}>
          <h2>Keys</h2>
          <Button onClick={() => dialog.current?.close()}>Close</Button>
        </div>
        {GROUPS.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <Table
              label={title}
              rows={keys}
              rowKey={({ effect }) => effect}
              columns={[
                { label: 'Keys', isHeader: true, render: (row) => <Keys keys={row.keys} /> },
                { label: 'Effect', render: ({ effect }) => effect },
              ]}
            />
          </section>
        ))}
      </dialog>
    </>
  );
}

function Keys({ keys }: { keys: readonly string[] }) {
  return keys.map((key) => (
    <kbd key={key} className={styles.key}>
      {key}
    </kbd>
  ));
}
