/** Reads one source: its text, and its facts if it matters. */

import type { ImportStatement } from '../facts/facts.ts';
import { FRAMEWORKS } from '../frameworks/frameworks.ts';
import type { Diagnostic } from '../graph/graph.ts';
import { locateInCells, readNotebook } from '../languages/python/notebook.ts';
import { readImports } from '../walk/imports.ts';
import { createRelevance } from '../walk/relevant.ts';
import { digestOf, readText } from '../walk/walk.ts';
import { packFacts } from './pack.ts';
import { extractFacts, languageOf } from './parser.ts';

/** A source to read. */
export interface SourceRequest {
  readonly path: string;
  /** Whether another file imports it, so that it matters whatever it contains. */
  readonly isForced: boolean;
  /** Names of methods: a source that calls one of them matters as well. */
  readonly methods?: readonly string[];
  /** What an earlier scan found. */
  readonly known?: { readonly digest: string; readonly isRelevant: boolean; readonly hasFacts: boolean };
}

/** What was read. */
export interface SourceResult {
  /** Identifies what was read; missing when the thread ended. */
  readonly digest?: string;
  /** Whether the source matters even if no other file imports it. */
  readonly isRelevant: boolean;
  /** Whether the source matters in this scan, because of what other files contain. */
  readonly isAsked?: boolean;
  /** Whether the earlier scan found everything that is needed. */
  readonly isUnchanged?: boolean;
  /** What a source imports that doesn't matter by itself: an import may be of something that matters. */
  readonly imports?: readonly ImportStatement[];
  /** The facts as bytes, for `unpackFacts`. */
  readonly packed?: Uint8Array;
  /** Why there are no facts. What could not be read of a parsed file is in its facts. */
  readonly diagnostics: readonly Diagnostic[];
}

const isRelevantText = createRelevance(FRAMEWORKS);

/** Reads a source below a folder. It never throws. */
export async function readSource(root: string, request: SourceRequest): Promise<SourceResult> {
  const { path, known } = request;
  const read = await readText(root, path);
  const digest = digestOf(read);
  const nothing = { digest, isRelevant: false, diagnostics: [] };
  if (read === undefined) return nothing;
  if ('problem' in read)
    return { ...nothing, diagnostics: [{ kind: 'unreadable', file: path, message: read.problem }] };
  const isAsked = request.isForced || callsOne(read.text, request.methods);
  if (known?.digest === digest && (known.hasFacts || !(isAsked || known.isRelevant))) {
    return { ...nothing, isRelevant: known.isRelevant, isAsked, isUnchanged: true };
  }
  try {
    const notebook = path.endsWith('.ipynb') ? readNotebook(read.text) : undefined;
    if (path.endsWith('.ipynb') && notebook === undefined) return nothing;
    const text = notebook?.text ?? read.text;
    const isRelevant = isRelevantText(text);
    const as = notebook?.language === 'typescript' ? path.replace(/ipynb$/, 'ts') : path;
    const imports = isRelevant ? undefined : readImports(text, languageOf(as)?.id ?? 'java');
    if (!isAsked && !isRelevant) return { ...nothing, ...(imports && { imports }) };
    const extracted = await extractFacts({ path, text }, as);
    const facts = notebook === undefined || extracted === undefined ? extracted : locateInCells(extracted, notebook);
    return {
      digest,
      isRelevant,
      isAsked,
      diagnostics: [],
      ...(imports && { imports }),
      ...(facts !== undefined && { packed: packFacts(facts) }),
    };
  } catch (error) {
    const message = `The file can't be parsed: ${(error as Error).message.split('\n')[0]}`;
    return { ...nothing, diagnostics: [{ kind: 'unreadable', file: path, message }] };
  }
}

function callsOne(text: string, methods: readonly string[] = []): boolean {
  return methods.some((name) => text.includes(`.${name}(`) || text.includes(`.${name}<`));
}
