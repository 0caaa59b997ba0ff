/** Reads the statements and declarations of C#. Blocks are flattened into their scope. */
import type { Node } from 'web-tree-sitter';
import type { Expression } from '../../facts/facts.ts';
import { addImport, addScope, addStatement, type Builder, nested, spanOf, underCondition } from '../builder.ts';
import {
  type CsharpBuilder,
  readAttributes,
  readCreation,
  readExpression,
  readFunctionScope,
  readName,
} from './expressions.ts';
import { STATIC } from './modules.ts';

type Read = (builder: CsharpBuilder, node: Node) => void;

const STATEMENTS: Record<string, Read> = {
  using_directive: readUsing,
  namespace_declaration: readNamespace,
  file_scoped_namespace_declaration: readNamespace,
  declaration_list: readInside,
  global_statement: readInside,
  block: readInside,
  class_declaration: readClass,
  record_declaration: readClass,
  struct_declaration: readClass,
  method_declaration: readMethod,
  local_function_statement: readMethod,
  constructor_declaration: readMethod,
  field_declaration: readInside,
  local_declaration_statement: readInside,
  using_statement: readInside,
  variable_declaration: readVariables,
  property_declaration: readProperty,
  expression_statement: readInside,
  assignment_expression: readAssignment,
  return_statement: readReturn,
  if_statement: readConditional,
  else_clause: readConditional,
  for_statement: readConditional,
  foreach_statement: readForeach,
  while_statement: readConditional,
  switch_statement: readConditional,
  switch_body: readInside,
  switch_section: readInside,
  try_statement: readInside,
  catch_clause: readConditional,
  finally_clause: readInside,
  preproc_if: readConditional,
  preproc_else: readConditional,
  ERROR: readInside,
};

/** Reads a file. */
export function readFile(base: Builder, root: Node): void {
  const readBlock = (inner: CsharpBuilder, node: Node) => readStatement(inner, node);
  readInside(Object.assign(base, { readBlock }), root);
}

function readStatement(builder: CsharpBuilder, node: Node): void {
  const read = STATEMENTS[node.type];
  nested(
    builder,
    node,
    () => (read === undefined ? readEvaluation(builder, node) : read(builder, node)),
    () => undefined,
  );
}

function readInside(builder: CsharpBuilder, node: Node): void {
  for (const child of node.namedChildren) readStatement(builder, child);
}

/** An expression whose value isn't used. */
function readEvaluation(builder: CsharpBuilder, node: Node): void {
  if (!/^(?:invocation|await|object_creation)_expression$/.test(node.type)) return;
  const value = readExpression(builder, node);
  addStatement(builder, { kind: 'evaluate', value, ...(builder.conditions > 0 && { isConditional: true }) });
}

function readUsing(builder: CsharpBuilder, node: Node): void {
  const alias = node.childForFieldName('name');
  const target = node.namedChildren.findLast(({ id }) => id !== alias?.id);
  if (target === undefined) return;
  const isStatic = node.children.some(({ type }) => type === 'static');
  if (isStatic) {
    const last = target.text.lastIndexOf('.');
    const name = target.text.slice(last + 1);
    addImport(builder, target.text.slice(0, Math.max(last, 0)), name, `${STATIC}${name}`);
  } else if (alias === null || target.id === alias.id) addImport(builder, target.text, '*', '*');
  else {
    const last = target.text.lastIndexOf('.');
    addImport(builder, target.text.slice(0, Math.max(last, 0)), target.text.slice(last + 1), alias.text);
  }
}

/** A namespace sees its own names and those of the namespaces around it. */
function readNamespace(builder: CsharpBuilder, node: Node): void {
  const parts = (node.childForFieldName('name')?.text ?? '').split('.');
  for (let count = parts.length; count > 0; count -= 1) addImport(builder, parts.slice(0, count).join('.'), '*', '*');
  const body = node.childForFieldName('body');
  if (body !== null) readInside(builder, body);
}

function readClass(builder: CsharpBuilder, node: Node): void {
  const name = node.childForFieldName('name')?.text ?? '';
  const decorators = readAttributes(builder, node);
  const bases = node.namedChildren.find(({ type }) => type === 'base_list')?.namedChildren ?? [];
  const scope = addScope(builder, 'class', name, node, (open) => {
    open.decorators = decorators;
    open.bases = bases.map((base) => ({ value: readName(base) })).filter(({ value }) => value.kind !== 'unknown');
    const body = node.childForFieldName('body');
    if (body !== null) readInside(builder, body);
  });
  addStatement(builder, { kind: 'define', name, scope });
}

