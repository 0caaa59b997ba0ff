/** What a language adapter is. */
import type { Node } from 'web-tree-sitter';
import type { FileFacts, LanguageId } from '../facts/facts.ts';

/** A source to read: one file, or the cells of a notebook. */
export interface Source {
  /** Path from the root of the repository, separated by `/`. */
  readonly path: string;
  readonly text: string;
}

/** Reads the sources of one language. `languages.ts` lists the adapters; each is in its own folder. */
export interface Language {
  readonly id: LanguageId;
  /** Returns the name of the grammar for a path (`python` for `tree-sitter-python.wasm`); undefined when it is of another language. */
  readonly grammarOf: (path: string) => string | undefined;
  /** Turns the syntax tree of a source into facts. It must not throw: what it can't express is an `unknown` expression. */
  readonly extract: (root: Node, source: Source) => FileFacts;
}
