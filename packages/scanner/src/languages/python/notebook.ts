/** Notebooks as one source: the cells of code in order, with spans that count within each cell. */
import type { FileFacts, Span } from '../../facts/facts.ts';

/** The code of a notebook. */
export interface Notebook {
  /** The cells, one after the other. */
  readonly text: string;
  /** For each cell of code, its number in the notebook from 1, and the first line in the text from 1. */
  readonly cells: readonly { readonly number: number; readonly firstLine: number }[];
}

interface Cell {
  readonly cell_type?: unknown;
  readonly source?: unknown;
}

/**
 * Reads the Python code of a notebook; undefined when it is of another language.
 *
 * @throws {SyntaxError} when it is not JSON
 */
export function readNotebook(json: string): Notebook | undefined {
  const notebook = JSON.parse(json) as { cells?: unknown; metadata?: { kernelspec?: { language?: unknown } } } | null;
  const language = notebook?.metadata?.kernelspec?.language;
  if (!Array.isArray(notebook?.cells) || (typeof language === 'string' && language !== 'python')) return undefined;
  const lines: string[] = [];
  const cells: { number: number; firstLine: number }[] = [];
  (notebook.cells as Cell[]).forEach((cell, index) => {
    const source = Array.isArray(cell?.source) ? cell.source.join('') : cell?.source;
    if (cell?.cell_type !== 'code' || typeof source !== 'string') return;
    cells.push({ number: index + 1, firstLine: lines.length + 1 });
    // Commands of the notebook are no Python; a cell for another program has none at all.
    const isForeign = /^\s*%%(?!time\b|timeit\b|capture\b|python\b)/.test(source);
    lines.push(
      ...source
        .split(/\r?\n/)
        .map((line) => (isForeign || /^\s*[%!?]/.test(line) ? line.replace(/^(\s*)\S.*$/, '$1pass') : line)),
    );
  });
  return { text: lines.join('\n'), cells };
}

/** Makes the spans of facts count within the cells. */
export function locateInCells(facts: FileFacts, { cells }: Notebook): FileFacts {
  return relocate(facts, (span) => {
    const cell = cells.findLast(({ firstLine }) => firstLine <= span[0]) ?? { number: 1, firstLine: 1 };
    const shift = cell.firstLine - 1;
    return [span[0] - shift, span[1], Math.max(span[0], span[2]) - shift, span[3], cell.number];
  }) as FileFacts;
}

function relocate(value: unknown, change: (span: Span) => Span): unknown {
  if (Array.isArray(value)) return value.map((item) => relocate(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'span' ? change(inner as Span) : relocate(inner, change),
    ]),
  );
}
