/** Turns Java syntax trees into facts: imports, classes, constants, and methods with their annotations and calls. */
import type { Node } from 'web-tree-sitter';
import type { Argument, Expression, FileFacts, Parameter } from '../../facts/facts.ts';
import {
  addImport,
  addScope,
  addStatement,
  addSyntaxErrors,
  type Builder,
  childrenOf,
  createBuilder,
  createCall,
  createString,
  finish,
  nested,
  readFirst,
  spanOf,
  unknown,
} from '../builder.ts';
import type { Language, Source } from '../language.ts';
import { decodeEscapes } from '../strings.ts';

/** The adapter of Java. */
export const java: Language = {
  id: 'java',
  grammarOf: (path) => (/\.java$/i.test(path) ? 'java' : undefined),
  extract: extractJava,
};

function extractJava(root: Node, source: Source): FileFacts {
  const builder = createBuilder(source.path, root);
  addSyntaxErrors(builder, root);
  addImport(builder, '.', '*', '*');
  readInside(builder, root);
  const statements = builder.scopes[0]?.statements ?? [];
  const exports = statements.flatMap((each) => (each.kind === 'define' ? [{ name: each.name, local: each.name }] : []));
  return finish(builder, 'java', exports);
}

function readInside(builder: Builder, node: Node): void {
  for (const child of node.namedChildren)
    nested(
      builder,
      child,
      () => readNode(builder, child),
      () => undefined,
    );
}

type Read = (builder: Builder, node: Node) => void;

const NODES: Record<string, Read> = {
  import_declaration: readImport,
  class_declaration: (builder, node) => readDefinition(builder, node, 'class'),
  record_declaration: (builder, node) => readDefinition(builder, node, 'class'),
  interface_declaration: (builder, node) => readDefinition(builder, node, 'class'),
  method_declaration: (builder, node) => readDefinition(builder, node, 'function'),
  constructor_declaration: (builder, node) => readDefinition(builder, node, 'function'),
  variable_declarator: readAssignment,
  return_statement: readValue,
  expression_statement: readValue,
};

function readNode(builder: Builder, node: Node): void {
  const read = NODES[node.type];
  if (read !== undefined) read(builder, node);
  else if (!/annotation|literal|comment/.test(node.type)) readInside(builder, node);
}

function readValue(builder: Builder, node: Node): void {
  const [value] = node.namedChildren;
  const kind = node.type === 'return_statement' ? 'return' : 'evaluate';
  if (value?.type === 'assignment_expression') readAssignment(builder, value);
  else if (value !== undefined) addStatement(builder, { kind, value: readExpression(builder, value) });
}

function readImport(builder: Builder, node: Node): void {
  const path = node.namedChildren.find(({ type }) => type !== 'asterisk')?.text ?? '';
  const last = path.lastIndexOf('.');
  if (node.namedChildren.some(({ type }) => type === 'asterisk')) addImport(builder, path, '*', '*');
  else addImport(builder, path.slice(0, Math.max(last, 0)), path.slice(last + 1), path.slice(last + 1));
}

function readDefinition(builder: Builder, node: Node, kind: 'function' | 'class'): void {
  const name = node.childForFieldName('name')?.text ?? '';
  const modifiers = node.namedChildren.find(({ type }) => type === 'modifiers')?.namedChildren ?? [];
  const decorators = modifiers
    .filter(({ type }) => /annotation$/.test(type))
    .map((each) => readExpression(builder, each));
  const body = node.childForFieldName('body');
  const bases = node.namedChildren
    .filter(({ type }) => /^(?:superclass|super_interfaces)$/.test(type))
    .flatMap(typesIn);
  const parameters = readParameters(builder, node.childForFieldName('parameters'));
  const returns = kind === 'function' ? node.childForFieldName('type') : null;
  const scope = addScope(builder, kind, name, node, (open) => {
    open.decorators = decorators;
    open.bases = bases.map((type) => ({ value: readExpression(builder, type) }));
    open.parameters = parameters;
    if (returns !== null) open.returns = readExpression(builder, returns);
    if (body !== null) readInside(builder, body);
  });
  addStatement(builder, { kind: 'define', name, scope });
}

/** The types that a class derives from. */
function typesIn(node: Node): readonly Node[] {
  return node.namedChildren.flatMap((each) => (each.type === 'type_list' ? each.namedChildren : [each]));
}

