/** Reads the types of Go. A pointer to a type is the type. */
import type { Node } from 'web-tree-sitter';
import type { Expression, Parameter } from '../../facts/facts.ts';
import { unknown } from '../builder.ts';

/** Reads a type; anything but a named type is unknown. */
export function readType(node: Node): Expression {
  switch (node.type) {
    case 'type_identifier':
    case 'identifier':
      return { kind: 'name', name: node.text };
    case 'qualified_type':
    case 'selector_expression': {
      const [module, name] = node.namedChildren;
      if (module === undefined || name === undefined) return unknown('type');
      return { kind: 'member', object: { kind: 'name', name: module.text }, name: name.text };
    }
    case 'generic_type':
      return readType(node.childForFieldName('type') ?? node);
    case 'pointer_type':
    case 'parenthesized_type':
    case 'type_elem': {
      const [inner] = node.namedChildren;
      return inner === undefined || inner === node ? unknown('type') : readType(inner);
    }
    default:
      return unknown('type');
  }
}

/** Reads the parameters of a function, or its receiver. */
export function readParameters(list: Node | null): Parameter[] {
  return (list?.namedChildren ?? []).flatMap((declaration): Parameter[] => {
    const typeNode = declaration.childForFieldName('type');
    if (typeNode === null) return [];
    const kind = declaration.type === 'variadic_parameter_declaration' ? 'rest' : 'positional';
    const type = readType(typeNode);
    const names = declaration.childrenForFieldName('name').map(({ text }) => text);
    // A parameter without a name still counts as a position.
    return (names.length === 0 ? ['_'] : names).map((name) => ({
      name,
      kind,
      ...(kind === 'positional' && type.kind !== 'unknown' && { type }),
    }));
  });
}

/** Reads the type of the first result. */
export function readReturnType(result: Node | null): Expression | undefined {
  const first = result?.type === 'parameter_list' ? result.namedChildren[0]?.childForFieldName('type') : result;
  const type = first ? readType(first) : undefined;
  return type?.kind === 'unknown' ? undefined : type;
}
