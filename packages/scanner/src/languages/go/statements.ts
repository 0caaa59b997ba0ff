/** Reads the statements of Go. Blocks are flattened into their scope. */
import type { Node } from 'web-tree-sitter';
import type { Expression } from '../../facts/facts.ts';
import {
  addImport,
  addScope,
  addStatement,
  type Builder,
  nested,
  openScope,
  spanOf,
  underCondition,
} from '../builder.ts';
import { decodeEscapes } from '../strings.ts';
import { type GoBuilder, readExpression, readFunctionScope } from './expressions.ts';
import { readType } from './types.ts';

type Read = (builder: GoBuilder, node: Node) => void;

const STATEMENTS: Record<string, Read> = {
  import_declaration: readInside,
  import_spec_list: readInside,
  import_spec: readImport,
  const_declaration: readInside,
  var_declaration: readInside,
  var_spec_list: readInside,
  const_spec: readVariables,
  var_spec: readVariables,
  type_declaration: readInside,
  type_spec: readTypeDefinition,
  type_alias: readTypeDefinition,
  function_declaration: readFunction,
  method_declaration: readMethod,
  block: readInside,
  statement_list: readInside,
  labeled_statement: readInside,
  expression_statement: readEvaluation,
  go_statement: readEvaluation,
  defer_statement: readEvaluation,
  short_var_declaration: readAssignment,
  assignment_statement: readAssignment,
  return_statement: readReturn,
  if_statement: readConditional,
  for_statement: readConditional,
  range_clause: readRange,
  for_clause: readInside,
  expression_switch_statement: readConditional,
  type_switch_statement: readConditional,
  select_statement: readConditional,
  expression_case: readInside,
  type_case: readInside,
  default_case: readInside,
  communication_case: readInside,
  ERROR: readInside,
};

/** Reads a file. Its types come first, so that methods find them wherever they are declared. */
export function readFile(base: Builder, root: Node): void {
  const builder: GoBuilder = Object.assign(base, { readBlock: readInside });
  const isType = ({ type }: Node) => type === 'type_declaration';
  for (const node of [...root.namedChildren.filter(isType), ...root.namedChildren.filter((node) => !isType(node))])
    readStatement(builder, node);
}

function readStatement(builder: GoBuilder, node: Node): void {
  nested(
    builder,
    node,
    () => STATEMENTS[node.type]?.(builder, node),
    () => undefined,
  );
}

function readInside(builder: GoBuilder, node: Node): void {
  for (const child of node.namedChildren) readStatement(builder, child);
}

function readImport(builder: GoBuilder, node: Node): void {
  const module = decodeEscapes(node.childForFieldName('path')?.text.slice(1, -1) ?? '');
  const local = node.childForFieldName('name')?.text ?? packageName(module);
  // `import _` binds no name, but its package is part of the program: it may register something.
  if (module === '') return;
  if (local === '.') addImport(builder, module, '*', '*');
  else addImport(builder, module, undefined, local);
}

/** The name of a package by its path: versions such as `/v2` and `.v3` aren't part of it. */
function packageName(module: string): string {
  const parts = module.split('/').filter((part) => !/^v\d+$/.test(part));
  return (parts.at(-1) ?? module).replace(/\.v\d+$/, '');
}

function readVariables(builder: GoBuilder, node: Node): void {
  const list = node.childForFieldName('value');
  const type = node.childForFieldName('type');
  const declared = type === null ? undefined : readType(type);
  const targets = node.childrenForFieldName('name').map(({ text }): Expression => ({ kind: 'name', name: text }));
  const isEmptyList = type?.type === 'slice_type';
  if (list !== null) assign(builder, node, targets, list.namedChildren, declared);
  else if (isEmptyList) {
    const value = { kind: 'list', items: [] } as const;
    for (const target of targets) addStatement(builder, { kind: 'assign', target, value, span: spanOf(node) });
  } else if (declared !== undefined) {
    for (const target of targets) addStatement(builder, { kind: 'assign', target, type: declared, span: spanOf(node) });
  }
}

function readAssignment(builder: GoBuilder, node: Node): void {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  if (left === null || right === null) return;
  const targets = left.namedChildren.map((target) => readExpression(builder, target));
  assign(builder, node, targets, right.namedChildren, undefined, node.childForFieldName('operator')?.text === '+=');
}

/** Assigns values to targets. Of a call with several results, each target has its own. */
function assign(
  builder: GoBuilder,
  node: Node,
  targets: readonly Expression[],
  values: readonly Node[],
  type?: Expression,
  isAddition = false,
): void {
  const expressions = values.filter((each) => each.type !== 'comment').map((each) => readExpression(builder, each));
  const [only] = expressions;
  const isSpread = targets.length > 1 && expressions.length === 1;
  const named = targets.findIndex((target) => !(target.kind === 'name' && target.name === '_'));
  targets.forEach((target, index) => {
    // `_ = value` has no effect.
    if (targets.length === 1 && named < 0 && only?.kind !== 'function') return;
    const result = isSpread && only !== undefined && index === named ? resultOf(only, index) : undefined;
    const value = isSpread ? result : expressions[index];
    addStatement(builder, {
      kind: 'assign',
      target,
      value: value ?? { kind: 'unknown', reason: 'a further result of a call' },
      ...(type !== undefined && { type }),
      ...(isAddition && { isAddition }),
      ...(builder.conditions > 0 && { isConditional: true }),
      span: spanOf(node),
    });
  });
}

