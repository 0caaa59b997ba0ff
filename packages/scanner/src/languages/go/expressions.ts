/** Reads the expressions of Go. Pointers stand for what they point to. */
import type { Node } from 'web-tree-sitter';
import type { Argument, Expression } from '../../facts/facts.ts';
import {
  addScope,
  type Builder,
  childrenOf,
  createCall,
  createString,
  nested,
  type ReadExpression,
  readFirst,
  readNumber,
  readOther,
  spanOf,
  unknown,
} from '../builder.ts';
import { decodeEscapes } from '../strings.ts';
import { readParameters, readReturnType, readType } from './types.ts';

/** A builder that can read the body of a function literal: expressions and statements contain each other. */
export interface GoBuilder extends Builder {
  readonly readBlock: (builder: GoBuilder, block: Node) => void;
}

type Read = ReadExpression<GoBuilder>;

const EXPRESSIONS: Record<string, Read> = {
  identifier: (_, node) => ({ kind: 'name', name: node.text }),
  interpreted_string_literal: (_, node) => createString(decodeEscapes(node.text.slice(1, -1)), node),
  raw_string_literal: (_, node) => createString(node.text.slice(1, -1).replaceAll('\r', ''), node),
  int_literal: (_, node) => readNumber(node),
  float_literal: (_, node) => readNumber(node),
  true: () => ({ kind: 'constant', value: true }),
  false: () => ({ kind: 'constant', value: false }),
  nil: () => ({ kind: 'constant', value: null }),
  selector_expression: readSelector,
  index_expression: readIndex,
  type_instantiation_expression: readOnly,
  parenthesized_expression: readOnly,
  unary_expression: readUnary,
  binary_expression: readBinary,
  call_expression: readCall,
  composite_literal: readComposite,
  literal_element: readOnly,
  func_literal: (builder, node) => ({ kind: 'function', scope: readFunctionScope(builder, node, node, '') }),
  type_assertion_expression: readOnly,
};

/** Reads an expression. */
export function readExpression(builder: GoBuilder, node: Node): Expression {
  const read = EXPRESSIONS[node.type] ?? readInner;
  return nested(builder, node, () => read(builder, node), unknown);
}

/** Reads an expression that has no value of interest: the calls inside of it count. */
function readInner(builder: GoBuilder, node: Node): Expression {
  return readOther(builder, node, readExpression);
}

function readOnly(builder: GoBuilder, node: Node): Expression {
  return readFirst(builder, node, readExpression);
}

function readSelector(builder: GoBuilder, node: Node): Expression {
  const object = node.childForFieldName('operand');
  const name = node.childForFieldName('field');
  if (object === null || name === null) return unknown('selector');
  return { kind: 'member', object: readExpression(builder, object), name: name.text };
}

function readIndex(builder: GoBuilder, node: Node): Expression {
  const object = node.childForFieldName('operand');
  const index = node.childForFieldName('index');
  if (object === null || index === null) return unknown('index');
  return { kind: 'element', object: readExpression(builder, object), index: readExpression(builder, index) };
}

/** `&value` and `*pointer` are the value. */
function readUnary(builder: GoBuilder, node: Node): Expression {
  const operand = node.childForFieldName('operand');
  const operator = node.childForFieldName('operator')?.text ?? '';
  if (operand === null || !/^[&*]$/.test(operator)) return readInner(builder, node);
  return readExpression(builder, operand);
}

function readBinary(builder: GoBuilder, node: Node): Expression {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  if (left === null || right === null || node.childForFieldName('operator')?.text !== '+')
    return readInner(builder, node);
  return { kind: 'sum', operands: [readExpression(builder, left), readExpression(builder, right)] };
}