function readMethod(builder: CsharpBuilder, node: Node): void {
  const isConstructor = node.type === 'constructor_declaration';
  const name = isConstructor ? 'constructor' : (node.childForFieldName('name')?.text ?? '');
  const decorators = readAttributes(builder, node);
  const scope = readFunctionScope(builder, node, node, name, decorators);
  const description = decorators.find(
    (each) => each.kind === 'call' && each.callee.kind === 'name' && each.callee.name === 'Description',
  );
  const text = description?.kind === 'call' ? stringOf(description.arguments[0]?.value) : undefined;
  const open = builder.scopes[scope];
  if (text !== undefined && open !== undefined) open.documentation = text;
  // Triggers are attributes of parameters, and say what the method is.
  const parameters = node.childForFieldName('parameters')?.namedChildren ?? [];
  open?.decorators.push(...parameters.flatMap((parameter) => readAttributes(builder, parameter)));
  addStatement(builder, { kind: 'define', name, scope });
}

/** The text of a literal, or of a sum of literals. */
function stringOf(expression: Expression | undefined): string | undefined {
  if (expression?.kind === 'string') return expression.value;
  if (expression?.kind !== 'sum') return undefined;
  const parts = expression.operands.map(stringOf);
  return parts.every((part) => part !== undefined) ? parts.join('') : undefined;
}

function readVariables(builder: CsharpBuilder, node: Node): void {
  const typeNode = node.childForFieldName('type');
  const type = typeNode === null ? undefined : readName(typeNode);
  for (const declarator of node.namedChildren.filter((child) => child.type === 'variable_declarator')) {
    const name = declarator.childForFieldName('name');
    const value = declarator.namedChildren.findLast(({ id, type: kind }) => id !== name?.id && kind !== 'comment');
    if (name === null) continue;
    addAssignment(builder, declarator, { kind: 'name', name: name.text }, value, type);
  }
}

function readProperty(builder: CsharpBuilder, node: Node): void {
  const name = node.childForFieldName('name')?.text ?? '';
  const typeNode = node.childForFieldName('type');
  const value = node.childForFieldName('value');
  const inner = value?.type === 'arrow_expression_clause' ? value.namedChildren[0] : value;
  addAssignment(builder, node, { kind: 'name', name }, inner ?? undefined, typeNode ? readName(typeNode) : undefined);
}

function addAssignment(builder: CsharpBuilder, node: Node, target: Expression, value?: Node, type?: Expression): void {
  const read = value === undefined ? undefined : readValue(builder, value, type);
  if (read === undefined && (type === undefined || type.kind === 'unknown')) return;
  addStatement(builder, {
    kind: 'assign',
    target,
    ...(read !== undefined && { value: read }),
    ...(type !== undefined && type.kind !== 'unknown' && { type }),
    ...(builder.conditions > 0 && { isConditional: true }),
    span: spanOf(node),
  });
}

/** `T name = new(…)` creates a `T`. */
function readValue(builder: CsharpBuilder, node: Node, type: Expression | undefined): Expression {
  const isImplicit = node.type === 'implicit_object_creation_expression' && type?.kind !== 'unknown';
  return isImplicit ? readCreation(builder, node, type) : readExpression(builder, node);
}

function readAssignment(builder: CsharpBuilder, node: Node): void {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  if (left !== null && right !== null) addAssignment(builder, node, readExpression(builder, left), right);
}

function readReturn(builder: CsharpBuilder, node: Node): void {
  const [value] = node.namedChildren;
  if (value !== undefined) addStatement(builder, { kind: 'return', value: readExpression(builder, value) });
}

function readConditional(builder: CsharpBuilder, node: Node): void {
  underCondition(builder, () => readInside(builder, node));
}

function readForeach(builder: CsharpBuilder, node: Node): void {
  const target = node.childForFieldName('left');
  const source = node.childForFieldName('right');
  const body = node.childForFieldName('body');
  if (target !== null && source !== null) {
    const object = readExpression(builder, source);
    const name = { kind: 'name', name: target.text } as const;
    addStatement(builder, { kind: 'iterate', target: name, source: object });
  }
  if (body !== null) underCondition(builder, () => readStatement(builder, body));
}
