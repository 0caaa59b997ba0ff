/** Reads the expressions of Python. */
import type { Node } from 'web-tree-sitter';
import type { Argument, Expression, Parameter } from '../../facts/facts.ts';
import { addScope, addStatement, type Builder, createCall, createString, nested, spanOf, unknown } from '../builder.ts';
import { decodeEscapes } from '../strings.ts';

type Read = (builder: Builder, node: Node) => Expression;

const EXPRESSIONS: Record<string, Read> = {
  identifier: (_, node) => ({ kind: 'name', name: node.text }),
  string: readString,
  concatenated_string: readConcatenated,
  integer: (_, node) => readNumber(node),
  float: (_, node) => readNumber(node),
  true: () => ({ kind: 'constant', value: true }),
  false: () => ({ kind: 'constant', value: false }),
  none: () => ({ kind: 'constant', value: null }),
  list: readList,
  tuple: readList,
  set: readList,
  expression_list: readList,
  pattern_list: readList,
  tuple_pattern: readList,
  list_pattern: readList,
  dictionary: readDictionary,
  attribute: readAttribute,
  subscript: readSubscript,
  generic_type: readGenericType,
  type: (builder, node) => readFirst(builder, node),
  union_type: (builder, node) => ({ kind: 'choice', options: readAll(builder, node.namedChildren) }),
  call: readCall,
  await: (builder, node) => readFirst(builder, node),
  parenthesized_expression: (builder, node) => readFirst(builder, node),
  expression_statement: (builder, node) => readFirst(builder, node),
  yield: (builder, node) => readFirst(builder, node),
  boolean_operator: readBooleanOperator,
  conditional_expression: readConditionalExpression,
  binary_operator: readBinaryOperator,
  named_expression: readNamedExpression,
  list_splat: (builder, node) => ({ kind: 'spread', value: readFirst(builder, node) }),
  list_splat_pattern: (builder, node) => ({ kind: 'spread', value: readFirst(builder, node) }),
  list_comprehension: readComprehension,
  set_comprehension: readComprehension,
  generator_expression: readComprehension,
  dictionary_comprehension: readDictionaryComprehension,
  lambda: readLambda,
};

/** Reads an expression. */
export function readExpression(builder: Builder, node: Node): Expression {
  const read = EXPRESSIONS[node.type];
  if (read === undefined) return readOther(builder, node);
  return nested(builder, node, () => read(builder, node), unknown);
}

/** Reads an expression that has no value of interest, such as a comparison: the calls inside of it count. */
function readOther(builder: Builder, node: Node): Expression {
  const inner = node.namedChildren.filter(({ type }) => type !== 'comment');
  if (inner.length === 0 || /^(comment|pass_statement)$/.test(node.type)) return unknown(node.type);
  return nested<Expression>(
    builder,
    node,
    () => {
      for (const child of inner) {
        const value = readExpression(builder, child);
        if (value.kind === 'call') addStatement(builder, { kind: 'evaluate', value });
      }
      return unknown(node.type);
    },
    unknown,
  );
}

/** Reads the target of an assignment. */
export function readTarget(builder: Builder, node: Node): Expression {
  return readExpression(builder, node);
}

/** Reads a type annotation. `X | None` is a choice, `Annotated[X, …]` an element whose index is a list. */
export function readType(builder: Builder, node: Node): Expression {
  return readExpression(builder, node);
}

function readAll(builder: Builder, nodes: readonly Node[]): Expression[] {
  return nodes.filter(({ type }) => type !== 'comment').map((node) => readExpression(builder, node));
}

function readFirst(builder: Builder, node: Node): Expression {
  const first = node.namedChildren.find(({ type }) => type !== 'comment');
  return first === undefined ? unknown(node.type) : readExpression(builder, first);
}

function readNumber(node: Node): Expression {
  const value = Number(node.text.replaceAll('_', ''));
  return Number.isFinite(value) ? { kind: 'constant', value } : unknown('number');
}

/** Reads a string. An f-string with values becomes a template. */
function readString(builder: Builder, node: Node): Expression {
  const prefix = (node.namedChildren[0]?.text ?? '').toLowerCase();
  const decode = prefix.includes('r') ? (text: string) => text : decodeEscapes;
  const parts: Expression[] = [];
  for (const child of node.namedChildren) {
    if (child.type === 'string_content') parts.push(createString(decodeContent(child, decode, prefix), child));
    else if (child.type === 'interpolation') {
      const value = child.childForFieldName('expression');
      parts.push(value === null ? unknown('interpolation') : readExpression(builder, value));
    }
  }
  if (parts.length > 1 || (parts[0] !== undefined && parts[0].kind !== 'string')) return { kind: 'template', parts };
  const [content] = parts;
  return content?.kind === 'string' ? { ...content, span: spanOf(node) } : createString('', node);
}

