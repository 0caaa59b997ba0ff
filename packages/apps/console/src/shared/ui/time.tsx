const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
// Formatters take time to create, which screens without their texts need not wait for.
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
let relative: Intl.RelativeTimeFormat | undefined;
/** What was formatted before, by number and unit: there are few of them, and formatting is what costs most in a row of a list. */
const phrases = new Map<string, string>();

/** A time relative to now; the exact one, here and in UTC, on hover and for screen readers. */
export function Time({ value }: { value: string | null }) {
  if (value === null) return <>–</>;
  const date = new Date(value);
  return (
    <time dateTime={value} title={`${formatExact(date)} (${value})`}>
      {formatRelative(date, new Date())}
    </time>
  );
}

/** Returns a time relative to another one, such as "3 hours ago". */
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

/** Returns a time in the zone of the browser, such as "Nov 18, 2026, 09:30:00". */
function formatExact(date: Date): string {
  return `${formatMinute(date)}:${twoDigits(date.getSeconds())}`;
}

/** Returns a time in the zone of the browser, such as "Nov 18, 2026, 09:30". */
export function formatMinute(date: Date): string {
  const time = `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
  return `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}, ${time}`;
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}
