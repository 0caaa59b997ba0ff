/** Data that code imports or loads: JSON, YAML and TOML, as a module with one exported value. */

import type { Expression, FileFacts, Span } from '../facts/facts.ts';
import { createStringAt } from '../languages/builder.ts';
import type { Source } from '../languages/language.ts';
import { parseConfiguration } from '../trees/parse.ts';
import type { ConfigurationNode } from '../trees/tree.ts';

/** Larger data are dictionaries of other kinds, such as strings in many languages. */
const MAX_DATA = 200_000;

/** Returns whether a file has data for other files only: it matters when one imports or loads it. */
export function isData(path: string): boolean {
  return /\.(?:json|ya?ml|toml)$/i.test(path);
}

/** Reads the value of a file with data as its default export; undefined when the file is empty or too large. */
export function extractData({ path, text }: Source): FileFacts | undefined {
  if (text.length > MAX_DATA) return undefined;
  const { root } = parseConfiguration(path, text);
  if (root === undefined) return undefined;
  const lines: Span = [1, 1, root.span[2], 1];
  const module = { kind: 'module', name: '', parameters: [], decorators: [], bases: [], statements: [] } as const;
  const value = expressionOf(root);
  // `import { tools } from './settings.json'`, `require('./settings.json').tools`.
  const exported = (value.kind === 'dictionary' ? value.entries : []).flatMap(({ key, value: entry }) =>
    key?.kind === 'string' ? [{ name: key.value, value: entry }] : [],
  );
  return {
    path,
    language: 'typescript',
    scopes: [{ ...module, span: lines }],
    exports: [{ name: 'default', value }, ...exported],
    // What is wrong in a configuration file is reported where it is read as one.
    problems: [],
  };
}

function expressionOf(node: ConfigurationNode): Expression {
  if (node.kind === 'list') return { kind: 'list', items: node.items.map(expressionOf) };
  if (node.kind === 'scalar') {
    return typeof node.value === 'string'
      ? createStringAt(node.value, node.span)
      : { kind: 'constant', value: node.value };
  }
  return {
    kind: 'dictionary',
    entries: node.entries.map(({ key, value, span }) => ({
      key: createStringAt(key, span),
      value: expressionOf(value),
      span,
    })),
    span: node.span,
  };
}
