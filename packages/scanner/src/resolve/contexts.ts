/** Context managers: `with settings:` around a position. */
import type { Evaluator } from './evaluator.ts';
import { type InstanceValue, optionsOf, type Value } from './values.ts';

/** Returns the values of the `with` statements around the call that created an object, in the same scope, inner ones first. */
export function contextsAround(evaluator: Evaluator, { position, frame }: InstanceValue): readonly Value[] {
  const statementIndex = position?.statement;
  if (position === undefined || statementIndex === undefined) return [];
  const statements = evaluator.project.files.get(position.file)?.scopes[position.scope]?.statements ?? [];
  return statements
    .slice(0, statementIndex)
    .flatMap((each, statement): readonly Value[] => {
      if (each.kind !== 'evaluate' && each.kind !== 'assign') return [];
      if ((each.through ?? -1) < statementIndex || each.value === undefined) return [];
      return optionsOf(evaluator.evaluate(each.value, { ...position, statement }, frame));
    })
    .toReversed();
}
