/** Objects of the classes that derive from a class of the repository: what a method of the class creates, each of them has. */
import { frameOfConstructor, frameOfMethod } from './classes.ts';
import type { Evaluator } from './evaluator.ts';
import { scopeOf } from './positions.ts';
import { type ClassValue, type Frame, type InstanceValue, optionsOf } from './values.ts';

/** No more objects of a class are followed. */
const MAX_OBJECTS = 40;

const derivedByEvaluator = new WeakMap<Evaluator, ReadonlyMap<string, readonly ClassValue[]>>();

/**
 * Returns the frames of a method in Python for the objects of its class and of all classes that derive from it, with these as `self`; none
 * when there is one object only, or when callers pass it more than its object.
 */
export function framesOfDerived(evaluator: Evaluator, file: string, scope: number): readonly Frame[] {
  const method = scopeOf(evaluator, { file, scope });
  const facts = evaluator.project.files.get(file);
  const { parent = 0 } = method ?? {};
  if (facts?.language !== 'python' || method?.kind !== 'function' || facts.scopes[parent]?.kind !== 'class') return [];
  const isStatic = method.decorators.some((each) => each.kind === 'name' && /^(?:static|class)method$/.test(each.name));
  const isConstructor = method.name === '__init__';
  const isPassed = method.parameters.slice(1).some((each) => each.default === undefined);
  if (isStatic || (!isConstructor && isPassed)) return [];
  const type: ClassValue = { kind: 'class', file, scope: parent };
  const derived = derivedOf(evaluator, type);
  const objects = [type, ...derived].flatMap((each) => objectsOf(evaluator, each, each === type));
  // A single object has the values that all calls of its class pass.
  if (derived.length === 0 && (isConstructor || objects.length < 2)) return [];
  return objects.slice(0, MAX_OBJECTS).flatMap((object) => {
    const frame = isConstructor
      ? frameOfConstructor(evaluator, object, scope, type)
      : frameOfMethod(evaluator, object, scope, type);
    // An object of the class itself has its own frame when code creates one.
    return frame === undefined && object.class !== type
      ? (frameOfMethod(evaluator, object, scope, type) ?? [])
      : (frame ?? []);
  });
}

/** Lists the classes that derive from a class. */
function derivedOf(evaluator: Evaluator, type: ClassValue): readonly ClassValue[] {
  let known = derivedByEvaluator.get(evaluator);
  if (known === undefined) {
    known = indexDerived(evaluator);
    derivedByEvaluator.set(evaluator, known);
  }
  return known.get(keyOf(type)) ?? [];
}

function indexDerived(evaluator: Evaluator): ReadonlyMap<string, readonly ClassValue[]> {
  const found = new Map<string, ClassValue[]>();
  for (const { path, language, scopes } of evaluator.project.files.values()) {
    if (language !== 'python') continue;
    scopes.forEach(({ kind, bases }, scope) => {
      if (kind !== 'class' || bases.length === 0) return;
      const own: ClassValue = { kind: 'class', file: path, scope };
      for (const base of evaluator.ancestors(own).classes.slice(1)) {
        const derived = found.get(keyOf(base));
        if (derived === undefined) found.set(keyOf(base), [own]);
        else derived.push(own);
      }
    });
  }
  return found;
}

function keyOf({ file, scope }: ClassValue): string {
  return `${scope} ${file}`;
}

/** The objects that calls create of a class; without a known call, one for a class from which no other derives. */
function objectsOf(evaluator: Evaluator, type: ClassValue, isBase: boolean): readonly InstanceValue[] {
  const { symbols } = evaluator.ancestors(type);
  const name = scopeOf(evaluator, type)?.name ?? '';
  const created = (evaluator.project.callsByName.get(name) ?? []).flatMap(
    ({ file, call, context }): InstanceValue[] => {
      if (!evaluator.project.areConnected(file, type.file)) return [];
      const position = { file, ...context };
      const isOwn = optionsOf(evaluator.evaluate(call.callee, position)).some(
        (each) => each.kind === 'class' && keyOf(each) === keyOf(type),
      );
      return isOwn ? [{ kind: 'instance', symbols, class: type, call, position }] : [];
    },
  );
  if (created.length > 0 || isBase || derivedOf(evaluator, type).length > 0) return created;
  return [{ kind: 'instance', symbols, class: type }];
}
