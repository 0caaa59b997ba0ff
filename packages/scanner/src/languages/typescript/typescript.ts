/** Turns syntax trees of TypeScript and JavaScript into facts. */
import type { Node } from 'web-tree-sitter';
import type { FileFacts, Span } from '../../facts/facts.ts';
import { addSyntaxErrors, createBuilder, finish } from '../builder.ts';
import type { Language, Source } from '../language.ts';
import { readExpression } from './expressions.ts';
import type { ModuleBuilder } from './module-builder.ts';
import { readBlock } from './statements.ts';

/** The adapter of TypeScript and JavaScript. Only TypeScript without JSX has `<type>value`, so it has its own grammar. */
export const typescript: Language = {
  id: 'typescript',
  grammarOf: (path) => {
    if (/\.d\.[cm]?ts$/i.test(path)) return undefined;
    if (/\.[cm]?ts$/i.test(path)) return 'typescript';
    return /\.(?:tsx|[cm]?jsx?)$/i.test(path) ? 'tsx' : undefined;
  },
  extract: extractTypeScript,
};

function extractTypeScript(root: Node, source: Source): FileFacts {
  const builder: ModuleBuilder = { ...createBuilder(source.path, root), exports: [], readExpression, readBlock };
  addSyntaxErrors(builder, root);
  readBlock(builder, root);
  const module = builder.scopes[0];
  const lines: Span = [1, 1, Math.max(1, root.endPosition.row + 1), 1];
  if (module !== undefined) module.span = lines;
  return finish(builder, 'typescript', builder.exports);
}
