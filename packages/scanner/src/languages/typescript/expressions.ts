/** Reads the expressions of TypeScript and JavaScript. */
import type { Node } from 'web-tree-sitter';
import type { Argument, DictionaryExpression, Expression } from '../../facts/facts.ts';
import { addStatement, createCall, createString, nested, spanOf, unknown } from '../builder.ts';
import { readClassScope, readFunctionScope } from './functions.ts';
import { addEvaluation, importModule, type ModuleBuilder } from './module-builder.ts';
import { keyString, readTarget } from './patterns.ts';
import { decodeEscapes } from './strings.ts';

type Read = (builder: ModuleBuilder, node: Node) => Expression;

const nameOf: Read = (_, node) => ({ kind: 'name', name: node.text });
const constant = (value: boolean | null) => (): Expression => ({ kind: 'constant', value });
const readFunction: Read = (builder, node) => ({
  kind: 'function',
  scope: readFunctionScope(builder, node, node.childForFieldName('name')?.text ?? ''),
});

const EXPRESSIONS: Record<string, Read> = {
  identifier: nameOf,
  property_identifier: nameOf,
  shorthand_property_identifier: nameOf,
  this: nameOf,
  super: nameOf,
  string: (_, node) => createString(decodeEscapes(node.text.slice(1, -1)), node),
  template_string: readTemplate,
  number: (_, node) => readNumber(node),
  true: constant(true),
  false: constant(false),
  null: constant(null),
  undefined: constant(null),
  array: readArray,
  object: readObject,
  member_expression: readMember,
  subscript_expression: readSubscript,
  call_expression: readCall,
  new_expression: readNew,
  await_expression: readFirst,
  parenthesized_expression: readFirst,
  as_expression: readFirst,
  satisfies_expression: readFirst,
  non_null_expression: readFirst,
  instantiation_expression: readFirst,
  yield_expression: readFirst,
  type_assertion: (builder, node) => readLast(builder, node),
  sequence_expression: readSequence,
  ternary_expression: readTernary,
  binary_expression: readBinary,
  unary_expression: readUnary,
  assignment_expression: readAssignment,
  augmented_assignment_expression: readAssignment,
  spread_element: (builder, node) => ({ kind: 'spread', value: readFirst(builder, node) }),
  arrow_function: readFunction,
  function_expression: readFunction,
  generator_function: readFunction,
  class: (builder, node) => ({
    kind: 'class',
    scope: readClassScope(builder, node, node.childForFieldName('name')?.text ?? '', []),
  }),
};

/** Reads an expression. */
export function readExpression(builder: ModuleBuilder, node: Node): Expression {
  const read = EXPRESSIONS[node.type];
  return nested(builder, node, () => (read ?? readOther)(builder, node), unknown);
}

/** Reads an expression that has no value of interest, such as JSX: the calls and functions inside of it count. */
function readOther(builder: ModuleBuilder, node: Node): Expression {
  if (!/^(comment|regex|import_attribute)$/.test(node.type)) {
    for (const child of node.namedChildren) addEvaluation(builder, readExpression(builder, child));
  }
  return unknown(node.type);
}

function readAll(builder: ModuleBuilder, nodes: readonly Node[]): Expression[] {
  return nodes.filter(({ type }) => type !== 'comment').map((node) => readExpression(builder, node));
}

function readFirst(builder: ModuleBuilder, node: Node): Expression {
  const first = node.namedChildren.find(({ type }) => type !== 'comment');
  return first === undefined ? unknown(node.type) : readExpression(builder, first);
}

function readLast(builder: ModuleBuilder, node: Node): Expression {
  const last = node.namedChildren.at(-1);
  return last === undefined ? unknown(node.type) : readExpression(builder, last);
}

function readNumber(node: Node): Expression {
  const value = Number(node.text.replaceAll('_', ''));
  return Number.isFinite(value) ? { kind: 'constant', value } : unknown('number');
}

/** A template without values is a string. */
function readTemplate(builder: ModuleBuilder, node: Node): Expression {
  const substitutions = node.namedChildren.filter(({ type }) => type === 'template_substitution');
  if (substitutions.length === 0) return createString(decodeEscapes(node.text.slice(1, -1)), node);
  const parts: Expression[] = [];
  for (const child of node.namedChildren) {
    if (child.type === 'template_substitution') parts.push(readFirst(builder, child));
    else if (child.type !== 'comment') parts.push(createString(decodeEscapes(child.text), child));
  }
  return { kind: 'template', parts };
}

function readArray(builder: ModuleBuilder, node: Node): Expression {
  return { kind: 'list', items: readAll(builder, node.namedChildren) };
}

function readObject(builder: ModuleBuilder, node: Node): Expression {
  const entries = node.namedChildren.flatMap((child): DictionaryExpression['entries'] => {
    if (child.type === 'spread_element') return [{ value: readFirst(builder, child) }];
    if (child.type === 'shorthand_property_identifier') {
      return [{ key: createString(child.text, child), value: { kind: 'name', name: child.text }, span: spanOf(child) }];
    }
    if (child.type === 'method_definition') return readMethod(builder, child);
    const key = child.childForFieldName('key');
    const value = child.childForFieldName('value');
    if (child.type !== 'pair' || key === null || value === null) return [];
    return [{ key: readKey(builder, key), value: readExpression(builder, value), span: spanOf(child) }];
  });
  return { kind: 'dictionary', entries, span: spanOf(node) };
}

