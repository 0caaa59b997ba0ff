/** Reads targets that destructure, and parameters. */
import type { Node } from 'web-tree-sitter';
import type { Expression, Parameter } from '../../facts/facts.ts';
import { addStatement, createString, nested, spanOf, unknown } from '../builder.ts';
import type { ModuleBuilder } from './module-builder.ts';
import { decodeEscapes } from './strings.ts';
import { readType } from './types.ts';

/**
 * Reads the target of an assignment. An object pattern is a dictionary of targets, a target with a default a choice of the target
 * and the default.
 */
export function readTarget(builder: ModuleBuilder, node: Node): Expression {
  return nested(builder, node, () => readPattern(builder, node), unknown);
}

function readPattern(builder: ModuleBuilder, node: Node): Expression {
  switch (node.type) {
    case 'shorthand_property_identifier_pattern':
      return { kind: 'name', name: node.text };
    case 'array_pattern':
      return { kind: 'list', items: node.namedChildren.map((child) => readTarget(builder, child)) };
    case 'rest_pattern': {
      const inner = node.namedChildren[0];
      return inner === undefined ? unknown('rest') : { kind: 'spread', value: readTarget(builder, inner) };
    }
    case 'assignment_pattern':
    case 'object_assignment_pattern': {
      const left = node.childForFieldName('left');
      const right = node.childForFieldName('right');
      if (left === null || right === null) return unknown(node.type);
      return { kind: 'choice', options: [readTarget(builder, left), builder.readExpression(builder, right)] };
    }
    case 'object_pattern':
      return readObjectPattern(builder, node);
    default:
      return builder.readExpression(builder, node);
  }
}

function readObjectPattern(builder: ModuleBuilder, node: Node): Expression {
  const entries = node.namedChildren.flatMap((child) => {
    if (child.type === 'comment') return [];
    if (child.type === 'rest_pattern') return [{ value: readTarget(builder, child) }];
    if (child.type === 'pair_pattern') {
      const key = child.childForFieldName('key');
      const value = child.childForFieldName('value');
      return key === null || value === null ? [] : [{ key: keyString(key), value: readTarget(builder, value) }];
    }
    const name = child.type === 'object_assignment_pattern' ? child.childForFieldName('left') : child;
    return name === null ? [] : [{ key: createString(name.text, name), value: readTarget(builder, child) }];
  });
  return { kind: 'dictionary', entries, span: spanOf(node) };
}

/** Reads a literal key of an object. */
export function keyString(node: Node): Expression {
  if (node.type === 'string') return createString(decodeEscapes(node.text.slice(1, -1)), node);
  return node.type === 'computed_property_name' ? unknown('computed key') : createString(node.text, node);
}

/** Reads the parameters of a function into the current scope, whose statements may take them apart. */
export function readParameters(builder: ModuleBuilder, node: Node): Parameter[] {
  const list = node.childForFieldName('parameters');
  const single = node.childForFieldName('parameter');
  if (list === null) return single === null ? [] : [{ name: single.text, kind: 'positional' }];
  const nodes = list.namedChildren.filter(
    (each) => /_parameter$/.test(each.type) && each.childForFieldName('pattern')?.type !== 'this',
  );
  return nodes.map((each, index) => readParameter(builder, each, index));
}

function readParameter(builder: ModuleBuilder, node: Node, index: number): Parameter {
  const pattern = node.childForFieldName('pattern');
  const value = node.childForFieldName('value');
  const type = node.childForFieldName('type');
  const fields = {
    ...(value !== null && { default: builder.readExpression(builder, value) }),
    ...(type !== null && { type: readType(builder, type) }),
  };
  if (pattern?.type === 'identifier') {
    addField(builder, node, pattern.text);
    return { name: pattern.text, kind: 'positional', ...fields };
  }
  if (pattern?.type === 'rest_pattern') return { name: pattern.namedChildren[0]?.text ?? '', kind: 'rest' };
  const target = pattern === null ? unknown('parameter') : readTarget(builder, pattern);
  const properties = propertiesOf(target);
  if (properties !== undefined) return { name: '', kind: 'positional', ...fields, properties };
  const name = `parameter ${index}`;
  addStatement(builder, { kind: 'assign', target, value: { kind: 'name', name }, span: spanOf(node) });
  return { name, kind: 'positional', ...fields };
}

/** `constructor(private readonly model: Model)` also sets a field. */
function addField(builder: ModuleBuilder, node: Node, name: string): void {
  const isField = node.children.some(({ type, text }) => type === 'accessibility_modifier' || text === 'readonly');
  if (!isField) return;
  const target: Expression = { kind: 'member', object: { kind: 'name', name: 'this' }, name };
  addStatement(builder, { kind: 'assign', target, value: { kind: 'name', name }, span: spanOf(node) });
}

/** The names that a flat object pattern binds; undefined for other patterns. */
function propertiesOf(target: Expression): Parameter['properties'] {
  if (target.kind !== 'dictionary') return undefined;
  const properties: { property: string; local: string; default?: Expression }[] = [];
  for (const { key, value } of target.entries) {
    const [inner, fallback] = value.kind === 'choice' ? value.options : [value];
    if (key?.kind !== 'string' || inner?.kind !== 'name') return undefined;
    properties.push({ property: key.value, local: inner.name, ...(fallback !== undefined && { default: fallback }) });
  }
  return properties;
}
