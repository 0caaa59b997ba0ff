const LINE_LENGTH = 14;
const MAX_LINES = 2;

/** Divides a name into at most two short lines, at its words where that is possible. What has no space ends with "…". */
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

/** Returns where a line ends: at its last space or after its last hyphen, slash or dot, otherwise where it is full. */
function lastBreak(text: string): number {
  const end = Math.max(
    text.lastIndexOf(' '),
    ...['-', '/', '.', '_'].map((sign) => text.slice(0, LINE_LENGTH).lastIndexOf(sign) + 1),
  );
  return end > 0 ? end : LINE_LENGTH;
}