function decodeContent(node: Node, decode: (text: string) => string, prefix: string): string {
  const text = decode(node.text);
  return prefix.includes('f') ? text.replaceAll('{{', '{').replaceAll('}}', '}') : text;
}

function readConcatenated(builder: Builder, node: Node): Expression {
  const parts = readAll(builder, node.namedChildren);
  if (parts.every((part) => part.kind === 'string' && part.digest === undefined)) {
    return createString(parts.map((part) => (part.kind === 'string' ? part.value : '')).join(''), node);
  }
  return { kind: 'template', parts };
}

function readList(builder: Builder, node: Node): Expression {
  return { kind: 'list', items: readAll(builder, node.namedChildren) };
}

function readDictionary(builder: Builder, node: Node): Expression {
  const entries = node.namedChildren.flatMap((child) => {
    if (child.type === 'dictionary_splat') return [{ value: readFirst(builder, child) }];
    const key = child.childForFieldName('key');
    const value = child.childForFieldName('value');
    if (key === null || value === null) return [];
    return [{ key: readExpression(builder, key), value: readExpression(builder, value), span: spanOf(child) }];
  });
  return { kind: 'dictionary', entries, span: spanOf(node) };
}

function readAttribute(builder: Builder, node: Node): Expression {
  const object = node.childForFieldName('object');
  const name = node.childForFieldName('attribute');
  if (object === null || name === null) return unknown('attribute');
  return { kind: 'member', object: readExpression(builder, object), name: name.text };
}

function readSubscript(builder: Builder, node: Node): Expression {
  const object = node.childForFieldName('value');
  if (object === null) return unknown('subscript');
  return element(builder, object, node.childrenForFieldName('subscript'));
}

function readGenericType(builder: Builder, node: Node): Expression {
  const [object, parameters] = node.namedChildren;
  if (object === undefined || parameters === undefined) return unknown('type');
  return element(builder, object, parameters.namedChildren);
}

function element(builder: Builder, object: Node, indexes: readonly Node[]): Expression {
  const items = readAll(builder, indexes);
  const [only] = items;
  const index: Expression = items.length === 1 && only !== undefined ? only : { kind: 'list', items };
  return { kind: 'element', object: readExpression(builder, object), index };
}

function readCall(builder: Builder, node: Node): Expression {
  const callee = node.childForFieldName('function');
  const list = node.childForFieldName('arguments');
  if (callee === null) return unknown('call');
  const read = readExpression(builder, callee);
  return createCall(builder, node, read, list === null ? [] : readArguments(builder, list));
}

/** Reads the arguments of a call or of a class definition. */
export function readArguments(builder: Builder, list: Node): Argument[] {
  if (list.type === 'generator_expression') return [{ value: readExpression(builder, list) }];
  return list.namedChildren.flatMap((child): Argument[] => {
    if (child.type === 'comment') return [];
    if (child.type === 'keyword_argument') {
      const name = child.childForFieldName('name');
      const value = child.childForFieldName('value');
      return name === null || value === null ? [] : [{ name: name.text, value: readExpression(builder, value) }];
    }
    if (child.type === 'list_splat') return [{ value: readFirst(builder, child), spread: 'rest' }];
    if (child.type === 'dictionary_splat') return [{ value: readFirst(builder, child), spread: 'keywords' }];
    return [{ value: readExpression(builder, child) }];
  });
}

/** `a or b` and `a and b` may be either. */
function readBooleanOperator(builder: Builder, node: Node): Expression {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  if (left === null || right === null) return unknown('boolean operator');
  const options = readAll(builder, [left, right]);
  return node.childForFieldName('operator')?.text === 'and'
    ? (options[1] ?? unknown('boolean operator'))
    : { kind: 'choice', options };
}

function readConditionalExpression(builder: Builder, node: Node): Expression {
  const [whenTrue, condition, whenFalse] = readAll(builder, node.namedChildren);
  if (condition?.kind === 'call') addStatement(builder, { kind: 'evaluate', value: condition });
  return { kind: 'choice', options: [whenTrue, whenFalse].filter((option) => option !== undefined) };
}

