/** Reads the declarations of an API report. */
import ts from 'typescript';

/** A declaration that a report contains. */
export type Declaration =
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.ClassDeclaration
  | ts.FunctionDeclaration
  | ts.VariableDeclaration;

/** A member of an object type or a class. */
export type Member = ts.TypeElement | ts.ClassElement;

/** Parses the declarations of a report by their names; each overload of a function is one. */
export function parseDeclarations(report: string): Map<string, Declaration> {
  const code = /```ts\n([\s\S]*)```/.exec(report)?.[1] ?? '';
  const source = ts.createSourceFile('report.d.ts', code, ts.ScriptTarget.Latest, true);
  const declarations = new Map<string, Declaration>();
  const add = (name: string, declaration: Declaration) => setOverload(declarations, name, declaration);
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) {
      for (const variable of statement.declarationList.declarations) add(variable.name.getText(), variable);
    } else if (
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isFunctionDeclaration(statement)
    ) {
      if (statement.name) add(statement.name.text, statement);
    }
  }
  return declarations;
}

/**
 * Returns members by their names; calls, constructors and index signatures by their syntax; each overload is one. A property of type `never`
 * can't have a value, and is left out.
 */
export function membersByName(members: readonly Member[]): Map<string, Member> {
  const named = new Map<string, Member>();
  for (const member of members) {
    if (isProperty(member) && member.type?.kind === ts.SyntaxKind.NeverKeyword) continue;
    setOverload(named, member.name ? printName(member.name) : `(${ts.SyntaxKind[member.kind]})`, member);
  }
  return named;
}

/** Adds an item by its name; if the name has items, with its number among them, from 2, which no other name affects. */
function setOverload<Item>(items: Map<string, Item>, name: string, item: Item): void {
  let key = name;
  for (let number = 2; items.has(key); number++) key = `${name} (overload ${number})`;
  items.set(key, item);
}

/** Returns the members of an object type, or of an intersection of such types; undefined for any other type. */
export function membersOf(type: ts.Node): readonly Member[] | undefined {
  if (isObjectType(type)) return type.members;
  if (!ts.isIntersectionTypeNode(type)) return undefined;
  const parts = type.types.map(membersOf);
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

/** Returns whether a node has members. */
export function isObjectType(
  node: ts.Node,
): node is ts.InterfaceDeclaration | ts.ClassDeclaration | ts.TypeLiteralNode {
  return ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node) || ts.isTypeLiteralNode(node);
}

/** Returns whether a member is a property, and not a method. */
export function isProperty(node: ts.Node): node is ts.PropertySignature | ts.PropertyDeclaration {
  return ts.isPropertySignature(node) || ts.isPropertyDeclaration(node);
}

/** Prints a name without quotes. */
export function printName(name: ts.Node): string {
  return name.getText().replaceAll(/^["']|["']$/g, '');
}

const printer = ts.createPrinter({ removeComments: true });

/** Prints a node in a normalized notation: without comments, and with single spaces. Empty for no node. */
export function printNode(node: ts.Node | undefined): string {
  if (!node) return '';
  return printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()).replaceAll(/\s+/g, ' ');
}
