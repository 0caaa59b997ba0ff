/** Turns Python syntax trees into facts. */
import type { Node } from 'web-tree-sitter';
import type { FileFacts, Span } from '../../facts/facts.ts';
import { addSyntaxErrors, createBuilder, finish } from '../builder.ts';
import type { Language, Source } from '../language.ts';
import { readBlock } from './statements.ts';

/** The adapter of Python. */
export const python: Language = {
  id: 'python',
  grammarOf: (path) => (/\.(?:pyi?|ipynb)$/i.test(path) ? 'python' : undefined),
  extract: extractPython,
};

function extractPython(root: Node, source: Source): FileFacts {
  const builder = createBuilder(source.path, root);
  addSyntaxErrors(builder, root);
  readBlock(builder, root);
  const module = builder.scopes[0];
  const lines: Span = [1, 1, Math.max(1, root.endPosition.row + 1), 1];
  if (module !== undefined) module.span = lines;
  return finish(builder, 'python');
}