function readBinaryOperator(builder: Builder, node: Node): Expression {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  const operator = node.childForFieldName('operator')?.text;
  if (left === null || right === null) return unknown('operator');
  const operands = readAll(builder, [left, right]);
  if (operator === '+') return { kind: 'sum', operands };
  if (operator === '|') return { kind: 'choice', options: operands };
  // `folder / "settings.json"`.
  if (operator === '/' && right.type === 'string') {
    const [folder, name] = operands;
    if (folder !== undefined && name !== undefined)
      return { kind: 'template', parts: [folder, createString('/', node), name] };
  }
  // A pipeline such as `prompt | model` is a choice as well; other operators have no value of interest.
  for (const value of operands) if (value.kind === 'call') addStatement(builder, { kind: 'evaluate', value });
  return unknown(`operator ${operator}`);
}

function readNamedExpression(builder: Builder, node: Node): Expression {
  const name = node.childForFieldName('name');
  const value = node.childForFieldName('value');
  if (name === null || value === null) return unknown('named expression');
  addStatement(builder, {
    kind: 'assign',
    target: readTarget(builder, name),
    value: readExpression(builder, value),
    ...(builder.conditions > 0 && { isConditional: true }),
    span: spanOf(node),
  });
  return { kind: 'name', name: name.text };
}

function readComprehension(builder: Builder, node: Node): Expression {
  const body = node.childForFieldName('body');
  const clause = node.namedChildren.find(({ type }) => type === 'for_in_clause');
  const left = clause?.childForFieldName('left');
  const right = clause?.childForFieldName('right');
  if (body === null || !left || !right) return unknown('comprehension');
  return {
    kind: 'each',
    item: readExpression(builder, body),
    target: readTarget(builder, left),
    source: readExpression(builder, right),
  };
}

function readDictionaryComprehension(builder: Builder, node: Node): Expression {
  const pair = node.childForFieldName('body');
  const clause = node.namedChildren.find(({ type }) => type === 'for_in_clause');
  const [key, value, left, right] = [
    pair?.childForFieldName('key'),
    pair?.childForFieldName('value'),
    clause?.childForFieldName('left'),
    clause?.childForFieldName('right'),
  ];
  if (!key || !value || !left || !right) return unknown('comprehension');
  return {
    kind: 'each',
    key: readExpression(builder, key),
    item: readExpression(builder, value),
    target: readTarget(builder, left),
    source: readExpression(builder, right),
  };
}

function readLambda(builder: Builder, node: Node): Expression {
  const parameterNode = node.childForFieldName('parameters');
  const parameters = parameterNode === null ? [] : readParameters(builder, parameterNode);
  const body = node.childForFieldName('body');
  const scope = addScope(builder, 'function', '', node, (open) => {
    open.parameters = parameters;
    if (body !== null) addStatement(builder, { kind: 'return', value: readExpression(builder, body) });
  });
  return { kind: 'function', scope };
}

/** Reads the parameters of a function. */
export function readParameters(builder: Builder, list: Node): Parameter[] {
  let kind: Parameter['kind'] = 'positional';
  const parameters: Parameter[] = [];
  for (const node of list.namedChildren) {
    if (node.type === 'keyword_separator') kind = 'named';
    const parameter = readParameter(builder, node, kind);
    if (parameter === undefined) continue;
    parameters.push(parameter);
    if (parameter.kind === 'rest') kind = 'named';
  }
  return parameters;
}

function readParameter(builder: Builder, node: Node, kind: Parameter['kind']): Parameter | undefined {
  const type = node.childForFieldName('type');
  const value = node.childForFieldName('value');
  const target = node.type === 'identifier' ? node : (node.childForFieldName('name') ?? node.namedChildren[0]);
  if (target === undefined || node.type === 'comment') return undefined;
  const splat = /^(list|dictionary)_splat_pattern$/.test(node.type) ? node : target;
  const isSplat = /^(list|dictionary)_splat_pattern$/.test(splat.type);
  const name = isSplat ? splat.namedChildren[0]?.text : target.type === 'identifier' ? target.text : undefined;
  if (name === undefined) return undefined;
  return {
    name,
    kind: isSplat ? (splat.type.startsWith('list') ? 'rest' : 'keywords') : kind,
    ...(value !== null && !isSplat && { default: readExpression(builder, value) }),
    ...(type !== null && { type: readType(builder, type) }),
  };
}
