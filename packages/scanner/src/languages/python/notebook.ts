/** Notebooks as one source: the cells of code in order, with spans that count within each cell. */
import type { FileFacts, Span } from '../../facts/facts.ts';

/** The code of a notebook. */
export interface Notebook {
  /** The cells, one after the other. */
  readonly text: string;
  /** For each cell of code, its number in the notebook from 1, and the first line in the text from 1. */
  readonly cells: readonly { readonly number: number; readonly firstLine: number }[];
  /** The language of all cells. */
  readonly language: 'python' | 'typescript';
}

interface Cell {
  readonly cell_type?: unknown;
  readonly source?: unknown;
  /** The code, in version 3 of the format. */
  readonly input?: unknown;
}

interface NotebookFile {
  readonly cells?: unknown;
  /** Version 3 of the format has the cells in here. */
  readonly worksheets?: readonly { readonly cells?: unknown }[];
  readonly metadata?: {
    readonly kernelspec?: { readonly language?: unknown };
    readonly language_info?: { readonly name?: unknown };
  };
}

/**
 * Reads the code of a notebook; undefined when it is of a language that isn't read.
 *
 * @throws {SyntaxError} when it isn't JSON
 */
export function readNotebook(json: string): Notebook | undefined {
  const notebook = JSON.parse(json) as NotebookFile | null;
  const all = Array.isArray(notebook?.cells) ? notebook.cells : notebook?.worksheets?.flatMap?.((each) => each?.cells);
  const language = languageOf(notebook);
  if (!Array.isArray(all) || language === undefined) return undefined;
  const lines: string[] = [];
  const cells: { number: number; firstLine: number }[] = [];
  (all as (Cell | undefined)[]).forEach((cell, index) => {
    const code = cell?.source ?? cell?.input;
    const source = Array.isArray(code) ? code.join('') : code;
    if (cell?.cell_type !== 'code' || typeof source !== 'string') return;
    cells.push({ number: index + 1, firstLine: lines.length + 1 });
    lines.push(...(language === 'python' ? withoutCommands(source) : source.split(/\r?\n/)));
  });
  return { text: lines.join('\n'), cells, language };
}

/** The language of the kernel: by default Python. Kernels call it `python3` as well. */
function languageOf(notebook: NotebookFile | null): Notebook['language'] | undefined {
  const { kernelspec, language_info: info } = notebook?.metadata ?? {};
  const name = [kernelspec?.language, info?.name].find((each) => typeof each === 'string' && each !== '') ?? 'python';
  if (/python/i.test(String(name))) return 'python';
  return /^(?:type|java)script$/i.test(String(name)) ? 'typescript' : undefined;
}

/** The lines of a cell. Commands of the notebook aren't Python; a cell for another program is skipped. */
function withoutCommands(source: string): readonly string[] {
  const isForeign = /^\s*%%(?!time\b|timeit\b|capture\b|python\b)/.test(source);
  let isCommand = false;
  return source.split(/\r?\n/).map((line) => {
    // A backslash continues the command on the next line.
    isCommand = /^\s*[%!?]/.test(line) || (isCommand && line.trim() !== '');
    const replaced = isForeign || isCommand ? line.replace(/^(\s*)\S.*$/, '$1pass') : line;
    isCommand &&= line.endsWith('\\');
    return replaced;
  });
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
