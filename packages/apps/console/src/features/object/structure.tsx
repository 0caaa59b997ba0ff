import { readLabel } from '../../shared/contract/read-label.ts';
import { Untrusted } from '../../shared/text/untrusted.tsx';
import styles from './structure.module.css';

/** A value of any depth: members with their names, elements below each other. */
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
    <dl className={styles.members}>
      {Object.entries(value).map(([name, member]) => (
        <div key={name}>
          <dt>{readLabel(name)}</dt>
          <dd>
            <Structure value={member} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
