import { Fragment, type ReactNode, useState } from 'react';
import { formatNumber } from '../text/count.ts';
import { inSentence } from '../text/in-sentence.ts';
import { Button } from '../ui/button.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { Table } from '../ui/table.tsx';
import { niceMaximum } from './scale.ts';
import styles from './stacked-bars.module.css';

/** A segment of each bar. The first is at the baseline. */
export interface Series {
  /** Selects the color. */
  name: string;
  label: string;
}

/** The numbers of a period. */
export interface Bar {
  /** Unique among the bars. */
  label: string;
  /** By the name of the series. */
  values: Readonly<Record<string, number>>;
}

/** Properties of {@link StackedBars}. */
export interface StackedBarsProps {
  /** What is counted, such as "Unresolved issues by day". */
  label: string;
  series: readonly Series[];
  /** Oldest first. */
  bars: readonly Bar[];
  /** The heading of the periods in the table, such as "Day". */
  period: string;
  /** Renders the number of a bar as a link to what it counts. Default: without a link. */
  linkNumber?: (bar: Bar, series: string, label: string) => ReactNode;
}

const HEIGHT = 160;

/** Charts numbers over time as stacked bars, or shows them as a table. */
export function StackedBars(props: StackedBarsProps) {
  const [isTable, setTable] = useState(false);
  return (
    <div className={styles.chart}>
      {isTable ? <BarTable {...props} /> : <Bars {...props} />}
      <Button onClick={() => setTable(!isTable)}>{isTable ? 'Show as chart' : 'Show as table'}</Button>
    </div>
  );
}

function Bars({ label, series, bars, linkNumber = withoutLink }: StackedBarsProps) {
  const [hovered, setHovered] = useState<Bar>();
  const totals = bars.map(({ values }) => series.reduce((total, { name }) => total + (values[name] ?? 0), 0));
  const highest = Math.max(0, ...totals);
  const end = niceMaximum(Math.max(1, highest));
  const shown = hovered ?? bars.at(-1);
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        {shown === undefined
          ? 'No data'
          : series.map(({ name, label: text }, index) => (
              <Fragment key={name}>
                {index === 0 ? <time>{shown.label}: </time> : ', '}
                {linkNumber(shown, name, `${numberOf(shown, name)} ${inSentence(text)}`)}
              </Fragment>
            ))}
      </figcaption>
      <div className={styles.plot}>
        <span className={styles.scale} aria-hidden="true">
          <span>{formatNumber(end)}</span>
          <span>0</span>
        </span>
        <svg
          className={styles.bars}
          viewBox={`0 0 ${bars.length * 10} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${label}. Highest number: ${formatNumber(highest)}.`}
          onPointerLeave={() => setHovered(undefined)}
        >
          {bars.map((bar, index) => (
            <g key={bar.label} onPointerEnter={() => setHovered(bar)} data-hovered={bar === hovered || undefined}>
              <rect className={styles.area} x={index * 10} y={0} width={10} height={HEIGHT} />
              {stack(bar, series).map(({ name, from, size }) => (
                <rect
                  key={name}
                  data-series={name}
                  x={index * 10 + 1}
                  width={8}
                  y={HEIGHT - ((from + size) / end) * HEIGHT}
                  height={(size / end) * HEIGHT}
                />
              ))}
            </g>
          ))}
        </svg>
      </div>
      <div className={styles.periods} aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
      <ul className={styles.legend}>
        {series.map(({ name, label: text }) => (
          <li key={name} data-series={name}>
            {text}
          </li>
        ))}
      </ul>
    </figure>
  );
}

function BarTable({ label, series, bars, period, linkNumber = withoutLink }: StackedBarsProps) {
  return (
    <ScrollArea label="Numbers" className={styles.scroll}>
      <Table
        label={label}
        rows={bars.toReversed()}
        rowKey={(bar) => bar.label}
        columns={[
          { label: period, isHeader: true, render: (bar: Bar) => bar.label },
          ...series.map(({ name, label: text }) => ({
            label: text,
            isNumber: true,
            render: (bar: Bar) => linkNumber(bar, name, numberOf(bar, name)),
          })),
        ]}
      />
    </ScrollArea>
  );
}

function withoutLink(_bar: Bar, _series: string, label: string): string {
  return label;
}

function numberOf({ values }: Bar, name: string): string {
  return formatNumber(values[name] ?? 0);
}

/** Returns the start and size of each segment of a bar. */
function stack({ values }: Bar, series: readonly Series[]): { name: string; from: number; size: number }[] {
  let from = 0;
  return series.map(({ name }) => {
    const size = values[name] ?? 0;
    const segment = { name, from, size };
    from += size;
    return segment;
  });
}
