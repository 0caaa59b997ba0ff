/** Reads one source: its text, and its facts if it matters. */
import { FRAMEWORKS } from '../frameworks/frameworks.ts';
import { extractFacts } from '../languages/parser.ts';
import { locateInCells, readNotebook } from '../languages/python/notebook.ts';
import type { Diagnostic } from '../recognize/graph.ts';
import { createRelevance } from '../walk/relevant.ts';
import { readText } from '../walk/walk.ts';
import { packFacts } from './pack.ts';

/** A source to read. */
export interface SourceRequest {
  readonly path: string;
  /** Whether another file imports it, so that it matters whatever it contains. */
  readonly isForced: boolean;
}

/** What was read. */
export interface SourceResult {
  /** The facts as bytes, for `unpackFacts`. */
  readonly packed?: Uint8Array;
  /** Why there are no facts. What could not be read of a parsed file is in its facts. */
  readonly diagnostics: readonly Diagnostic[];
}

const isRelevant = createRelevance(FRAMEWORKS);

/** Reads a source below a folder. It never throws. */
export async function readSource(root: string, { path, isForced }: SourceRequest): Promise<SourceResult> {
  const read = await readText(root, path);
  if (read === undefined) return { diagnostics: [] };
  if ('problem' in read) return { diagnostics: [{ kind: 'unreadable', file: path, message: read.problem }] };
  try {
    const notebook = path.endsWith('.ipynb') ? readNotebook(read.text) : undefined;
    if (path.endsWith('.ipynb') && notebook === undefined) return { diagnostics: [] };
    const text = notebook?.text ?? read.text;
    if (!isForced && !isRelevant(text)) return { diagnostics: [] };
    const extracted = await extractFacts({ path, text });
    const facts = notebook === undefined || extracted === undefined ? extracted : locateInCells(extracted, notebook);
    return { diagnostics: [], ...(facts !== undefined && { packed: packFacts(facts) }) };
  } catch (error) {
    const message = `The file cannot be parsed: ${(error as Error).message.split('\n')[0]}`;
    return { diagnostics: [{ kind: 'unreadable', file: path, message }] };
  }
}
