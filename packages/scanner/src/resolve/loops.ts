/** Loops over items that are known: what is created in one is created once for each item. */
import type { Expression, FileFacts, Statement } from '../facts/facts.ts';
import { visitExpressions } from '../facts/visit.ts';
import type { Evaluator } from './evaluator.ts';
import { destructure, eachFrames, listOf } from './items.ts';
import { targetNames } from './project.ts';
import { type Frame, type InstanceValue, optionsOf, type SourcePosition, stringsOf, type Value } from './values.ts';

/** Loops with more items aren't followed one by one, nor are nested ones with more together. */
const MAX_ITEMS = 60;
/** Maximum number of assignments between the variable of a loop and its use. */
const MAX_ASSIGNMENTS = 4;
/** The name of the whole item of an iteration. No variable can have it. */
export const ITEM = '';
/** How many callers upwards a loop is looked for. */
const MAX_CALLERS = 3;

/** Returns an object as each iteration of the loops around it creates it: the object itself when there are none with known items. */
export function instancesOfLoops(evaluator: Evaluator, instance: InstanceValue): readonly InstanceValue[] {
  const { call, position, frame } = instance;
  if (call === undefined || position === undefined) return [instance];
  const own = loopFrames(evaluator, [call], position, frame);
  const frames = own.length > 0 ? own : framesOfCallers(evaluator, frame, MAX_CALLERS);
  return frames.length === 0 ? [instance] : frames.map((each) => inFrame(instance, each));
}

/** The key under which a comprehension or a loop puts an object into a dictionary, in a frame in which it is known. */
export function keyOfRound(evaluator: Evaluator, { call, position, frame }: InstanceValue): string | undefined {
  const statement =
    position?.statement === undefined
      ? undefined
      : evaluator.project.files.get(position.file)?.scopes[position.scope]?.statements[position.statement];
  if (call === undefined || position === undefined || statement === undefined) return undefined;
  const each = eachesAround(statement, [call]).at(-1);
  const isEntry = statement.kind === 'assign' && statement.target.kind === 'element' && statement.value === call;
  const key = each?.item === call ? each.key : isEntry ? (statement.target as { index: Expression }).index : undefined;
  const strings = key === undefined ? [] : stringsOf(evaluator.evaluate(key, position, frame));
  return strings.length === 1 ? strings[0]?.value : undefined;
}

/** The object in another frame, with the objects of the same scope whose methods create it. */
function inFrame(instance: InstanceValue, frame: Frame): InstanceValue {
  const { receiver } = instance;
  const isNear =
    receiver?.position !== undefined &&
    receiver.position.file === instance.position?.file &&
    receiver.position.scope === instance.position.scope &&
    receiver.frame === instance.frame;
  return { ...instance, frame, ...(isNear && { receiver: inFrame(receiver, frame) }) };
}

/** The frames of a function that is called in a loop, one for each iteration. */
function framesOfCallers(evaluator: Evaluator, frame: Frame | undefined, left: number): readonly Frame[] {
  const { caller, within } = frame ?? {};
  if (caller === undefined || within === undefined || left === 0) return [];
  const around = loopFrames(evaluator, [caller.call], caller.position, caller.frame);
  return (around.length > 0 ? around : framesOfCallers(evaluator, caller.frame, left - 1)).map(within);
}

/**
 * Returns a frame for each iteration of the loops around expressions, in which the variables have the values of that iteration; none when the
 * expressions use no variable of a loop, or its items are unknown.
 */
export function loopFrames(
  evaluator: Evaluator,
  expressions: readonly Expression[],
  position: SourcePosition,
  frame: Frame | undefined,
): readonly Frame[] {
  const facts = evaluator.project.files.get(position.file);
  const statements = facts?.scopes[position.scope]?.statements ?? [];
  const { statement: statementIndex } = position;
  const statement = statementIndex === undefined ? undefined : statements[statementIndex];
  if (facts === undefined || statementIndex === undefined || statement === undefined || isRound(position, frame))
    return [];
  let frames: readonly (Frame | undefined)[] = [frame];
  for (const loop of loopsOf(facts, expressions, position.scope, statementIndex)) {
    const at: SourcePosition = { file: position.file, scope: position.scope, statement: loop.statementIndex };
    // A call of the function that is followed says which item it is.
    if (loop.isImplicit && frame?.file === position.file && frame.scope === position.scope) continue;
    frames = frames.flatMap((each): readonly (Frame | undefined)[] => roundsOf(evaluator, loop, at, each) ?? [each]);
    if (frames.length > MAX_ITEMS) return [];
  }
  for (const each of eachesAround(statement, expressions)) {
    frames = frames.flatMap((outer): readonly (Frame | undefined)[] => {
      const inner = eachFrames(evaluator, each, position, outer);
      return inner.isComplete && inner.frames.length > 0 ? inner.frames : [outer];
    });
    if (frames.length > MAX_ITEMS) return [];
  }
  return frames.filter((each): each is Frame => each !== undefined && each !== frame);
}

/** Whether a frame is one iteration of a loop in this scope already. */
function isRound({ file, scope }: SourcePosition, frame: Frame | undefined): boolean {
  return frame?.isRound === true && frame.file === file && frame.scope === scope;
}

