/** Which types a caller writes, and which a caller only reads. */
import ts from 'typescript';
import type { Declaration } from './surface.ts';

export interface Sides {
  /** Callers make values of it: it goes into a function, or into a request. */
  written: boolean;
  /** Callers get values of it. */
  read: boolean;
}

/**
 * The sides of every name that the parameters or the results of a function use, or the parameters, request bodies or
 * responses of an operation, and of what these use in turn.
 */
export function sidesOf(declarations: Declaration[]): Map<string, Sides> {
  const uses = new Map<string, Set<string>>();
  const [written, read] = [new Set<string>(), new Set<string>()];
  const start = (node: ts.Node | undefined, into: Set<string>) => {
    if (node) for (const name of namesIn(node)) into.add(name);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      for (const parameter of node.parameters) start(parameter.type, written);
      start(node.type, read);
    } else if (ts.isPropertySignature(node)) {
      const name = node.name.getText().replaceAll(/["']/g, '');
      if (name === 'parameters' || name === 'requestBody') start(node.type, written);
      if (name === 'responses') start(node.type, read);
      if (node.type && ts.isTypeLiteralNode(node.type)) uses.set(name, new Set(namesIn(node.type)));
    }
    ts.forEachChild(node, visit);
  };
  for (const declaration of declarations) {
    uses.set(declaration.name?.getText() ?? '', new Set(namesIn(declaration)));
    visit(declaration);
  }
  for (const side of [written, read]) {
    // A set may grow while it is walked through, and the walk goes on to what was added.
    for (const name of side) for (const used of uses.get(name) ?? []) side.add(used);
  }
  return new Map([...written, ...read].map((name) => [name, { written: written.has(name), read: read.has(name) }]));
}

/** The names of the types that a type refers to, also as `components['schemas']['Rule']`. */
function namesIn(node: ts.Node): string[] {
  const names: string[] = [];
  const visit = (it: ts.Node): void => {
    if (ts.isTypeReferenceNode(it)) names.push(it.typeName.getText());
    if (ts.isIndexedAccessTypeNode(it) && ts.isLiteralTypeNode(it.indexType)) {
      names.push(it.indexType.getText().replaceAll(/["']/g, ''));
      // `components` itself is not what is used, only the schema in it.
      return;
    }
    ts.forEachChild(it, visit);
  };
  ts.forEachChild(node, visit);
  if (ts.isTypeReferenceNode(node) || ts.isIndexedAccessTypeNode(node)) visit(node);
  return names;
}
