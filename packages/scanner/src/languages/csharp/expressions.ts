/** Reads the expressions of C#. */
import type { Node } from 'web-tree-sitter';
import type { Argument, Expression, Parameter } from '../../facts/facts.ts';
import {
  addScope,
  addStatement,
  type Builder,
  childrenOf,
  createCall,
  createString,
  nested,
  type ReadExpression,
  readField,
  readFirst,
  readNumber,
  readOther,
  spanOf,
  unknown,
} from '../builder.ts';
import { decodeEscapes } from '../strings.ts';

/** A builder that can read the body of a lambda: expressions and statements contain each other. */
export interface CsharpBuilder extends Builder {
  readonly readBlock: (builder: CsharpBuilder, block: Node) => void;
}

type Read = ReadExpression<CsharpBuilder>;

const EXPRESSIONS: Record<string, Read> = {
  identifier: (_, node) => ({ kind: 'name', name: node.text }),
  this: () => ({ kind: 'name', name: 'this' }),
  string_literal: (_, node) => createString(decodeEscapes(node.text.slice(1, -1)), node),
  verbatim_string_literal: (_, node) => createString(node.text.slice(2, -1).replaceAll('""', '"'), node),
  raw_string_literal: (_, node) => createString(contentOf(node, 'raw_string_content').trim(), node),
  interpolated_string_expression: readInterpolated,
  boolean_literal: (_, node) => ({ kind: 'constant', value: node.text === 'true' }),
  null_literal: () => ({ kind: 'constant', value: null }),
  integer_literal: (_, node) => readNumber(node),
  member_access_expression: readMember,
  qualified_name: (_, node) => readName(node),
  generic_name: (_, node) => readName(node),
  invocation_expression: readInvocation,
  object_creation_expression: (builder, node) => readCreation(builder, node),
  implicit_object_creation_expression: (builder, node) => readCreation(builder, node),
  parenthesized_expression: readOnly,
  await_expression: readOnly,
  postfix_unary_expression: readOnly,
  cast_expression: (builder, node) => readField(builder, node, 'value', readExpression),
  binary_expression: readBinary,
  typeof_expression: (_, node) => {
    const type = node.childForFieldName('type') ?? node.namedChildren[0];
    return type === undefined ? unknown('type') : readName(type);
  },
  collection_expression: readList,
  element_binding_expression: readList,
  array_creation_expression: readArray,
  implicit_array_creation_expression: readArray,
  initializer_expression: readList,
  lambda_expression: (builder, node) => ({ kind: 'function', scope: readFunctionScope(builder, node, node, '') }),
};

/** Reads an expression. */
export function readExpression(builder: CsharpBuilder, node: Node): Expression {
  const read = EXPRESSIONS[node.type] ?? readInner;
  return nested(builder, node, () => read(builder, node), unknown);
}

/** Reads an expression that has no value of interest: the calls inside of it count. */
function readInner(builder: CsharpBuilder, node: Node): Expression {
  return readOther(builder, node, readExpression);
}

function readOnly(builder: CsharpBuilder, node: Node): Expression {
  return readFirst(builder, node, readExpression);
}

function contentOf(node: Node, type: string): string {
  return node.namedChildren
    .filter((child) => child.type === type)
    .map(({ text }) => text)
    .join('');
}

function readInterpolated(builder: CsharpBuilder, node: Node): Expression {
  const parts = childrenOf(node).flatMap((child): Expression[] => {
    if (child.type === 'string_content') return [createString(child.text, child)];
    if (child.type === 'escape_sequence') return [createString(decodeEscapes(child.text), child)];
    const value = child.namedChildren.find(({ type }) => type !== 'interpolation_brace');
    if (child.type !== 'interpolation' || value === undefined) return [];
    return [readExpression(builder, value)];
  });
  return { kind: 'template', parts };
}

/** Reads a name, also a qualified one or one with type arguments, which are left out. */
export function readName(node: Node): Expression {
  if (node.type === 'generic_name' || node.type === 'nullable_type') return readName(node.namedChildren[0] ?? node);
  if (node.type !== 'qualified_name' && node.type !== 'alias_qualified_name')
    return node.type === 'identifier' ? { kind: 'name', name: node.text } : unknown('type');
  const [object, name] = node.namedChildren;
  if (object === undefined || name === undefined) return unknown('name');
  const last = name.type === 'generic_name' ? (name.namedChildren[0]?.text ?? '') : name.text;
  return { kind: 'member', object: readName(object), name: last };
}

function readMember(builder: CsharpBuilder, node: Node): Expression {
  const object = node.childForFieldName('expression');
  const name = node.childForFieldName('name');
  if (object === null || name === null) return unknown('member');
  const last = name.type === 'generic_name' ? (name.namedChildren[0]?.text ?? '') : name.text;
  return { kind: 'member', object: readExpression(builder, object), name: last };
}

/** A call. Its type arguments become arguments with the names `<0>`, `<1>` and so on. */
function readInvocation(builder: CsharpBuilder, node: Node): Expression {
  const callee = node.childForFieldName('function');
  const list = node.childForFieldName('arguments');
  if (callee === null || list === null) return unknown('call');
  const called = callee.type === 'generic_name' ? callee : callee.childForFieldName('name');
  const types = called?.namedChildren.find(({ type }) => type === 'type_argument_list')?.namedChildren ?? [];
  const typeArguments = types.map((type, index): Argument => ({ name: `<${index}>`, value: readName(type) }));
  if (callee.type === 'identifier' && callee.text === 'nameof') return nameOf(list);
  const read = readExpression(builder, callee);
  return createCall(builder, node, read, [...typeArguments, ...readArguments(builder, list)]);
}

