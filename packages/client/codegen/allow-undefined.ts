import type { GeneratorVerbOptions } from 'orval';
import ts from 'typescript';

/**
 * Adds `undefined` to the types of the optional parameters of an operation, so that a caller under
 * `exactOptionalPropertyTypes` can pass on a value that may be missing. orval has no option for it.
 */
export function allowUndefined(verb: GeneratorVerbOptions): GeneratorVerbOptions {
  const { queryParams } = verb;
  if (!queryParams) return verb;
  const { schema } = queryParams;
  return { ...verb, queryParams: { ...queryParams, schema: { ...schema, model: widenOptional(schema.model) } } };
}

function widenOptional(declaration: string): string {
  const source = ts.createSourceFile('params.ts', declaration, ts.ScriptTarget.Latest);
  const ends: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertySignature(node) && node.questionToken && node.type) ends.push(node.type.end);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return ends
    .toSorted((a, b) => b - a)
    .reduce((text, end) => `${text.slice(0, end)} | undefined${text.slice(end)}`, declaration);
}