function resultOf(object: Expression, index: number): Expression {
  return { kind: 'element', object, index: { kind: 'constant', value: index } };
}

function readTypeDefinition(builder: GoBuilder, node: Node): void {
  const name = node.childForFieldName('name')?.text ?? '';
  const type = node.childForFieldName('type');
  if (type === null) return;
  if (type.type !== 'struct_type') {
    const value = readType(type);
    const target = { kind: 'name', name } as const;
    if (value.kind !== 'unknown') addStatement(builder, { kind: 'assign', target, value, span: spanOf(node) });
    return;
  }
  const scope = addScope(builder, 'class', name, node, () => {
    for (const field of type.namedChildren.flatMap(({ namedChildren }) => namedChildren)) readField(builder, field);
  });
  addStatement(builder, { kind: 'define', name, scope });
}

function readField(builder: GoBuilder, field: Node): void {
  const typeNode = field.childForFieldName('type');
  if (field.type !== 'field_declaration' || typeNode === null) return;
  const type = readType(typeNode);
  if (type.kind === 'unknown') return;
  const names = field.childrenForFieldName('name');
  // An embedded type gives its fields and methods.
  if (names.length === 0) openScope(builder).bases.push({ value: type });
  for (const { text: name } of names)
    addStatement(builder, { kind: 'assign', target: { kind: 'name', name }, type, span: spanOf(field) });
}

function readFunction(builder: GoBuilder, node: Node): void {
  const name = node.childForFieldName('name')?.text ?? '';
  addStatement(builder, { kind: 'define', name, scope: readFunctionScope(builder, node, node, name) });
}

/** A method belongs to the type of its receiver, if this file declares it. */
function readMethod(builder: GoBuilder, node: Node): void {
  const name = node.childForFieldName('name')?.text ?? '';
  const declared = node.childForFieldName('receiver')?.namedChildren[0]?.childForFieldName('type');
  const type = declared ? readType(declared) : undefined;
  const owner = builder.scopes.findIndex(
    (scope) => scope.kind === 'class' && scope.parent === 0 && type?.kind === 'name' && scope.name === type.name,
  );
  if (owner < 0) {
    readFunctionScope(builder, node, node, name);
    return;
  }
  const outer = builder.current;
  builder.current = owner;
  try {
    readFunction(builder, node);
  } finally {
    builder.current = outer;
  }
}

function readEvaluation(builder: GoBuilder, node: Node): void {
  for (const child of node.namedChildren) {
    if (child.type === 'comment') continue;
    const value = readExpression(builder, child);
    addStatement(builder, { kind: 'evaluate', value, ...(builder.conditions > 0 && { isConditional: true }) });
  }
}

/** Several results are a list. */
function readReturn(builder: GoBuilder, node: Node): void {
  const list = node.namedChildren.find(({ type }) => type === 'expression_list');
  const items = (list?.namedChildren ?? [])
    .filter(({ type }) => type !== 'comment')
    .map((each) => readExpression(builder, each));
  const [only] = items;
  if (only === undefined) return;
  addStatement(builder, { kind: 'return', value: items.length === 1 ? only : { kind: 'list', items } });
}

/** `if`, `for`, `switch` and `select`: what precedes the blocks is unconditional. */
function readConditional(builder: GoBuilder, node: Node): void {
  const initializer = node.childForFieldName('initializer');
  if (initializer !== null) readStatement(builder, initializer);
  for (const field of ['condition', 'value']) {
    const value = node.childForFieldName(field);
    if (value !== null) addStatement(builder, { kind: 'evaluate', value: readExpression(builder, value) });
  }
  const isBlock = ({ id, type }: Node) => id !== initializer?.id && STATEMENTS[type] !== undefined;
  underCondition(builder, () => {
    for (const child of node.namedChildren.filter(isBlock)) readStatement(builder, child);
  });
}

/** `for key, value := range source`: the value is any item of a list or a map. */
function readRange(builder: GoBuilder, node: Node): void {
  const source = node.childForFieldName('right');
  if (source === null) return;
  const object = readExpression(builder, source);
  const [, value] = node.childForFieldName('left')?.namedChildren ?? [];
  if (value === undefined) {
    addStatement(builder, { kind: 'evaluate', value: object });
    return;
  }
  addStatement(builder, {
    kind: 'assign',
    target: readExpression(builder, value),
    value: { kind: 'element', object, index: { kind: 'unknown', reason: 'a position in a loop' } },
    span: spanOf(node),
  });
}
