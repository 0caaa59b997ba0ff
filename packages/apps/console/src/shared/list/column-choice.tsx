import type { Column } from '../contract/types.ts';
import { Popover } from '../ui/popover.tsx';
import { explain } from '../ui/states.tsx';
import styles from './filter-bar.module.css';

/** Lets users choose the columns of a table. */
export function ColumnChoice({
  columns,
  selected,
  change,
  problem,
}: {
  columns: readonly Column[];
  selected: readonly Column[];
  change: (names: readonly string[]) => void;
  /** The reason why the choice wasn't stored. */
  problem: Error | null;
}) {
  const isSelected = ({ name }: Column) => selected.some((column) => column.name === name);
  return (
    <Popover label="Columns">
      <fieldset className={styles.panel}>
        <legend className="visually-hidden">Columns</legend>
        {columns.map((column) => (
          <label key={column.name} className={styles.choice} title={column.description}>
            <input
              type="checkbox"
              checked={isSelected(column)}
              onChange={() =>
                change(columns.filter((other) => isSelected(other) !== (other === column)).map(({ name }) => name))
              }
            />
            {column.label}
          </label>
        ))}
      </fieldset>
      <p role="status" className={styles.problem}>
        {problem !== null && `The selected columns are in the URL, but were not saved. ${explain(problem)}`}
      </p>
    </Popover>
  );
}
