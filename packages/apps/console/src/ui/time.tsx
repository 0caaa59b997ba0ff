const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

/** A time relative to now; the exact one, here and in UTC, on hover and for screen readers. */
export function Time({ value }: { value: string | null }) {
  if (value === null) return <>–</>;
  const date = new Date(value);
  return (
    <time dateTime={value} title={`${exact.format(date)} (${value})`}>
      {formatRelative(date, new Date())}
    </time>
  );
}

export function formatRelative(date: Date, now: Date): string {
  const seconds = (date.getTime() - now.getTime()) / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return relative.format(Math.round(seconds / size), unit);
}
