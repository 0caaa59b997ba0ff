import type { GeneratorVerbOptions } from 'orval';
import ts from 'typescript';

/**
 * Adds `undefined` to the types of the optional parameters of an operation, so that callers under
 * `exactOptionalPropertyTypes` can pass values that may be missing, and makes their arrays `readonly`, so that callers can
 * pass `as const`. orval has no option for either.
 */
export function allowUndefined(verb: GeneratorVerbOptions): GeneratorVerbOptions {
  const { queryParams } = verb;
  if (!queryParams) return verb;
  const { schema } = queryParams;
  return { ...verb, queryParams: { ...queryParams, schema: { ...schema, model: widenOptional(schema.model, true) } } };
}

/**
 * Adds `undefined` to the types of the optional properties of a declaration.
 *
 * @param readonlyArrays whether it also makes the arrays among its properties `readonly`.
 */
export function widenOptional(declaration: string, readonlyArrays: boolean): string {
  const source = ts.createSourceFile('params.ts', declaration, ts.ScriptTarget.Latest);
  const insertions: [position: number, text: string][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertySignature(node) && node.type) {
      if (readonlyArrays && ts.isArrayTypeNode(node.type)) insertions.push([node.type.getStart(source), 'readonly ']);
      if (node.questionToken) insertions.push([node.type.end, ' | undefined']);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return insertions
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [position, added]) => text.slice(0, position) + added + text.slice(position), declaration);
}
