import type { SeverityCounts } from '@aispm/client';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import styles from './histogram.module.css';

const SERIES = [
  { name: 'critical', label: 'Critical' },
  { name: 'high', label: 'High' },
  { name: 'other', label: 'Other' },
] as const;
const HEIGHT = 160;
const DAY_MS = 86_400_000;
const dayFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Unresolved issues by day, critical ones at the baseline; the same numbers as a table on request. Days are those of UTC. */
export function Histogram({ counts, today }: { counts: readonly SeverityCounts[]; today: Date }) {
  const [isTable, setTable] = useState(false);
  const days = counts.map((count, index) => ({
    ...count,
    day: dayFormat.format(today.getTime() - (counts.length - 1 - index) * DAY_MS),
    total: count.critical + count.high + count.other,
  }));
  return (
    <div>
      {isTable ? <Table days={days} /> : <Bars days={days} />}
      <Button kind="quiet" onClick={() => setTable(!isTable)}>
        {isTable ? 'Show as chart' : 'Show as table'}
      </Button>
    </div>
  );
}

type Day = SeverityCounts & { day: string; total: number };

function Bars({ days }: { days: readonly Day[] }) {
  const [hovered, setHovered] = useState<Day>();
  const highest = niceMaximum(Math.max(1, ...days.map(({ total }) => total)));
  const shown = hovered ?? days.at(-1);
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        {shown === undefined
          ? 'No data'
          : `${shown.day}: ${shown.critical} critical, ${shown.high} high, ${shown.other} other`}
      </figcaption>
      <div className={styles.plot}>
        <span className={styles.scale} aria-hidden="true">
          <span>{highest}</span>
          <span>0</span>
        </span>
        <svg
          className={styles.bars}
          viewBox={`0 0 ${days.length * 10} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Unresolved issues by day. Highest number: ${Math.max(0, ...days.map(({ total }) => total))}.`}
          onPointerLeave={() => setHovered(undefined)}
        >
          {days.map((day, index) => (
            <g key={day.day} onPointerEnter={() => setHovered(day)} data-hovered={day === hovered || undefined}>
              <rect className={styles.area} x={index * 10} y={0} width={10} height={HEIGHT} />
              {stack(day).map(({ name, from, size }) => (
                <rect
                  key={name}
                  data-series={name}
                  x={index * 10 + 1}
                  width={8}
                  y={HEIGHT - ((from + size) / highest) * HEIGHT}
                  height={(size / highest) * HEIGHT}
                />
              ))}
            </g>
          ))}
        </svg>
      </div>
      <div className={styles.days} aria-hidden="true">
        <span>{days[0]?.day}</span>
        <span>{days.at(-1)?.day}</span>
      </div>
      <ul className={styles.legend}>
        {SERIES.map(({ name, label }) => (
          <li key={name} data-series={name}>
            {label}
          </li>
        ))}
      </ul>
    </figure>
  );
}

function Table({ days }: { days: readonly Day[] }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {SERIES.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day}</th>
              {SERIES.map(({ name }) => (
                <td key={name}>{day[name]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns where the part of each series begins in the bar of a day. */
function stack(day: Day): { name: string; from: number; size: number }[] {
  let from = 0;
  return SERIES.map(({ name }) => {
    const part = { name, from, size: day[name] };
    from += day[name];
    return part;
  });
}

/** Returns the next number of the form 1, 2 or 5 times a power of ten, which ends the scale. */
export function niceMaximum(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10);
}
