/** Context managers: `with settings:` around a place. */
import type { Evaluator } from './evaluator.ts';
import { type InstanceValue, optionsOf, type Value } from './values.ts';

/** Returns the values of the `with` statements around the call that created an object, in the same scope, inner ones first. */
export function contextsAround(evaluator: Evaluator, { place, frame }: InstanceValue): readonly Value[] {
  const position = place?.statement;
  if (place === undefined || position === undefined) return [];
  const statements = evaluator.project.files.get(place.file)?.scopes[place.scope]?.statements ?? [];
  return statements
    .slice(0, position)
    .flatMap((each, statement): readonly Value[] => {
      if (each.kind !== 'evaluate' && each.kind !== 'assign') return [];
      if ((each.through ?? -1) < position || each.value === undefined) return [];
      return optionsOf(evaluator.evaluate(each.value, { ...place, statement }, frame));
    })
    .toReversed();
}
