import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { EVERYTHING, LAST_WEEK, PERIODS, startOf } from '../../shared/links/period.ts';
import { type Search, valuesOf } from '../../shared/links/search.ts';
import { Button } from '../../shared/ui/button.tsx';
import { toLocalTime } from '../../shared/ui/time.tsx';
import styles from './changes.module.css';

const CUSTOM = 'custom';

/** Returns the period in the URL, and the function that changes it. */
export function usePeriod(): { name: string | undefined; setPeriod: (name: string) => void } {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  return {
    name: valuesOf(search, 'since')[0],
    setPeriod: (since) => void navigate({ to: '.', search: { ...search, since }, replace: true }),
  };
}

/** Selects one of the periods, or a moment. */
export function PeriodChoice() {
  const { name = LAST_WEEK.value, setPeriod } = usePeriod();
  const isCustom = name !== EVERYTHING && !PERIODS.some(({ value }) => value === name);
  const start = startOf(name, new Date());
  return (
    <div className={styles.period}>
      <label>
        <span className="visually-hidden">Period</span>
        <select
          value={isCustom ? CUSTOM : name}
          onChange={({ target }) =>
            setPeriod(target.value === CUSTOM ? (start ?? new Date().toISOString()) : target.value)
          }
        >
          {PERIODS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          <option value={EVERYTHING}>All that are kept</option>
          <option value={CUSTOM}>Since…</option>
        </select>
      </label>
      {isCustom && <Moment key={start} start={start} setPeriod={setPeriod} />}
    </div>
  );
}

function Moment({ start, setPeriod }: { start: string | undefined; setPeriod: (name: string) => void }) {
  const [text, setText] = useState(toLocalTime(start));
  function submit(event: FormEvent) {
    event.preventDefault();
    setPeriod(new Date(text).toISOString());
  }
  return (
    <form onSubmit={submit}>
      <input
        type="datetime-local"
        aria-label="Since"
        required
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit">Show</Button>
    </form>
  );
}
