/** Parses sources with tree-sitter, whose grammars are WebAssembly: nothing native, nothing from the network. */
import { readFile } from 'node:fs/promises';
import { Language as Grammar, Parser } from 'web-tree-sitter';
import { GRAMMARS } from '../core/shipped-files.ts';
import type { FileFacts } from '../facts/facts.ts';
import { csharp } from '../languages/csharp/csharp.ts';
import { go } from '../languages/go/go.ts';
import { java } from '../languages/java/java.ts';
import type { Language, Source } from '../languages/language.ts';
import { python } from '../languages/python/python.ts';
import { typescript } from '../languages/typescript/typescript.ts';
import { extractData, isData } from './data.ts';

/** The adapters. A file belongs to the first one that has a grammar for its path. */
const LANGUAGES: readonly Language[] = [python, typescript, go, csharp, java];

/** Returns the adapter of a path. */
export function languageOf(path: string): Language | undefined {
  return LANGUAGES.find((language) => language.grammarOf(path) !== undefined);
}

let initialized: Promise<void> | undefined;
const parsers = new Map<string, Promise<Parser>>();

async function parserOf(grammar: string): Promise<Parser> {
  initialized ??= Parser.init();
  await initialized;
  const parser = new Parser();
  parser.setLanguage(await Grammar.load(await readFile(new URL(`tree-sitter-${grammar}.wasm`, GRAMMARS))));
  return parser;
}

/**
 * Reads the facts of a source. Returns undefined when no adapter reads its language.
 *
 * @param as a path with the extension of the language, where that of the source says another one
 * @throws {Error} when the parser ends abnormally; the caller reports the file and continues
 */
export async function extractFacts(source: Source, as = source.path): Promise<FileFacts | undefined> {
  if (isData(source.path)) return extractData(source);
  const language = languageOf(as);
  const grammar = language?.grammarOf(as);
  if (language === undefined || grammar === undefined) return undefined;
  let parser = parsers.get(grammar);
  if (parser === undefined) {
    parser = parserOf(grammar);
    parsers.set(grammar, parser);
  }
  const tree = (await parser).parse(source.text);
  if (tree === null) throw new Error('The parser returned no tree.');
  try {
    return language.extract(tree.rootNode, source);
  } finally {
    tree.delete();
  }
}
