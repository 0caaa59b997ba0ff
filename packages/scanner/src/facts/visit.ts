/** Visits the expressions of facts. */
import type { CallExpression, Expression, FileFacts, Statement, StringExpression } from './facts.ts';

/** Where an expression was found. */
export interface Context {
  /** Index of the scope. */
  readonly scope: number;
  /** Index of the statement in the scope; undefined for decorators, bases, defaults and types. */
  readonly statement?: number;
}

/** An expression with a value for each item of a list. */
export type Each = Expression & { readonly kind: 'each' };

/** Calls a function for every call expression of a file, in source order of the scopes, outer calls before inner ones. */
export function visitCalls(
  facts: FileFacts,
  visit: (call: CallExpression, context: Context, each?: Each) => void,
): void {
  facts.scopes.forEach((scope, index) => {
    const enter = (expression: Expression | undefined, statement?: number) => {
      if (expression === undefined) return;
      visitExpressions(expression, (inner, each) => {
        if (inner.kind === 'call')
          visit(inner, statement === undefined ? { scope: index } : { scope: index, statement }, each);
      });
    };
    for (const decorator of scope.decorators) enter(decorator);
    for (const { value } of scope.bases) enter(value);
    for (const parameter of scope.parameters) enter(parameter.default);
    scope.statements.forEach((statement, position) => {
      for (const expression of expressionsOf(statement)) enter(expression, position);
    });
  });
  for (const { value } of facts.exports ?? []) {
    if (value === undefined) continue;
    visitExpressions(value, (inner) => inner.kind === 'call' && visit(inner, { scope: 0 }));
  }
}

/** Calls a function for every expression in the statements of a scope, outer ones first. Scopes inside of it aren't entered. */
export function visitScope(facts: FileFacts, scope: number, visit: (expression: Expression) => void): void {
  for (const statement of facts.scopes[scope]?.statements ?? []) {
    for (const expression of expressionsOf(statement)) visitExpressions(expression, visit);
  }
}

/** Lists the expressions of a statement, without those inside of them. */
function expressionsOf(statement: Statement): readonly Expression[] {
  switch (statement.kind) {
    case 'assign':
      return [statement.target, ...(statement.value === undefined ? [] : [statement.value])];
    case 'evaluate':
    case 'return':
      return [statement.value];
    case 'iterate':
      return [statement.target, statement.source];
    default:
      return [];
  }
}

/** Calls a function for an expression and all expressions inside of it, outer ones first. Functions aren't entered. */
export function visitExpressions(
  expression: Expression,
  visit: (expression: Expression, each?: Each) => void,
  each?: Each,
): void {
  visit(expression, each);
  for (const child of childrenOf(expression)) {
    const isItem = expression.kind === 'each' && child === expression.item;
    visitExpressions(child, visit, each ?? (isItem ? expression : undefined));
  }
}

function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'template':
      return expression.parts;
    case 'list':
      return expression.items;
    case 'dictionary':
      return expression.entries.flatMap(({ key, value }) => (key === undefined ? [value] : [key, value]));
    case 'member':
      return [expression.object];
    case 'element':
      return [expression.object, expression.index];
    case 'call':
      return [expression.callee, ...expression.arguments.map(({ value }) => value)];
    case 'choice':
      return expression.options;
    case 'sum':
      return expression.operands;
    case 'spread':
      return [expression.value];
    case 'each':
      return [expression.source, ...(expression.key === undefined ? [] : [expression.key]), expression.item];
    default:
      return [];
  }
}

/**
 * Calls a function for every string of a file. A string is listed when it is an item or a key of a literal, or the value of a variable or
 * of a parameter, and no argument of a call.
 */
export function visitStrings(facts: FileFacts, visit: (text: StringExpression, isListed: boolean) => void): void {
  const enter = (expression: Expression | undefined, isListed: boolean) => {
    if (expression === undefined) return;
    if (expression.kind === 'string') visit(expression, isListed);
    const isLiteral = /^(list|dictionary|choice|each)$/.test(expression.kind);
    for (const child of childrenOf(expression)) enter(child, isLiteral);
  };
  for (const scope of facts.scopes) {
    for (const parameter of scope.parameters) enter(parameter.default, true);
    for (const statement of scope.statements) {
      for (const expression of expressionsOf(statement))
        enter(expression, statement.kind === 'assign' || statement.kind === 'return');
    }
  }
}
