/** Turns C# syntax trees into facts. */
import type { Node } from 'web-tree-sitter';
import type { Export, FileFacts } from '../../facts/facts.ts';
import { addImport, addSyntaxErrors, createBuilder, finish } from '../builder.ts';
import type { Language, Source } from '../language.ts';
import { readFile } from './statements.ts';

/** The adapter of C#. */
export const csharp: Language = {
  id: 'csharp',
  grammarOf: (path) => (/\.cs$/i.test(path) ? 'c-sharp' : undefined),
  extract: extractCsharp,
};

function extractCsharp(root: Node, source: Source): FileFacts {
  const builder = createBuilder(source.path, root);
  addSyntaxErrors(builder, root);
  // Files of a folder are usually of one namespace.
  addImport(builder, '.', '*', '*');
  readFile(builder, root);
  const names = (builder.scopes[0]?.statements ?? []).flatMap((statement) =>
    statement.kind === 'define' ? [statement.name] : [],
  );
  return finish(
    builder,
    'csharp',
    [...new Set(names)].map((name): Export => ({ name, local: name })),
  );
}