/** Reads the parameters of a method, a constructor or a lambda; those of a lambda may have no types. */
function readParameters(builder: Builder, list: Node | null): Parameter[] {
  if (list?.type === 'identifier') return [{ name: list.text, kind: 'positional' }];
  return (list?.namedChildren ?? []).flatMap((node): Parameter[] => {
    const rest = node.type === 'spread_parameter';
    const name = rest
      ? node.namedChildren.find(({ type }) => type === 'variable_declarator')?.childForFieldName('name')
      : node.type === 'identifier'
        ? node
        : node.childForFieldName('name');
    const type = node.childForFieldName('type');
    if (!name) return [];
    return [
      {
        name: name.text,
        kind: rest ? 'rest' : 'positional',
        ...(type !== null && { type: readExpression(builder, type) }),
      },
    ];
  });
}

/** Reads a lambda. What it does without a block is what it returns. */
function readLambda(builder: Builder, node: Node): Expression {
  const parameters = readParameters(builder, node.childForFieldName('parameters'));
  const body = node.childForFieldName('body');
  const scope = addScope(builder, 'function', '', node, (open) => {
    open.parameters = parameters;
    if (body?.type === 'block') readInside(builder, body);
    else if (body !== null) addStatement(builder, { kind: 'return', value: readExpression(builder, body) });
  });
  return { kind: 'function', scope };
}

function readAssignment(builder: Builder, node: Node): void {
  const target = node.childForFieldName('name') ?? node.childForFieldName('left');
  const value = node.childForFieldName('value') ?? node.childForFieldName('right');
  if (target === null || value === null) return;
  const read = readExpression(builder, value);
  addStatement(builder, { kind: 'assign', target: readExpression(builder, target), value: read, span: spanOf(node) });
}

function readExpression(builder: Builder, node: Node): Expression {
  return nested(builder, node, () => readShallow(builder, node), unknown);
}

function readShallow(builder: Builder, node: Node): Expression {
  const field = (name: string) => {
    const child = node.childForFieldName(name);
    return child === null ? unknown(node.type) : readExpression(builder, child);
  };
  switch (node.type) {
    case 'identifier':
    case 'type_identifier':
      return { kind: 'name', name: node.text };
    case 'string_literal':
      return createString(decodeEscapes(node.text.replace(/^"""\s*\n|^"|"""$|"$/g, '')), node);
    case 'this':
      return { kind: 'name', name: 'this' };
    case 'generic_type':
    case 'parenthesized_expression':
      return readFirst(builder, node, readExpression);
    case 'cast_expression':
      return field('value');
    case 'ternary_expression':
      return { kind: 'choice', options: [field('consequence'), field('alternative')] };
    case 'lambda_expression':
      return readLambda(builder, node);
    case 'array_initializer':
      return { kind: 'list', items: childrenOf(node).map((each) => readExpression(builder, each)) };
    case 'array_creation_expression':
      return field('value');
    case 'true':
    case 'false':
      return { kind: 'constant', value: node.type === 'true' };
    case 'scoped_identifier':
    case 'scoped_type_identifier':
    case 'field_access': {
      const [object, name] = node.namedChildren;
      if (object === undefined || name === undefined) return unknown(node.type);
      return { kind: 'member', object: readExpression(builder, object), name: name.text };
    }
    case 'binary_expression':
      return node.childForFieldName('operator')?.text === '+'
        ? { kind: 'sum', operands: [field('left'), field('right')] }
        : unknown('operator');
    case 'marker_annotation':
      return field('name');
    case 'annotation':
      return createCall(builder, node, field('name'), readArguments(builder, node));
    case 'object_creation_expression':
      return createCall(builder, node, field('type'), readArguments(builder, node));
    case 'method_invocation': {
      const name = node.childForFieldName('name')?.text ?? '';
      const object = node.childForFieldName('object');
      const callee: Expression =
        object === null ? { kind: 'name', name } : { kind: 'member', object: readExpression(builder, object), name };
      return createCall(builder, node, callee, readArguments(builder, node));
    }
    default:
      return unknown(node.type);
  }
}

function readArguments(builder: Builder, node: Node): Argument[] {
  return (node.childForFieldName('arguments')?.namedChildren ?? []).flatMap((each): Argument[] => {
    const key = each.childForFieldName('key');
    const value = each.type === 'element_value_pair' ? each.childForFieldName('value') : each;
    if (value === null || each.type.endsWith('comment')) return [];
    return [{ value: readExpression(builder, value), ...(key !== null && { name: key.text }) }];
  });
}
