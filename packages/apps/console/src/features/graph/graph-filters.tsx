import values from 'virtual:contract/values';
import { OBJECT_TYPES } from '../../shared/contract/object-types.ts';
import { Choices } from '../../shared/ui/choices.tsx';
import { Popover } from '../../shared/ui/popover.tsx';
import styles from './graph.module.css';
import type { GraphFilter } from './select-nodes.ts';

const TYPES = OBJECT_TYPES.map(({ objectType, plural }) => ({ value: objectType, label: plural }));
const SEVERITIES = [...values.enumerations.Severity, { value: 'none', label: 'None' }];

/** Filters the objects of a graph by type and severity. */
export function GraphFilters({
  filter: { types, severities },
  change,
}: {
  filter: GraphFilter;
  change: (filter: GraphFilter) => void;
}) {
  return (
    <Popover label="Filters" icon="filter">
      <div className={styles.filters}>
        <Choices
          title="Types"
          choices={TYPES}
          selected={types}
          change={(selected) => change({ types: selected, severities })}
        />
        <Choices
          title="Severities"
          choices={SEVERITIES}
          selected={severities}
          change={(selected) => change({ types, severities: selected })}
        />
      </div>
    </Popover>
  );
}
