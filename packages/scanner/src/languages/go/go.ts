/** Turns Go syntax trees into facts. */
import type { Node } from 'web-tree-sitter';
import type { Export, FileFacts } from '../../facts/facts.ts';
import { addImport, addSyntaxErrors, createBuilder, finish } from '../builder.ts';
import type { Language, Source } from '../language.ts';
import { readFile } from './statements.ts';

/** The adapter of Go. */
export const go: Language = {
  id: 'go',
  grammarOf: (path) => (/\.go$/i.test(path) ? 'go' : undefined),
  extract: extractGo,
};

function extractGo(root: Node, source: Source): FileFacts {
  const builder = createBuilder(source.path, root);
  addSyntaxErrors(builder, root);
  // The files of a package see each other's names.
  addImport(builder, '.', '*', '*');
  readFile(builder, root);
  const names = (builder.scopes[0]?.statements ?? []).flatMap((statement): string[] => {
    if (statement.kind === 'define') return [statement.name];
    return statement.kind === 'assign' && statement.target.kind === 'name' ? [statement.target.name] : [];
  });
  const exports = [...new Set(names)].map((name): Export => ({ name, local: name }));
  return finish(builder, 'go', exports);
}
