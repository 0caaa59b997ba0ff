/** Reads functions, classes, interfaces and enumerations. */
import type { Node } from 'web-tree-sitter';
import type { Argument, Expression } from '../../facts/facts.ts';
import { addScope, addStatement, openScope, spanOf } from '../builder.ts';
import type { ModuleBuilder } from './module-builder.ts';
import { keyString, readParameters } from './patterns.ts';
import { readType } from './types.ts';

/** What a function is called for: once for each item of a list. */
export interface Iteration {
  readonly source: Expression;
}

/** Reads a function of any form, and returns the index of its scope. */
export function readFunctionScope(builder: ModuleBuilder, node: Node, name: string, iteration?: Iteration): number {
  const body = node.childForFieldName('body');
  const returns = node.childForFieldName('return_type');
  return addScope(builder, 'function', name, node, (open) => {
    open.parameters = readParameters(builder, node);
    if (iteration !== undefined) addIteration(builder, iteration);
    if (returns !== null) open.returns = readType(builder, returns);
    if (node.children.some(({ type }) => type === 'async')) open.isAsync = true;
    if (body?.type === 'statement_block') builder.readBlock(builder, body);
    else if (body !== null) addStatement(builder, { kind: 'return', value: builder.readExpression(builder, body) });
    const [loop] = open.statements;
    if (loop?.kind === 'iterate' && loop.isImplicit)
      open.statements[0] = { ...loop, through: open.statements.length - 1 };
  });
}

/** The first parameter of a callback means each item of the list whose method calls it. */
function addIteration(builder: ModuleBuilder, { source }: Iteration): void {
  const [first] = openScope(builder).parameters;
  if (first === undefined || first.kind !== 'positional') return;
  const span = openScope(builder).span;
  const target: Expression =
    first.properties === undefined
      ? { kind: 'name', name: first.name }
      : {
          kind: 'dictionary',
          entries: first.properties.map(({ property, local }) => ({
            key: { kind: 'string', value: property, span },
            value: { kind: 'name', name: local },
          })),
          span,
        };
  openScope(builder).statements.unshift({ kind: 'iterate', target, source, isImplicit: true });
}

/** Reads a class, and returns the index of its scope. */
export function readClassScope(builder: ModuleBuilder, node: Node, name: string, decorators: Expression[]): number {
  const heritage = node.namedChildren.find(({ type }) => type === 'class_heritage');
  const clause = heritage?.namedChildren.find(({ type }) => type === 'extends_clause') ?? heritage;
  const base = clause?.childForFieldName('value') ?? clause?.namedChildren[0];
  const isExtended = clause !== undefined && clause.type !== 'implements_clause' && base?.type !== 'implements_clause';
  const bases: Argument[] = isExtended && base ? [{ value: builder.readExpression(builder, base) }] : [];
  return addScope(builder, 'class', name, node, (open) => {
    open.bases = bases;
    open.decorators = decorators;
    const pending: Expression[] = [];
    for (const member of node.childForFieldName('body')?.namedChildren ?? []) {
      if (member.type === 'decorator') pending.push(...readDecorator(builder, member));
      else readMember(builder, member, pending.splice(0));
    }
  });
}

/** Reads a decorator without its `@`. */
export function readDecorator(builder: ModuleBuilder, node: Node): Expression[] {
  return node.namedChildren.slice(0, 1).map((child) => builder.readExpression(builder, child));
}

function readMember(builder: ModuleBuilder, node: Node, decorators: Expression[]): void {
  const name = node.childForFieldName('name');
  if (name === null) {
    const block = node.childForFieldName('body');
    if (node.type === 'class_static_block' && block !== null) builder.readBlock(builder, block);
    return;
  }
  const own = node.namedChildren
    .filter(({ type }) => type === 'decorator')
    .flatMap((decorator) => readDecorator(builder, decorator));
  if (node.type === 'method_definition') {
    const scope = readFunctionScope(builder, node, name.text);
    const method = builder.scopes[scope];
    if (method !== undefined) method.decorators = [...decorators, ...own, ...modifiersOf(node)];
    addStatement(builder, { kind: 'define', name: name.text, scope });
    return;
  }
  if (node.type !== 'public_field_definition' && node.type !== 'field_definition') return;
  const value = node.childForFieldName('value');
  const type = node.childForFieldName('type');
  addStatement(builder, {
    kind: 'assign',
    target: { kind: 'name', name: name.text },
    ...(value !== null && { value: readNamed(builder, value, name.text) }),
    ...(type !== null && { type: readType(builder, type) }),
    span: spanOf(node),
  });
}

/** Getters and static methods, in the terms that facts have for them. */
function modifiersOf(node: Node): Expression[] {
  const has = (word: string) => node.children.some(({ type }) => type === word);
  return [
    ...(has('get') ? [{ kind: 'name', name: 'property' } as const] : []),
    ...(has('static') ? [{ kind: 'name', name: 'staticmethod' } as const] : []),
  ];
}

/** Reads the value of a binding: a function or class without a name takes the name of the binding. */
export function readNamed(builder: ModuleBuilder, node: Node, name: string): Expression {
  if (/^(arrow_function|function_expression|generator_function)$/.test(node.type)) {
    return { kind: 'function', scope: readFunctionScope(builder, node, name) };
  }
  if (node.type === 'class') return { kind: 'class', scope: readClassScope(builder, node, name, []) };
  return builder.readExpression(builder, node);
}

/** Reads an interface or an object type as a class with typed fields. */
export function readInterface(builder: ModuleBuilder, node: Node, name: string, body: Node): void {
  const isBound = openScope(builder).statements.some(
    (statement) =>
      (statement.kind === 'define' && statement.name === name) ||
      (statement.kind === 'assign' && statement.target.kind === 'name' && statement.target.name === name),
  );
  // A type may have the name of a value, which is what counts.
  if (isBound) return;
  const scope = addScope(builder, 'class', name, node, () => {
    for (const member of body.namedChildren) {
      const key = member.childForFieldName('name');
      const type = member.childForFieldName('type');
      if (member.type !== 'property_signature' || key === null || type === null) continue;
      addStatement(builder, {
        kind: 'assign',
        target: { kind: 'name', name: key.text },
        type: readType(builder, type),
        span: spanOf(member),
      });
    }
  });
  addStatement(builder, { kind: 'define', name, scope });
}

/** Reads an enumeration as a class whose members have values. */
export function readEnumeration(builder: ModuleBuilder, node: Node, name: string): void {
  const scope = addScope(builder, 'class', name, node, () => {
    for (const member of node.childForFieldName('body')?.namedChildren ?? []) {
      const key = member.type === 'enum_assignment' ? member.childForFieldName('name') : null;
      const value = member.childForFieldName('value');
      const text = key === null ? undefined : keyString(key);
      if (text?.kind !== 'string' || value === null) continue;
      addStatement(builder, {
        kind: 'assign',
        target: { kind: 'name', name: text.value },
        value: builder.readExpression(builder, value),
        span: spanOf(member),
      });
    }
  });
  addStatement(builder, { kind: 'define', name, scope });
}
