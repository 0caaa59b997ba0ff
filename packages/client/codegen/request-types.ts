import { readFile, writeFile } from 'node:fs/promises';
import ts from 'typescript';
import { widenOptional } from './allow-undefined.ts';

/**
 * Adds `undefined` to the types of the optional properties of bodies that only requests have, such as `IssueUpdate`: JSON omits them, and a
 * caller under `exactOptionalPropertyTypes` can pass on a value that may be missing. The types of responses do not change, and arrays remain arrays
 * to which a caller can add items.
 *
 * @param files paths of all generated files, with the operations in `operations.ts` and the types in `operations.schemas.ts`.
 */
export async function widenRequestTypes(files: readonly string[]): Promise<void> {
  const [operations, types] = ['operations.ts', 'operations.schemas.ts'].map((name) => {
    const path = files.find((file) => file.endsWith(`/${name}`));
    if (!path) throw new Error(`${name} is not among the generated files: ${files.join(', ')}.`);
    return path;
  }) as [string, string];
  const source = await readFile(types, 'utf8');
  const declarations = readDeclarations(source);
  const isOfParameters = (name: string): boolean => name.endsWith('Params');
  const named = namesIn(await readFile(operations, 'utf8')).filter((name) => declarations.has(name));
  const ofResponses = closure(
    named.filter((name) => !isOfParameters(name)),
    declarations,
  );
  const ofRequests = closure(named.filter(isOfParameters), declarations);
  const result = [...ofRequests]
    .filter((name) => !ofResponses.has(name) && !isOfParameters(name))
    .reduce((text, name) => {
      const declaration = declarations.get(name) as string;
      return text.replace(declaration, () => widenOptional(declaration, false));
    }, source);
  await writeFile(types, result);
}

/** Returns the interfaces and types of a file by name, as strings. */
function readDeclarations(source: string): ReadonlyMap<string, string> {
  const file = ts.createSourceFile('types.ts', source, ts.ScriptTarget.Latest);
  return new Map(
    file.statements
      .filter((node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
      .map((node) => [node.name.text, node.getText(file)]),
  );
}

/** Returns the names and all that their declarations refer to, also indirectly. */
function closure(names: readonly string[], declarations: ReadonlyMap<string, string>): ReadonlySet<string> {
  const found = new Set(names);
  for (const name of found) {
    for (const used of namesIn(declarations.get(name) ?? '')) if (declarations.has(used)) found.add(used);
  }
  return found;
}

/** Returns all names in a program, without its comments. */
function namesIn(source: string): string[] {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('names.ts', source, ts.ScriptTarget.Latest));
  return [...names];
}
