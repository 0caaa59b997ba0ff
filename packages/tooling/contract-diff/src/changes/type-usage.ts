/** Determines which types callers write, and which they only read. */
import ts from 'typescript';
import { type Declaration, printName } from './declarations.ts';

/** How callers use a type. */
export interface Usage {
  /** Callers create its values: they pass them to a function, or send them in a request. */
  isWritten: boolean;
  /** Callers receive its values. */
  isRead: boolean;
}

/**
 * Determines how callers use each type: by the parameters and results of functions, by the parameters, request bodies and
 * responses of operations, and by the types that these refer to.
 */
export function determineUsage(declarations: Declaration[]): Map<string, Usage> {
  const references = new Map<string, Set<string>>();
  const [written, read] = [new Set<string>(), new Set<string>()];
  const addNames = (node: ts.Node | undefined, names: Set<string>) => {
    if (node) for (const name of referencedNames(node)) names.add(name);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      for (const parameter of node.parameters) addNames(parameter.type, written);
      addNames(node.type, read);
    } else if (ts.isPropertySignature(node)) {
      const name = printName(node.name);
      if (name === 'parameters' || name === 'requestBody') addNames(node.type, written);
      if (name === 'responses') addNames(node.type, read);
      if (node.type && ts.isTypeLiteralNode(node.type)) references.set(name, new Set(referencedNames(node.type)));
    }
    ts.forEachChild(node, visit);
  };
  for (const declaration of declarations) {
    references.set(declaration.name?.getText() ?? '', new Set(referencedNames(declaration)));
    visit(declaration);
  }
  for (const names of [written, read]) {
    // A set may grow during its iteration, which then includes what was added.
    for (const name of names) for (const referenced of references.get(name) ?? []) names.add(referenced);
  }
  return new Map([...written, ...read].map((name) => [name, { isWritten: written.has(name), isRead: read.has(name) }]));
}

/** Lists the names of the types that a node refers to, including `Rule` of `components['schemas']['Rule']`. */
function referencedNames(node: ts.Node): string[] {
  const names: string[] = [];
  const visit = (child: ts.Node): void => {
    if (ts.isTypeReferenceNode(child)) names.push(child.typeName.getText());
    if (ts.isIndexedAccessTypeNode(child) && ts.isLiteralTypeNode(child.indexType)) {
      names.push(printName(child.indexType));
      // Only the schema is used, and not all of `components`.
      return;
    }
    ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  if (ts.isTypeReferenceNode(node) || ts.isIndexedAccessTypeNode(node)) visit(node);
  return names;
}