function readKey(builder: ModuleBuilder, node: Node): Expression {
  return node.type === 'computed_property_name' ? readFirst(builder, node) : keyString(node);
}

function readMethod(builder: ModuleBuilder, node: Node): DictionaryExpression['entries'] {
  const name = node.childForFieldName('name');
  if (name === null) return [];
  const scope = readFunctionScope(builder, node, '');
  return [{ key: readKey(builder, name), value: { kind: 'function', scope }, span: spanOf(node) }];
}

function readMember(builder: ModuleBuilder, node: Node): Expression {
  const object = node.childForFieldName('object');
  const name = node.childForFieldName('property');
  if (object === null || name === null) return unknown(node.type);
  return { kind: 'member', object: readExpression(builder, object), name: name.text };
}

function readSubscript(builder: ModuleBuilder, node: Node): Expression {
  const object = node.childForFieldName('object');
  const index = node.childForFieldName('index');
  if (object === null || index === null) return unknown(node.type);
  return { kind: 'element', object: readExpression(builder, object), index: readExpression(builder, index) };
}

function readCall(builder: ModuleBuilder, node: Node): Expression {
  const callee = node.childForFieldName('function');
  const list = node.childForFieldName('arguments');
  if (callee === null || list === null) return unknown(node.type);
  const isImport = callee.type === 'import' || (callee.type === 'identifier' && callee.text === 'require');
  const [first] = list.namedChildren;
  if (isImport && first?.type === 'string') return importModule(builder, decodeEscapes(first.text.slice(1, -1)));
  const read = readExpression(builder, callee);
  if (list.type === 'template_string') return createCall(builder, node, read, [{ value: readTemplate(builder, list) }]);
  return createCall(builder, node, read, readArguments(builder, list, read));
}

function readNew(builder: ModuleBuilder, node: Node): Expression {
  const callee = node.childForFieldName('constructor');
  const list = node.childForFieldName('arguments');
  if (callee === null) return unknown(node.type);
  const read = readExpression(builder, callee);
  return createCall(builder, node, read, list === null ? [] : readArguments(builder, list, read));
}

/** Methods that call a function once for each item of a list. */
const ITERATIONS = /^(forEach|map|flatMap|filter|some|every|find)$/;

function readArguments(builder: ModuleBuilder, list: Node, callee: Expression): Argument[] {
  const nodes = list.namedChildren.filter(({ type }) => type !== 'comment');
  return nodes.map((child, index): Argument => {
    if (child.type === 'spread_element') return { value: readFirst(builder, child), spread: 'rest' };
    const isCallback = /^(arrow_function|function_expression)$/.test(child.type);
    if (isCallback && index === 0 && callee.kind === 'member' && ITERATIONS.test(callee.name)) {
      const scope = readFunctionScope(builder, child, '', { source: callee.object });
      return { value: { kind: 'function', scope } };
    }
    return { value: readExpression(builder, child) };
  });
}

function readSequence(builder: ModuleBuilder, node: Node): Expression {
  const values = readAll(builder, node.namedChildren);
  for (const value of values.slice(0, -1)) addEvaluation(builder, value);
  return values.at(-1) ?? unknown(node.type);
}

function readTernary(builder: ModuleBuilder, node: Node): Expression {
  const condition = node.childForFieldName('condition');
  const options = [node.childForFieldName('consequence'), node.childForFieldName('alternative')];
  if (condition !== null) addEvaluation(builder, readExpression(builder, condition));
  return {
    kind: 'choice',
    options: readAll(
      builder,
      options.filter((option) => option !== null),
    ),
  };
}

function readBinary(builder: ModuleBuilder, node: Node): Expression {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  const operator = node.childForFieldName('operator')?.text;
  if (left === null || right === null) return unknown(node.type);
  const operands = readAll(builder, [left, right]);
  if (operator === '+') return { kind: 'sum', operands };
  if (operator === '||' || operator === '??') return { kind: 'choice', options: operands };
  const [first, second] = operands;
  if (first !== undefined) addEvaluation(builder, first);
  // `condition && value` is the value, or nothing.
  if (operator === '&&' && second !== undefined) return second;
  if (second !== undefined) addEvaluation(builder, second);
  return unknown(`operator ${operator}`);
}

function readUnary(builder: ModuleBuilder, node: Node): Expression {
  const argument = node.childForFieldName('argument');
  const value = argument === null ? unknown(node.type) : readExpression(builder, argument);
  const operator = node.childForFieldName('operator')?.text;
  if (operator === '-' && value.kind === 'constant' && typeof value.value === 'number') {
    return { kind: 'constant', value: -value.value };
  }
  addEvaluation(builder, value);
  return unknown(`operator ${operator}`);
}

/** An assignment inside an expression; its value is the value of its target. */
function readAssignment(builder: ModuleBuilder, node: Node): Expression {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  if (left === null || right === null) return unknown(node.type);
  const target = readTarget(builder, left);
  const operator = node.childForFieldName('operator')?.text ?? '=';
  const isDefault = operator === '??=' || operator === '||=';
  addStatement(builder, {
    kind: 'assign',
    target,
    value: readExpression(builder, right),
    ...(operator === '+=' && { isAddition: true }),
    ...((builder.conditions > 0 || isDefault) && { isConditional: true }),
    span: spanOf(node),
  });
  return target;
}
