/** The builder of a module with a list of exports. */
import type { Node } from 'web-tree-sitter';
import type { Export, Expression } from '../../facts/facts.ts';
import { addImport, addStatement, type Builder } from '../builder.ts';

/** A builder that collects exports, and what reads the parts of a module. */
export interface ModuleBuilder extends Builder {
  readonly exports: Export[];
  /** Expressions contain functions, functions statements, and statements expressions, so the parts reach each other through here. */
  readonly readExpression: (builder: ModuleBuilder, node: Node) => Expression;
  readonly readBlock: (builder: ModuleBuilder, block: Node) => void;
}

/** Imports a module as a value, as `require(…)` and `import(…)` do. No source can contain the name that it is bound to. */
export function importModule(builder: ModuleBuilder, module: string): Expression {
  const local = `import(${module})`;
  addImport(builder, module, undefined, local);
  return { kind: 'name', name: local };
}

/** Evaluates an expression for the calls that it may contain. */
export function addEvaluation(builder: ModuleBuilder, value: Expression): void {
  if (/^(name|text|constant|unknown|function|class)$/.test(value.kind)) return;
  addStatement(builder, { kind: 'evaluate', value, ...(builder.conditions > 0 && { isConditional: true }) });
}
