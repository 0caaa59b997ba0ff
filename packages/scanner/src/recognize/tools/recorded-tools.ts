/**
 * Tools that a decorator of the repository records, so that a server registers them later:
 *
 *     @tool(service="orders")
 *     def find_order(…): …
 */
import type { Expression, FileFacts, Scope } from '../../facts/facts.ts';
import { visitScope } from '../../facts/visit.ts';
import { scopeOf } from '../../resolve/positions.ts';
import { type FunctionValue, optionsOf, type SourcePosition } from '../../resolve/values.ts';
import type { Recognizer } from '../shared/framework.ts';

/** A function that is recorded, with the arguments of its decorator. */
export interface RecordedFunction {
  readonly scope: Scope;
  readonly arguments: ReadonlyMap<string, Expression>;
  readonly position: SourcePosition;
}

/** Decorators that say what they record. */
const NAME = /(?:^|_)tool$|^register_(?:\w+_)?tool$/i;
/** Functions that look at a function or call it, and keep nothing. */
const READERS =
  /^(?:wraps|update_wrapper|signature|getdoc|getsource|cleandoc|get_type_hints|getattr|hasattr|callable|isinstance|str|repr|id|iscoroutinefunction|isawaitable|run_in_executor|to_thread|partial|cast|log|debug|info|print)$/;

/** Lists the documented functions of a file that a decorator of the repository records. */
export function recordedFunctions({ evaluator }: Recognizer, facts: FileFacts): readonly RecordedFunction[] {
  if (facts.language !== 'python') return [];
  return facts.scopes.flatMap((scope) => {
    const position: SourcePosition = { file: facts.path, scope: scope.parent ?? 0 };
    if (scope.kind !== 'function' || scope.name.startsWith('_')) return [];
    for (const decorator of scope.decorators) {
      const call = decorator.kind === 'call' ? decorator : undefined;
      if (!NAME.test(lastName(call?.callee ?? decorator))) continue;
      const applied = optionsOf(evaluator.evaluate(decorator, position));
      if (!applied.some((each) => each.kind === 'function' && records({ evaluator }, each))) continue;
      const named = (call?.arguments ?? []).flatMap(({ name, value }) =>
        name === undefined ? [] : [[name, value] as const],
      );
      return [{ scope, arguments: new Map(named), position }];
    }
    return [];
  });
}

function lastName(expression: Expression): string {
  return expression.kind === 'name' || expression.kind === 'member' ? expression.name : '';
}

/** Whether a function hands the function that it is passed on to something that may keep it. */
function records({ evaluator }: Pick<Recognizer, 'evaluator'>, decorator: FunctionValue): boolean {
  const scope = scopeOf(evaluator, decorator);
  const facts = evaluator.project.files.get(decorator.file);
  const parameter = scope?.parameters[decorator.self === undefined ? 0 : 1]?.name;
  if (facts === undefined || scope === undefined || parameter === undefined) return false;
  const isParameter = (value: Expression) => value.kind === 'name' && value.name === parameter;
  let isStored = scope.statements.some(
    (each) =>
      each.kind === 'assign' && each.target.kind === 'element' && each.value !== undefined && isParameter(each.value),
  );
  visitScope(facts, decorator.scope, (expression) => {
    if (expression.kind !== 'call' || READERS.test(lastName(expression.callee))) return;
    isStored ||= expression.arguments.some(({ value }) => isParameter(value));
  });
  return isStored;
}
