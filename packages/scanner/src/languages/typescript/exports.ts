/** Reads exports. */
import type { Node } from 'web-tree-sitter';
import type { Expression } from '../../facts/facts.ts';
import type { ModuleBuilder } from './module-builder.ts';
import { decodeEscapes } from './strings.ts';

/** Reads an export statement; `readStatement` reads the declaration in it. */
export function readExport(
  builder: ModuleBuilder,
  node: Node,
  readStatement: (builder: ModuleBuilder, node: Node) => void,
): void {
  const source = node.childForFieldName('source');
  const declaration = node.childForFieldName('declaration');
  const value = node.childForFieldName('value');
  const isDefault = node.children.some(({ type }) => type === 'default');
  if (declaration !== null) readDeclared(builder, declaration, isDefault, readStatement);
  else if (value !== null) builder.exports.push({ name: 'default', ...defaultOf(builder, value) });
  else readLists(builder, node, source === null ? undefined : decodeEscapes(source.text.slice(1, -1)));
}

function readDeclared(
  builder: ModuleBuilder,
  declaration: Node,
  isDefault: boolean,
  readStatement: (builder: ModuleBuilder, node: Node) => void,
): void {
  const module = builder.scopes[0];
  const before = module?.statements.length ?? 0;
  readStatement(builder, declaration);
  for (const statement of module?.statements.slice(before) ?? []) {
    if (statement.kind === 'define') addExport(builder, statement.name, isDefault);
    if (statement.kind === 'assign')
      for (const name of boundNames(statement.target)) addExport(builder, name, isDefault);
  }
}

function addExport(builder: ModuleBuilder, local: string, isDefault: boolean): void {
  builder.exports.push({ name: isDefault ? 'default' : local, local });
}

function boundNames(target: Expression): readonly string[] {
  if (target.kind === 'name') return [target.name];
  if (target.kind === 'list') return target.items.flatMap(boundNames);
  if (target.kind === 'dictionary') return target.entries.flatMap(({ value }) => boundNames(value));
  if (target.kind === 'choice') return target.options.slice(0, 1).flatMap(boundNames);
  return target.kind === 'spread' ? boundNames(target.value) : [];
}

function defaultOf(builder: ModuleBuilder, value: Node): { local: string } | { value: Expression } {
  return value.type === 'identifier' ? { local: value.text } : { value: builder.readExpression(builder, value) };
}

function readLists(builder: ModuleBuilder, node: Node, module: string | undefined): void {
  const clause = node.namedChildren.find(({ type }) => type === 'export_clause');
  for (const specifier of clause?.namedChildren ?? []) {
    const local = specifier.childForFieldName('name')?.text;
    if (local === undefined) continue;
    const name = specifier.childForFieldName('alias')?.text ?? local;
    builder.exports.push({ name, ...(module === undefined ? { local } : { module, imported: local }) });
  }
  if (clause !== undefined || module === undefined) return;
  const namespace = node.namedChildren.find(({ type }) => type === 'namespace_export')?.namedChildren[0]?.text;
  builder.exports.push(namespace === undefined ? { name: '*', module } : { name: namespace, module, imported: '*' });
}