/** `nameof(A.B)` is the string `B`. */
function nameOf(list: Node): Expression {
  const name = list.text.match(/\w+/g)?.at(-1);
  return name === undefined ? unknown('nameof') : createString(name, list);
}

/** Reads the arguments of a call or of an attribute: `name: value` and `Name = value` are named. */
function readArguments(builder: CsharpBuilder, list: Node): Argument[] {
  return childrenOf(list).flatMap((argument): Argument[] => {
    const value = childrenOf(argument).at(-1);
    const name = argument.childForFieldName('name');
    if (value === undefined) return [];
    if (argument.type === 'attribute_argument' && value.type === 'assignment_expression')
      return readAssignments(builder, [value]);
    return [{ value: readExpression(builder, value), ...(name !== null && { name: name.text }) }];
  });
}

function readAssignments(builder: CsharpBuilder, nodes: readonly Node[]): Argument[] {
  return nodes.flatMap((node): Argument[] => {
    const left = node.childForFieldName('left');
    if (node.type !== 'assignment_expression' || left === null) return [];
    return [{ name: left.text, value: readField(builder, node, 'right', readExpression) }];
  });
}

/** `new T(…) { Name = value }`: what the initializer sets counts as named arguments. */
export function readCreation(builder: CsharpBuilder, node: Node, declared?: Expression): Expression {
  const typeNode = node.childForFieldName('type');
  const type = typeNode === null ? declared : readName(typeNode);
  const list = node.namedChildren.find((child) => child.type === 'argument_list');
  const initializer = node.namedChildren.find((child) => child.type === 'initializer_expression');
  const isList = initializer !== undefined && !childrenOf(initializer).some((each) => each.type.startsWith('assign'));
  if (initializer !== undefined && isList) return readList(builder, initializer);
  const args = [
    ...(list === undefined ? [] : readArguments(builder, list)),
    ...(initializer === undefined ? [] : readAssignments(builder, childrenOf(initializer))),
  ];
  if (type !== undefined) return createCall(builder, node, type, args);
  // The context gives the type, so only what is set is known.
  const entries = args.flatMap(({ name, value }) =>
    name === undefined ? [] : [{ key: createString(name, node), value }],
  );
  return { kind: 'dictionary', entries, span: spanOf(node) };
}

function readArray(builder: CsharpBuilder, node: Node): Expression {
  const initializer = node.namedChildren.find((child) => child.type === 'initializer_expression');
  return initializer === undefined ? unknown('array') : readList(builder, initializer);
}

function readList(builder: CsharpBuilder, node: Node): Expression {
  const items = childrenOf(node).map((child): Expression => {
    // The grammar reads `[.. tools]` as a range without a start.
    const inner = child.type === 'argument' ? childrenOf(child)[0] : child;
    const isRange = inner?.type === 'range_expression' && inner.text.startsWith('..');
    if (inner !== undefined && (isRange || inner.type === 'spread_element'))
      return { kind: 'spread', value: readOnly(builder, inner) };
    return child.type === 'argument' ? readOnly(builder, child) : readExpression(builder, child);
  });
  return { kind: 'list', items };
}

function readBinary(builder: CsharpBuilder, node: Node): Expression {
  const operator = node.childForFieldName('operator')?.text;
  if (operator !== '+' && operator !== '??') return readInner(builder, node);
  const operands = [
    readField(builder, node, 'left', readExpression),
    readField(builder, node, 'right', readExpression),
  ];
  return operator === '+' ? { kind: 'sum', operands } : { kind: 'choice', options: operands };
}

/** Reads a function of any form, and returns the index of its scope. */
export function readFunctionScope(
  builder: CsharpBuilder,
  node: Node,
  whole: Node,
  name: string,
  decorators: Expression[] = [],
): number {
  const body = node.childForFieldName('body');
  const list = node.childForFieldName('parameters');
  return addScope(builder, 'function', name, whole, (open) => {
    open.decorators = decorators;
    open.parameters = list === null ? [] : readParameters(list);
    if (body?.type === 'block') builder.readBlock(builder, body);
    else if (body?.type === 'assignment_expression') builder.readBlock(builder, body);
    else if (body !== null) {
      const value = body.type === 'arrow_expression_clause' ? readOnly(builder, body) : readExpression(builder, body);
      addStatement(builder, { kind: 'return', value });
    }
  });
}

function readParameters(list: Node): Parameter[] {
  if (list.type !== 'parameter_list') return [{ name: list.text, kind: 'positional' }];
  return childrenOf(list).flatMap((node): Parameter[] => {
    const name = node.childForFieldName('name')?.text;
    const typeNode = node.childForFieldName('type');
    const type = typeNode === null ? undefined : readName(typeNode);
    if (name === undefined) return [];
    const isReceiver = node.children.some((child) => child.type === 'modifier' && child.text === 'this');
    return [
      {
        name,
        kind: 'positional',
        ...(type !== undefined && type.kind !== 'unknown' && { type }),
        ...(isReceiver && { isReceiver }),
      },
    ];
  });
}

/** Reads the attributes before a definition. */
export function readAttributes(builder: CsharpBuilder, node: Node): Expression[] {
  const lists = node.namedChildren.filter(({ type }) => type === 'attribute_list');
  return lists
    .flatMap(({ namedChildren }) => namedChildren)
    .flatMap((attribute): Expression[] => {
      const name = attribute.childForFieldName('name');
      const list = attribute.namedChildren.find(({ type }) => type === 'attribute_argument_list');
      if (name === null) return [];
      const callee = readName(name);
      return [list === undefined ? callee : createCall(builder, attribute, callee, readArguments(builder, list))];
    });
}
