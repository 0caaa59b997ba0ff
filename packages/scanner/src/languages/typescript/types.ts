/** Reads type annotations, as far as they name classes, interfaces and literals. */
import type { Node } from 'web-tree-sitter';
import type { Expression } from '../../facts/facts.ts';
import { createString, nested, spanOf, unknown } from '../builder.ts';
import type { ModuleBuilder } from './module-builder.ts';
import { decodeEscapes } from './strings.ts';

type Read = (builder: ModuleBuilder, node: Node) => Expression;

const TYPES: Record<string, Read> = {
  type_annotation: readInner,
  parenthesized_type: readInner,
  readonly_type: readInner,
  array_type: readInner,
  type_query: readInner,
  literal_type: readInner,
  identifier: (_, node) => ({ kind: 'name', name: node.text }),
  type_identifier: (_, node) => ({ kind: 'name', name: node.text }),
  nested_type_identifier: readQualified,
  member_expression: readQualified,
  generic_type: readGeneric,
  union_type: (builder, node) => ({
    kind: 'choice',
    options: node.namedChildren.map((each) => readType(builder, each)),
  }),
  intersection_type: readInner,
  string: (_, node) => createString(decodeEscapes(node.text.slice(1, -1)), node),
  object_type: readObjectType,
};

/** Reads a type. `Promise<T>` is read as `T`, since what is awaited is what counts. */
export function readType(builder: ModuleBuilder, node: Node): Expression {
  const read = TYPES[node.type];
  if (read === undefined) return unknown(node.type);
  return nested(builder, node, () => read(builder, node), unknown);
}

function readInner(builder: ModuleBuilder, node: Node): Expression {
  const inner = node.namedChildren.find(({ type }) => type !== 'comment');
  return inner === undefined ? unknown(node.type) : readType(builder, inner);
}

function readQualified(builder: ModuleBuilder, node: Node): Expression {
  const [object, name] = node.namedChildren;
  if (object === undefined || name === undefined) return unknown(node.type);
  return { kind: 'member', object: readType(builder, object), name: name.text };
}

function readGeneric(builder: ModuleBuilder, node: Node): Expression {
  const name = node.childForFieldName('name');
  const first = node.childForFieldName('type_arguments')?.namedChildren[0];
  if (name === null) return unknown(node.type);
  const isTransparent = /^(Promise|Awaited|Readonly|Partial|Required|NonNullable|Array|ReadonlyArray)$/.test(name.text);
  return readType(builder, isTransparent && first !== undefined ? first : name);
}

/** The properties of an object type, with their types. */
function readObjectType(builder: ModuleBuilder, node: Node): Expression {
  const entries = node.namedChildren.flatMap((child) => {
    const name = child.type === 'property_signature' ? child.childForFieldName('name') : null;
    const type = child.childForFieldName('type');
    if (name === null || type === null) return [];
    return [{ key: createString(name.text, name), value: readType(builder, type) }];
  });
  return { kind: 'dictionary', entries, span: spanOf(node) };
}
