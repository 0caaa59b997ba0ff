import { readLabel } from '../../shared/contract/read-label.ts';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import styles from './structure.module.css';

/** Renders a nested value: objects as definition lists, arrays as lists. */
export function Structure({ value }: { value: unknown }) {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'object') return <Untrusted text={String(value)} />;
  if (Array.isArray(value)) {
    return (
      <ul className={styles.elements}>
        {value.map((element, index) => (
          <li key={index}>
            <Structure value={element} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <dl className={styles.properties}>
      {Object.entries(value).map(([name, property]) => (
        <div key={name}>
          <dt>{readLabel(name)}</dt>
          <dd>
            <Structure value={property} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
