import {
  Combobox,
  ComboboxGroup,
  ComboboxGroupLabel,
  ComboboxItem,
  ComboboxList,
  ComboboxProvider,
} from '@ariakit/react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { SCREENS } from '../../shared/links/screens.ts';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import styles from './palette.module.css';
import button from './palette-button.module.css';
import { type Entry, useSearchResults } from './search-results.ts';

const DEBOUNCE_LENGTH = 2;

/**
 * The command palette, which finds screens, and records of all types.
 *
 * @param initialText what the user typed before the palette had loaded
 */
export default function Palette({ initialText, close }: { initialText: string; close: () => void }) {
  const [text, setText] = useState(initialText);
  const searched = useDeferredValue(text.trim());
  const navigate = useNavigate();
  const { tenant, workspace } = useParams({ from: '/w/$tenant/$workspace' });
  const { entries, isPending, hasMore } = useSearchResults(searched.length < DEBOUNCE_LENGTH ? '' : searched);
  const screens = SCREENS.filter(({ label }) => label.toLowerCase().includes(searched.toLowerCase())).map(
    ({ segment, label }): Entry => ({ group: 'Screens', key: segment, label, to: segment, search: {} }),
  );
  const groups = Object.entries(Object.groupBy([...screens, ...entries], ({ group }) => group));
  function open({ to, search }: Entry) {
    close();
    void navigate({
      to: `/w/$tenant/$workspace/${to}` as '/w/$tenant/$workspace',
      params: { tenant, workspace },
      search,
    });
  }
  return (
    <ComboboxProvider defaultValue={initialText} setValue={setText} defaultOpen>
      <Combobox
        autoFocus
        autoSelect
        className={button.field}
        placeholder="Screen, name, owner, repository or identifier…"
        aria-label="Search"
      />
      <ComboboxList alwaysVisible className={styles.list} aria-label="Results">
        {groups.map(([group, items = []]) => (
          <ComboboxGroup key={group} className={styles.group}>
            <ComboboxGroupLabel className={styles.label}>{group}</ComboboxGroupLabel>
            {items.map((entry) => (
              <ComboboxItem key={entry.key} className={styles.item} onClick={() => open(entry)}>
                <Untrusted text={entry.label} />
                {entry.context && (
                  <small className={styles.context}>
                    <Untrusted text={entry.context} />
                  </small>
                )}
              </ComboboxItem>
            ))}
          </ComboboxGroup>
        ))}
      </ComboboxList>
      <p role="status" className={styles.status}>
        {describeResults(isPending, groups.length > 0, hasMore)}
      </p>
    </ComboboxProvider>
  );
}

function describeResults(isPending: boolean, isFound: boolean, hasMore: boolean): string {
  if (isPending) return 'Searching';
  if (hasMore) return 'There are more results. Type more words to find them.';
  return isFound ? '' : 'No results';
}
