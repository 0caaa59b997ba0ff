import styles from './severity.module.css';

/** The shape of each severity, so that none is told by its color alone. */
const SHAPES: Record<string, string> = { critical: '◆', high: '▲', medium: '●', low: '○', info: '–' };

/** Returns the shape of a severity. */
export function severityShape(value: string): string {
  return SHAPES[value] ?? '■';
}

/** A severity as a shape and a word, or "None" for objects without issues. */
export function Severity({ value }: { value: string | null }) {
  if (value === null) return <span className={styles.none}>None</span>;
  return (
    <span className={styles.severity} data-severity={value}>
      <span aria-hidden="true">{severityShape(value)}</span> {value.charAt(0).toUpperCase() + value.slice(1)}
    </span>
  );
}
