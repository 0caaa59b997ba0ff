const LINE_LENGTH = 14;
const MAX_LINES = 2;

/** Breaks a name into up to two short lines, between words if possible, and ends it with "…" if it's too long. */
export function toLines(name: string): string[] {
  const lines: string[] = [];
  let rest = name.trim();
  while (rest !== '' && lines.length < MAX_LINES) {
    const end = rest.length <= LINE_LENGTH ? rest.length : lastBreak(rest.slice(0, LINE_LENGTH + 1));
    lines.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  const last = lines.at(-1) ?? '';
  return rest === '' ? lines : [...lines.slice(0, -1), `${last.slice(0, LINE_LENGTH - 1)}…`];
}

/** Returns where a line ends: at the last space, or after the last hyphen, slash or dot; otherwise where it's full. */
function lastBreak(text: string): number {
  const end = Math.max(
    text.lastIndexOf(' '),
    ...['-', '/', '.', '_'].map((separator) => text.slice(0, LINE_LENGTH).lastIndexOf(separator) + 1),
  );
  return end > 0 ? end : LINE_LENGTH;
}
