/** Reads the arguments that selectors of the catalogue name. */
import type { CallExpression, Scope } from '../../facts/facts.ts';
import { entriesOf } from '../../resolve/arguments.ts';
import { positionInConstructor } from '../../resolve/classes.ts';
import type { Evaluator } from '../../resolve/evaluator.ts';
import { choose, type InstanceValue, optionsOf, type Value } from '../../resolve/values.ts';
import { builderOption } from './builder-options.ts';
import type { Selector } from './framework.ts';

/** Returns the values of the selectors that the call passes, joined; undefined when it passes none. */
export function select(
  evaluator: Evaluator,
  instance: InstanceValue,
  selectors: readonly Selector[] | undefined,
): Value | undefined {
  const values = (selectors ?? []).flatMap((selector) => {
    const value = selectOne(evaluator, instance, selector);
    return value === undefined ? [] : [value];
  });
  return values.length === 0 ? undefined : choose(values);
}

function selectOne(evaluator: Evaluator, instance: InstanceValue, selector: Selector): Value | undefined {
  const [, name = '', path = '', argumentIndex] = /^([^@.]*)((?:\.[^@.]+)*)(?:@(\d+))?$/.exec(selector) ?? [];
  // A constructor of the repository has its own order.
  const own = instance.class && name !== '' ? positionInConstructor(evaluator, instance.class, name) : undefined;
  const known = own ?? (argumentIndex === undefined ? -1 : Number(argumentIndex));
  const index = known < 0 ? undefined : known;
  const steps = path.split('.').slice(1);
  const start =
    evaluator.argument(instance, name === '' ? undefined : name, index) ??
    fieldOfClass(evaluator, instance, name) ??
    builderOption(evaluator, instance, name);
  let value: Value | undefined = start;
  for (const step of steps) value = value === undefined ? undefined : propertyOfOptions(evaluator, value, step);
  return value;
}

/** A property of a dictionary, an argument of a constructor, or one of each item of a list. */
function propertyOfOptions(evaluator: Evaluator, value: Value, name: string): Value | undefined {
  const items = optionsOf(value).flatMap((option) =>
    option.kind === 'list' ? option.items.flatMap(optionsOf) : [option],
  );
  const found = items.flatMap((item) => {
    const passed = item.kind === 'instance' ? evaluator.argument(item, name) : undefined;
    const member = passed ?? entriesOf(item, name) ?? memberOrNothing(evaluator, item, name);
    return member === undefined ? [] : [member];
  });
  return found.length === 0 ? undefined : choose(found);
}

function memberOrNothing(evaluator: Evaluator, value: Value, name: string): Value | undefined {
  const member = evaluator.member(value, name);
  return member.kind === 'unknown' || member.kind === 'method' ? undefined : member;
}

/** What a class of the repository sets for all its objects: `class Search(BaseTool): name = "search"`. */
function fieldOfClass(evaluator: Evaluator, instance: InstanceValue, name: string): Value | undefined {
  if (instance.class === undefined || name === '') return undefined;
  return superArgument(evaluator, instance, name) ?? memberOrNothing(evaluator, instance, name);
}

/** A call without `**kwargs` of the function around it: they are what each object's own call says, and not what all calls say together. */
function withoutPassedOn(call: CallExpression, within: Scope | undefined): CallExpression {
  const passed = ({ value, spread }: CallExpression['arguments'][number]) =>
    spread !== undefined && value.kind === 'name' && within?.parameters.some(({ name }) => name === value.name);
  return { ...call, arguments: call.arguments.filter((argument) => !passed(argument)) };
}

/** What the constructor of a class of the repository passes on: `super().__init__(name="search")`. */
function superArgument(evaluator: Evaluator, instance: InstanceValue, name: string): Value | undefined {
  const { class: type } = instance;
  if (type === undefined) return undefined;
  for (const each of evaluator.ancestors(type).classes) {
    const scopes = evaluator.project.files.get(each.file)?.scopes ?? [];
    const index = scopes.findIndex(
      (scope) => scope.parent === each.scope && /^(__init__|constructor)$/.test(scope.name),
    );
    for (const [statementIndex, statement] of (scopes[index]?.statements ?? []).entries()) {
      if (statement.kind !== 'evaluate' || statement.value.kind !== 'call') continue;
      const { callee } = statement.value;
      const isPython = callee.kind === 'member' && callee.name === '__init__';
      if (!isPython && !(callee.kind === 'name' && callee.name === 'super')) continue;
      const value = evaluator.argument(
        {
          kind: 'instance',
          symbols: [],
          call: withoutPassedOn(statement.value, scopes[index]),
          position: { file: each.file, scope: index, statement: statementIndex },
        },
        name,
      );
      if (value !== undefined) return value;
    }
  }
  return undefined;
}