function readCall(builder: GoBuilder, node: Node): Expression {
  const callee = node.childForFieldName('function');
  const list = node.childForFieldName('arguments');
  if (callee === null || list === null) return unknown('call');
  const nodes = childrenOf(list);
  const [first] = nodes;
  if (callee.type === 'identifier' && first !== undefined) {
    if (callee.text === 'append') return appended(readArguments(builder, nodes));
    if (callee.text === 'string' && nodes.length === 1) return readExpression(builder, first);
    if (callee.text === 'new' && /^(?:true|false)$/.test(first.type)) return readExpression(builder, first);
    if (callee.text === 'new') return createCall(builder, node, readType(first), []);
  }
  return createCall(builder, node, readExpression(builder, callee), readArguments(builder, nodes));
}

function readArguments(builder: GoBuilder, nodes: readonly Node[]): Argument[] {
  return nodes.map((node) =>
    node.type === 'variadic_argument'
      ? { value: readOnly(builder, node), spread: 'rest' }
      : { value: readExpression(builder, node) },
  );
}

/** `append(list, items...)` is a list with both. */
function appended(args: readonly Argument[]): Expression {
  return {
    kind: 'list',
    items: args.map(({ value, spread }, index) =>
      index === 0 || spread !== undefined ? { kind: 'spread', value } : value,
    ),
  };
}

/** `T{Name: value}` is a construction, with the fields as named arguments; slices are lists, and maps dictionaries. */
function readComposite(builder: GoBuilder, node: Node): Expression {
  const type = node.childForFieldName('type');
  const body = node.childForFieldName('body');
  return type === null || body === null ? unknown('composite literal') : readLiteral(builder, type, body);
}

function readLiteral(builder: GoBuilder, type: Node, body: Node): Expression {
  switch (type.type) {
    case 'pointer_type':
    case 'parenthesized_type':
      return readLiteral(builder, type.namedChildren[0] ?? type, body);
    case 'slice_type':
    case 'array_type':
    case 'implicit_length_array_type': {
      const element = type.childForFieldName('element') ?? type;
      const items = childrenOf(body).map((each) => readElement(builder, elementValue(each), element));
      return { kind: 'list', items };
    }
    case 'map_type':
    case 'struct_type':
      return readDictionary(builder, type, body);
    default:
      return createCall(builder, body, readType(type), readFields(builder, body));
  }
}

function elementValue(element: Node): Node {
  return element.childForFieldName('value') ?? element;
}

/** An element of a literal, whose own type may be left out. */
function readElement(builder: GoBuilder, element: Node, type: Node): Expression {
  const [inner = element] = element.type === 'literal_element' ? childrenOf(element) : [element];
  if (inner.type !== 'literal_value') return readExpression(builder, inner);
  return nested(builder, inner, () => readLiteral(builder, type, inner), unknown);
}

function readFields(builder: GoBuilder, body: Node): Argument[] {
  return childrenOf(body).map((element) => {
    const key = element.childForFieldName('key');
    const value = readExpression(builder, elementValue(element));
    return key === null ? { value } : { name: key.text, value };
  });
}

/** A map, or a structure without a name, whose fields are keys. */
function readDictionary(builder: GoBuilder, type: Node, body: Node): Expression {
  const isMap = type.type === 'map_type';
  const element = (isMap ? type.childForFieldName('value') : null) ?? body;
  const entries = childrenOf(body).flatMap((each) => {
    const key = each.childForFieldName('key');
    if (key === null) return [];
    const name = isMap ? readExpression(builder, key) : createString(key.text, key);
    return [{ key: name, value: readElement(builder, elementValue(each), element), span: spanOf(each) }];
  });
  return { kind: 'dictionary', entries, span: spanOf(body) };
}

/** Reads a function of any form, and returns the index of its scope. */
export function readFunctionScope(builder: GoBuilder, node: Node, whole: Node, name: string): number {
  const body = node.childForFieldName('body');
  return addScope(builder, 'function', name, whole, (open) => {
    open.parameters = [
      ...readParameters(node.childForFieldName('receiver')),
      ...readParameters(node.childForFieldName('parameters')),
    ];
    const returns = readReturnType(node.childForFieldName('result'));
    if (returns !== undefined) open.returns = returns;
    if (body !== null) builder.readBlock(builder, body);
  });
}