interface Loop {
  readonly target: Expression;
  readonly source: Expression;
  /** The target is a parameter of a function that a method calls for each item. */
  readonly isImplicit: boolean;
  /** The statements of the loop itself, and the last one that it repeats. */
  readonly statementIndex: number;
  readonly through: number;
}

const loopsByStatements = new WeakMap<readonly Statement[], readonly Loop[]>();

function loopsIn(statements: readonly Statement[]): readonly Loop[] {
  const known =
    loopsByStatements.get(statements) ??
    statements.flatMap((each, statementIndex) =>
      each.kind === 'iterate' && each.through !== undefined
        ? [
            {
              target: each.target,
              source: each.source,
              isImplicit: each.isImplicit === true,
              statementIndex,
              through: each.through,
            },
          ]
        : [],
    );
  loopsByStatements.set(statements, known);
  return known;
}

/** The loops around a statement whose variables reach the expressions, outer ones first. */
function loopsOf(facts: FileFacts, expressions: readonly Expression[], scope: number, before: number): readonly Loop[] {
  const [first] = expressions;
  if (first === undefined) return [];
  const known = loopsByExpression.get(first) ?? findLoops(facts, expressions, scope, before);
  loopsByExpression.set(first, known);
  return known;
}

/** By the first of the expressions, which are always asked for together. */
const loopsByExpression = new WeakMap<Expression, readonly Loop[]>();

function findLoops(
  facts: FileFacts,
  expressions: readonly Expression[],
  scope: number,
  before: number,
): readonly Loop[] {
  const statements = facts.scopes[scope]?.statements ?? [];
  const around = loopsIn(statements).filter(
    ({ statementIndex, through }) => statementIndex < before && through >= before,
  );
  const [outermost] = around;
  if (outermost === undefined) return [];
  const used = namesIn(expressions);
  for (let round = 0; round < MAX_ASSIGNMENTS; round += 1) {
    const size = used.size;
    for (const each of statements.slice(outermost.statementIndex, before)) {
      const targets = each.kind === 'assign' || each.kind === 'iterate' ? targetNames(each.target) : [];
      if (!targets.some((name) => used.has(name))) continue;
      const source = each.kind === 'assign' ? each.value : each.kind === 'iterate' ? each.source : undefined;
      for (const name of source === undefined ? [] : namesIn([source])) used.add(name);
    }
    if (used.size === size) break;
  }
  return around.filter(({ target }) => targetNames(target).some((name) => used.has(name)));
}

/** Lists the names that expressions use. */
export function namesIn(expressions: readonly Expression[]): Set<string> {
  const names = new Set<string>();
  for (const expression of expressions) {
    visitExpressions(expression, (inner) => {
      if (inner.kind === 'name') names.add(inner.name);
    });
  }
  return names;
}

/** The frames of the iterations of a loop; undefined when its items are unknown. */
function roundsOf(
  evaluator: Evaluator,
  { target, source }: Loop,
  position: SourcePosition,
  frame: Frame | undefined,
): readonly Frame[] | undefined {
  const items: Value[] = [];
  for (const option of optionsOf(evaluator.evaluate(source, position, frame))) {
    const list = listOf(evaluator, option, position);
    if (list === undefined) return undefined;
    items.push(...list.items);
  }
  if (items.length === 0 || items.length > MAX_ITEMS) return undefined;
  const own = frame?.file === position.file && frame.scope === position.scope ? frame : undefined;
  return items.map((item, index): Frame => {
    const bound = new Map([[ITEM, item], ...destructure(evaluator, target, item, position, frame)]);
    const parent = own === undefined ? frame : own.parent;
    return {
      file: position.file,
      scope: position.scope,
      bindings: (name) => own?.bindings(name),
      rounds: (name) => bound.get(name) ?? own?.rounds?.(name),
      isRound: true,
      ...(parent !== undefined && { parent }),
      id: evaluator.frameId(frame, `${position.file} ${position.scope} ${position.statement}[${index}]`),
      depth: frame?.depth ?? 0,
      ...(own?.caller !== undefined && { caller: own.caller }),
    };
  });
}

/** The comprehensions around the first of some expressions, outer ones first. */
function eachesAround(
  statement: Statement,
  [expression]: readonly Expression[],
): readonly (Expression & { kind: 'each' })[] {
  const values: readonly (Expression | undefined)[] =
    statement.kind === 'assign' || statement.kind === 'evaluate' || statement.kind === 'return'
      ? [statement.value]
      : [];
  const found: (Expression & { kind: 'each' })[] = [];
  for (const value of values) {
    if (value === undefined || expression === undefined) continue;
    visitExpressions(value, (inner) => {
      if (inner.kind === 'each' && contains(inner, expression)) found.push(inner);
    });
  }
  return found;
}

function contains(each: Expression & { kind: 'each' }, expression: Expression): boolean {
  let isInside = false;
  for (const part of [each.item, ...(each.key === undefined ? [] : [each.key])]) {
    visitExpressions(part, (inner) => {
      isInside ||= inner === expression;
    });
  }
  return isInside;
}
