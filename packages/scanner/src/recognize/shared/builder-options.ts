/** Options that the methods of a builder set: `Model.builder().modelName("gpt-4.1").build()`. */
import type { CallExpression, Expression, Statement } from '../../facts/facts.ts';
import { visitExpressions } from '../../facts/visit.ts';
import type { Evaluator } from '../../resolve/evaluator.ts';
import { type InstanceValue, joinItems, type Value } from '../../resolve/values.ts';

/** Returns what a later method of the same chain is given, as the argument of its name; undefined in languages with named arguments. */
export function builderOption(
  evaluator: Evaluator,
  { call, position, frame }: InstanceValue,
  name: string,
): Value | undefined {
  const facts = evaluator.project.files.get(position?.file ?? '');
  if (facts?.language !== 'java' || call === undefined || position?.statement === undefined) return undefined;
  const setter = setterOf(facts.scopes[position.scope]?.statements[position.statement], call, name);
  const values = (setter?.arguments ?? []).map(({ value }) => evaluator.evaluate(value, position, frame));
  const [only] = values;
  return values.length > 1 ? joinItems(values, true) : only;
}

/** The call of a method with a name, of what a call returns or of what its methods return. */
function setterOf(statement: Statement | undefined, start: CallExpression, name: string): CallExpression | undefined {
  const value = statement !== undefined && 'value' in statement ? statement.value : undefined;
  let found: CallExpression | undefined;
  if (value === undefined) return undefined;
  visitExpressions(value, (expression) => {
    const isSetter =
      expression.kind === 'call' && expression.callee.kind === 'member' && expression.callee.name === name;
    if (isSetter && isOnChain(expression.callee, start)) found ??= expression;
  });
  return found;
}

function isOnChain(callee: Expression, start: CallExpression): boolean {
  let object = callee;
  while (object.kind === 'member' || (object.kind === 'call' && object !== start))
    object = object.kind === 'member' ? object.object : object.callee;
  return object === start;
}
