const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
// Formatters are slow to create, so they're only created when needed.
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
let relative: Intl.RelativeTimeFormat | undefined;
/** Formatted times by number and unit. There are few of them, and formatting is the slowest part of a list row. */
const phrases = new Map<string, string>();

/** A relative time. Hovering shows the exact local and UTC time. */
export function Time({ value }: { value: string | null }) {
  if (value === null) return <>–</>;
  const date = new Date(value);
  return (
    <time dateTime={value} title={`${formatExact(date)} (${value})`}>
      {formatRelative(date, new Date())}
    </time>
  );
}

/** Formats a time relative to another, such as "3 hours ago". */
export function formatRelative(date: Date, now: Date): string {
  const seconds = (date.getTime() - now.getTime()) / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  const count = Math.round(seconds / size);
  const key = `${count} ${unit}`;
  relative ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  const phrase = phrases.get(key) ?? relative.format(count, unit);
  phrases.set(key, phrase);
  return phrase;
}

/** Formats a time in the browser's time zone, such as "Nov 18, 2026, 09:30:00". */
function formatExact(date: Date): string {
  return `${formatMinute(date)}:${twoDigits(date.getSeconds())}`;
}

/** Formats a time in the browser's time zone, such as "Nov 18, 2026, 09:30". */
export function formatMinute(date: Date): string {
  return `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}, ${formatClock(date)}`;
}

/** Formats the time of day in the browser's time zone, such as "09:30". */
export function formatClock(date: Date): string {
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** Converts a timestamp to the format of `datetime-local` inputs, in the browser's time zone. */
export function toLocalTime(timestamp: string | undefined): string {
  if (timestamp === undefined) return '';
  const date = new Date(timestamp);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}
