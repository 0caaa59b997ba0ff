import styles from './choices.module.css';

/** A selectable value. */
export interface Choice {
  value: string;
  label: string;
  description?: string;
}

/** A group of checkboxes. */
export function Choices({
  title,
  description,
  choices,
  selected,
  change,
}: {
  title: string;
  description?: string;
  choices: readonly Choice[];
  selected: readonly string[];
  change: (selected: string[]) => void;
}) {
  return (
    <fieldset title={description} className={styles.choices}>
      <legend>{title}</legend>
      {choices.map(({ value, label, description }) => (
        <label key={value} className={styles.choice} title={description}>
          <input
            type="checkbox"
            checked={selected.includes(value)}
            onChange={(event) =>
              change(event.target.checked ? [...selected, value] : selected.filter((other) => other !== value))
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
