import { type FormEvent, useState } from 'react';
import type { Filter } from '../contract/types.ts';
import { Untrusted } from '../text/untrusted.tsx';
import { toVisibleText } from '../text/visible-text.ts';
import { Button } from '../ui/button.tsx';
import { Choices } from '../ui/choices.tsx';
import { Icon } from '../ui/icon.tsx';
import { Popover } from '../ui/popover.tsx';
import { shortenId } from '../ui/short-id.tsx';
import { formatMinute, toLocalTime } from '../ui/time.tsx';
import styles from './filter-bar.module.css';
import type { ListState } from './list-state.ts';

/** The filters of a list: a field for the name, a panel for the others, and chips that remove active filters. */
export function FilterBar({
  filters,
  state,
  nameOf,
}: {
  filters: readonly Filter[];
  state: ListState;
  /** Returns the name for an ID in a filter, if it's known. */
  nameOf: (filter: string, id: string) => string | undefined;
}) {
  const name = filters.find(({ name }) => name === 'name' || name === 'rule_name');
  const others = filters.filter((filter) => filter !== name);
  return (
    <search className={styles.bar}>
      {name !== undefined && <NameField key={state.filters.get(name.name)?.[0] ?? ''} filter={name} state={state} />}
      {others.length > 0 && (
        <Popover label="Filters" icon="filter">
          <div className={styles.panel}>
            {others.map((filter) => (
              <FilterField key={filter.name} filter={filter} state={state} />
            ))}
          </div>
        </Popover>
      )}
      <ul className={styles.chips} aria-label="Active filters">
        {others.flatMap((filter) =>
          (state.filters.get(filter.name) ?? []).map((value) => (
            <li key={`${filter.name} ${value}`}>
              <Chip filter={filter} value={value} state={state} name={nameOf(filter.name, value)} />
            </li>
          )),
        )}
      </ul>
    </search>
  );
}

function NameField({ filter, state }: { filter: Filter; state: ListState }) {
  const [text, setText] = useState(state.filters.get(filter.name)?.[0] ?? '');
  function submit(event: FormEvent) {
    event.preventDefault();
    state.setFilter(filter, text === '' ? [] : [text]);
  }
  return (
    <form onSubmit={submit}>
      <label>
        <span className="visually-hidden">Name contains</span>
        <input
          type="search"
          placeholder="Name contains…"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={submit}
        />
      </label>
    </form>
  );
}

function Chip({
  filter,
  value,
  state,
  name,
}: {
  filter: Filter;
  value: string;
  state: ListState;
  name: string | undefined;
}) {
  const text = name ?? labelOf(filter, value);
  const label = filter.label.replace(/ ID$/, '');
  const values = state.filters.get(filter.name) ?? [];
  return (
    <button
      type="button"
      className={styles.chip}
      aria-label={`Remove filter ${label}: ${toVisibleText(text)}`}
      title={filter.label === label ? undefined : value}
      onClick={() =>
        state.setFilter(
          filter,
          values.filter((other) => other !== value),
        )
      }
    >
      <span>
        {label}: <Untrusted text={text} />
      </span>{' '}
      <Icon name="close" />
    </button>
  );
}

function labelOf({ name, type, values }: Filter, value: string): string {
  if (type === 'time') return formatMinute(new Date(value));
  if (name.endsWith('_id')) return shortenId(value);
  if (type === 'boolean') return value === 'true' ? 'yes' : 'no';
  return values.find((known) => known.value === value)?.label ?? value;
}

function FilterField({ filter, state }: { filter: Filter; state: ListState }) {
  const selected = state.filters.get(filter.name) ?? [];
  const set = (values: string[]) => state.setFilter(filter, values);
  if (filter.type === 'enum' && filter.isRepeated) {
    const { label, description, values } = filter;
    return <Choices title={label} description={description} choices={values} selected={selected} change={set} />;
  }
  if (filter.type === 'enum' || filter.type === 'boolean') {
    const options =
      filter.type === 'enum'
        ? filter.values
        : [
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ];
    return (
      <label className={styles.field} title={filter.description}>
        {filter.label}
        <select
          value={selected[0] ?? ''}
          onChange={(event) => set(event.target.value === '' ? [] : [event.target.value])}
        >
          <option value="">Any</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
    );
  }
  return <TypedField key={selected.join('\n')} {...{ filter, selected, set }} />;
}

function TypedField({
  filter,
  selected,
  set,
}: {
  filter: Filter;
  selected: string[];
  set: (values: string[]) => void;
}) {
  const [text, setText] = useState(filter.type === 'time' ? toLocalTime(selected[0]) : '');
  function apply() {
    if (text === '') return;
    if (filter.type === 'time') set([new Date(text).toISOString()]);
    else set(filter.isRepeated ? [...new Set([...selected, text])] : [text]);
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <label className={styles.field} title={filter.description}>
        {filter.label}
        <span className={styles.typed}>
          <input
            type={filter.type === 'time' ? 'datetime-local' : 'text'}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" aria-label={`Add filter ${filter.label}`}>
            Add
          </Button>
        </span>
      </label>
    </form>
  );
}
