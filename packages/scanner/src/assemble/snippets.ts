/** Source code for locations, with secrets replaced. */
import type { DetectedLocation } from '../graph/graph.ts';
import { redactCommandLine } from '../text/command-line.ts';

const MAX_SNIPPET = 2_048;
const MAX_LINE = 400;

/** Returns the first lines of a location, up to the number that may be shown; undefined if none may be shown. */
export function snippetOf({ span, lines, snippet }: DetectedLocation, text: string | undefined): string | undefined {
  if (snippet !== undefined) return clean(snippet);
  if (text === undefined || lines === 0 || span.length > 4) return undefined;
  const [first, firstColumn, last, lastColumn] = span;
  const shown = text
    .split(/\r?\n/, Math.min(last, first + lines - 1))
    .slice(first - 1)
    // Beside what was found, a line may contain strings that must not be sent, such as instructions.
    .map((line, index) => (first + index === last ? line.slice(0, lastColumn) : line))
    .map((line, index) => (index === 0 ? line.slice(firstColumn - 1) : line))
    .map((line) => (line.length > MAX_LINE ? line.slice(0, MAX_LINE) : line));
  return clean(shown.join('\n'));
}

function clean(source: string): string | undefined {
  const snippet = redactCommandLine(source).slice(0, MAX_SNIPPET);
  // Control characters of a hostile repository are of no use here.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  const visible = snippet.replaceAll(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '').trimEnd();
  return visible === '' ? undefined : visible;
}
