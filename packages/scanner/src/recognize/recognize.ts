/** Finds everything that the catalogue knows in a repository. */

import type { CallExpression, FileFacts, Scope } from '../facts/facts.ts';
import { type Context, type Each, visitCalls } from '../facts/visit.ts';
import type { DetectedObject, ObjectGraph } from '../graph/graph.ts';
import { sourceLocation } from '../graph/locate.ts';
import { createEvaluator } from '../resolve/create-evaluator.ts';
import { framesOfDerived } from '../resolve/derived.ts';
import type { Caller, Evaluator } from '../resolve/evaluator.ts';
import { mutationsOf } from '../resolve/mutations.ts';
import type { Project } from '../resolve/project.ts';
import {
  type ClassValue,
  type Frame,
  type InstanceValue,
  itemsOf,
  optionsOf,
  type SourcePosition,
  stringsOf,
  type Value,
} from '../resolve/values.ts';
import { createRecognizer } from './create-recognizer.ts';
import { addCatalogueModels } from './models/catalogue-models.ts';
import { addSecrets } from './secrets.ts';
import { assignAutonomy } from './shared/autonomy.ts';
import { hasRole } from './shared/entry.ts';
import type { Component, Entry, Framework, ToolComponent } from './shared/framework.ts';
import { definitionOf, identityOf } from './shared/naming.ts';
import { isExample } from './shared/relevance.ts';
import { relateOwner, toolsWithOwner } from './tool-owners.ts';
import { addDescribedTools } from './tools/described-tools.ts';
import { asInstance, decoratorOf, instanceOfOverride } from './tools/tools.ts';

type Create = ReturnType<typeof createRecognizer>;

/** No more callers of a factory are followed. */
const MAX_FRAMES = 30;
/** No more callers of a factory are followed when each of them names its own tool. */
const MAX_NAMED_FRAMES = 400;
/** How many functions pass on what a caller says. */
const MAX_NESTED_FRAMES = 3;

const NOTHING: Value = { kind: 'unknown', reason: 'nothing' };

/** Returns the agents that a name of a module stands for. */
export type AgentsOf = (file: string, name: string) => readonly DetectedObject<'agent'>[];

/**
 * Adds everything in the files of a project to a graph. Tests and documentation are read for values only. Configurations can ask which
 * agents a module exports.
 */
export function recognize(project: Project, graph: ObjectGraph, frameworks: readonly Framework[]): AgentsOf {
  const evaluator = createEvaluator(project);
  const recognizer = createRecognizer(evaluator, graph, frameworks);
  const files = [...project.files.values()].filter((facts) => !isExample(facts.path));
  for (const facts of files) recognizeDecorated(recognizer, facts);
  for (const facts of files) {
    const applied = new Set<CallExpression>();
    visitCalls(facts, (call, context, each) => {
      // In `tool(name="x")(function)`, only the outer call creates something.
      if (call.callee.kind === 'call') applied.add(call.callee);
      if (each !== undefined) recognizeEach(recognizer, facts, each, context);
      else if (!applied.has(call)) recognizeCall(recognizer, facts, call, context);
    });
  }
  for (const facts of files) recognizeClasses(recognizer, facts);
  for (const facts of files) recognizeMutations(recognizer, facts);
  addDescribedTools(recognizer, files);
  addCatalogueModels(graph, files);
  recognizer.relateNamedAgents();
  assignAutonomy(graph);
  addSecrets(graph, files);
  return (file, name) => {
    const value = project.files.has(file) ? evaluator.exported(file, name) : undefined;
    return (value === undefined ? [] : optionsOf(value)).flatMap((option) =>
      recognizer.agentsOf(option.kind === 'function' ? evaluator.returned(option) : option),
    );
  };
}

/** Functions and classes with decorators of the catalogue. */
function recognizeDecorated(recognizer: Create, facts: FileFacts): void {
  facts.scopes.forEach((scope, index) => {
    if (scope.decorators.length === 0) return;
    const value = { kind: scope.kind === 'class' ? 'class' : 'function', file: facts.path, scope: index } as const;
    recognizeDecoratedAgent(recognizer, facts, index);
    const decorated = decoratorOf(recognizer, value);
    if (decorated === undefined || isRuledOut(recognizer, decorated.entry, facts, scope.parent)) return;
    if (value.kind === 'function') {
      const tool = recognizer.toolOfFunction({ kind: 'function', file: facts.path, scope: index });
      relateOwner(recognizer, decorated.instance, tool);
      return;
    }
    const created: InstanceValue = {
      kind: 'instance',
      symbols: decorated.instance.symbols,
      class: { kind: 'class', file: facts.path, scope: index },
    };
    toolsWithOwner(recognizer, created, decorated.entry);
  });
}

/** A function that a decorator makes an agent. */
function recognizeDecoratedAgent(recognizer: Create, facts: FileFacts, scope: number): void {
  const definition = facts.scopes[scope];
  if (definition?.kind !== 'function') return;
  const position: SourcePosition = { file: facts.path, scope: definition.parent ?? 0 };
  for (const decorator of definition.decorators) {
    for (const option of optionsOf(recognizer.evaluator.evaluate(decorator, position))) {
      const entry = recognizer.entryOf(option);
      if (!hasRole(entry, 'agent') || (option.kind === 'instance' && option.call === undefined)) continue;
      const { path } = definitionOf(facts, position);
      const agent = recognizer.graph.add('agent', identityOf(facts.path, path, definition.name), definition.name);
      agent.fields.framework ??= entry.framework.id;
      recognizer.graph.locate(agent, sourceLocation(facts.path, definition.span, 'decorated as an agent'));
      recognizer.relateUsage(agent, { kind: 'function', file: facts.path, scope });
    }
  }
}

/** Built-in tools aren't decorators, and the steps of a process are called by code. */
function isRuledOut(
  { evaluator }: Create,
  { component }: Entry<ToolComponent>,
  facts: FileFacts,
  parent: number | undefined,
): boolean {
  if (component.builtIn !== undefined) return true;
  if (component.exceptIn === undefined || parent === undefined || facts.scopes[parent]?.kind !== 'class') return false;
  const { symbols } = evaluator.ancestors({ kind: 'class', file: facts.path, scope: parent });
  return symbols.some((symbol) => component.exceptIn?.includes(symbol.replace(/^.*[:.]/, '')));
}

/** A comprehension creates one object for each item of a list. */
function recognizeEach(recognizer: Create, facts: FileFacts, each: Each, context: Context): void {
  const value = recognizer.evaluator.evaluate(each, { file: facts.path, ...context });
  for (const item of itemsOf(value)) {
    const entry = item.kind === 'instance' && item.call !== undefined ? recognizer.entryOf(item) : undefined;
    if (item.kind === 'instance' && entry !== undefined && isOwnResult(item, entry, context))
      recognizer.add(item, entry);
  }
}

/** A call of something in the catalogue. Calls inside of functions are looked at once for each known caller. */
function recognizeCall(recognizer: Create, facts: FileFacts, call: CallExpression, context: Context): void {
  const position: SourcePosition = { file: facts.path, ...context };
  for (const callee of optionsOf(recognizer.evaluator.evaluate(call.callee, position))) {
    const created = instanceOfCall(recognizer.evaluator, callee, call, position);
    const entry = created && recognizer.entryOf(created);
    if (created === undefined || entry === undefined || !isOwnResult(created, entry, context)) continue;
    for (const frame of framesAround(recognizer.evaluator, facts, context, frameLimit(recognizer, created, entry))) {
      if (frame === undefined) recognizer.add(created, entry);
      else recognizer.add(hasOwnCallers(facts) ? inFrame(created, frame) : { ...created, frame }, entry);
    }
  }
}

/** Whether the calls whose result a call is a method of may differ from one caller to the next. */
function hasOwnCallers({ language }: FileFacts): boolean {
  return language === 'csharp' || language === 'python';
}

/** A call as one caller of the function around it sees it, with the calls whose result it is a method of. */
function inFrame(instance: InstanceValue, frame: Frame): InstanceValue {
  const { receiver } = instance;
  const isInside =
    receiver?.frame === undefined && receiver?.position?.file === frame.file && receiver.call !== undefined;
  const isChained = isInside && instance.position?.scope === receiver.position?.scope;
  return { ...instance, frame, ...(isChained && { receiver: inFrame(receiver, frame) }) };
}

/**
 * Decorators aren't calls that create something. A tool of a library counts where a list of tools has it: elsewhere, only code calls it.
 */
function isOwnResult(created: InstanceValue, { component }: Entry<Component>, context: Context): boolean {
  if (component.role !== 'tool') return true;
  if (context.statement === undefined && context.scope !== 0) return false;
  if (component.builtIn !== undefined || component.symbols.some((symbol) => symbol.includes('*'))) return false;
  return component.function !== undefined || !created.symbols.every((symbol) => symbol.endsWith('()'));
}

function instanceOfCall(
  evaluator: Evaluator,
  callee: Value,
  call: CallExpression,
  position: SourcePosition,
): InstanceValue | undefined {
  if (callee.kind === 'class') {
    return { kind: 'instance', symbols: evaluator.ancestors(callee).symbols, class: callee, call, position };
  }
  const callable =
    callee.kind === 'instance' ? undefined : (asInstance(callee) ?? instanceOfOverride(evaluator, callee));
  if (callable !== undefined) return { ...callable, call, position };
  if (callee.kind !== 'instance') return undefined;
  return { kind: 'instance', symbols: callee.symbols.map((each) => `${each}()`), receiver: callee, call, position };
}

/** Returns how many callers matter: of a function that creates a tool under a name which it is given, all. */
function frameLimit(recognizer: Create, created: InstanceValue, { component }: Entry): number {
  if (component.role !== 'tool') return MAX_FRAMES;
  const isOneOfMany = [component.name, component.function].some(
    (selectors) => optionsOf(recognizer.select(created, selectors) ?? NOTHING).length > 1,
  );
  return isOneOfMany ? MAX_NAMED_FRAMES : MAX_FRAMES;
}

/**
 * Returns the frames of the known callers of the function around a call; none when it has no parameters that matter. A caller that passes
 * on its own parameters stands for its callers.
 */
function framesAround(
  evaluator: Evaluator,
  facts: FileFacts,
  { scope: start }: Context,
  limit: number,
  depth = 0,
): readonly (Frame | undefined)[] {
  for (let index: number | undefined = start; index !== undefined; index = facts.scopes[index]?.parent) {
    const scope = facts.scopes[index];
    if (scope?.kind !== 'function' || scope.name === '' || scope.parameters.length === 0) continue;
    const derived = framesOfDerived(evaluator, facts.path, index);
    if (derived.length > 0) return derived;
    const callers = limit > MAX_FRAMES ? evaluator.allCallers(facts.path, index) : evaluator.callers(facts.path, index);
    const frames = callers.flatMap((caller) => framesOfCaller(evaluator, caller, limit, depth));
    return frames.length === 0 ? [undefined] : frames.slice(0, limit);
  }
  return [undefined];
}

function framesOfCaller(evaluator: Evaluator, caller: Caller, limit: number, depth: number): readonly Frame[] {
  const { call, position, frame, within } = caller;
  const facts = evaluator.project.files.get(position.file);
  // The callers of extension methods in C# are programs, which have their own rules.
  if (depth >= MAX_NESTED_FRAMES || facts === undefined || facts.language === 'csharp') return [frame];
  const names = call.arguments.flatMap(({ value }) => (value.kind === 'name' ? [value.name] : []));
  if (!facts.scopes[position.scope]?.parameters.some(({ name }) => names.includes(name))) return [frame];
  return framesAround(evaluator, facts, position, limit, depth + 1).map((outer) =>
    outer === undefined ? frame : within(outer),
  );
}

/** Classes that derive from classes of the catalogue and are complete without a call. */
function recognizeClasses(recognizer: Create, facts: FileFacts): void {
  facts.scopes.forEach((scope, index) => {
    if (scope.kind !== 'class' || scope.bases.length === 0) return;
    const value = { kind: 'class', file: facts.path, scope: index } as const;
    const entry = recognizer.entryOf(value);
    if (entry === undefined || !('isBaseClass' in entry.component) || !entry.component.isBaseClass) return;
    if (isAbstract(recognizer.evaluator, facts, index)) return;
    const { symbols } = recognizer.evaluator.ancestors(value);
    if (hasRole(entry, 'tool') && isUnnamedBase(recognizer, value, entry.component)) return;
    recognizer.add({ kind: 'instance', symbols, class: value }, entry);
  });
}

/** A class of tools from which others derive, and which has no name itself, isn't a tool: `class DeskTool(Tool)`. */
function isUnnamedBase(recognizer: Create, value: ClassValue, { name }: ToolComponent): boolean {
  const { project, ancestors } = recognizer.evaluator;
  const named = recognizer.select({ kind: 'instance', symbols: [], class: value }, name);
  if (named !== undefined && stringsOf(named).length > 0) return false;
  const own = project.files.get(value.file)?.scopes[value.scope]?.name;
  const mayDerive = (scope: Scope) =>
    scope.bases.some(({ value: base }) => (base.kind === 'name' || base.kind === 'member') && base.name === own);
  return [...project.files.values()].some(({ path, scopes }) =>
    scopes.some(
      (scope, index) =>
        scope.kind === 'class' &&
        mayDerive(scope) &&
        ancestors({ kind: 'class', file: path, scope: index }).classes.some(
          (each) => each.file === value.file && each.scope === value.scope,
        ),
    ),
  );
}

function isAbstract(evaluator: Evaluator, facts: FileFacts, scope: number): boolean {
  const own = facts.scopes[scope]?.bases ?? [];
  const position: SourcePosition = { file: facts.path, scope: facts.scopes[scope]?.parent ?? 0 };
  const isMarked = own.some(({ value }) =>
    optionsOf(evaluator.evaluate(value, position)).some(
      (base) => base.kind === 'symbol' && /^(abc:ABC|typing:Protocol)$/.test(base.symbol),
    ),
  );
  const hasAbstractMethod = facts.scopes.some(
    (method) =>
      method.parent === scope &&
      method.decorators.some((decorator) =>
        /abstractmethod$/.test(decorator.kind === 'member' || decorator.kind === 'name' ? decorator.name : ''),
      ),
  );
  return isMarked || hasAbstractMethod;
}

/** `agent.handoffs = …`, `agent.tools.append(…)`. */
function recognizeMutations(recognizer: Create, facts: FileFacts): void {
  for (const { object, position, value, change } of mutationsOf(facts)) {
    if (object.kind !== 'member' || change === 'entry') continue;
    const receiver = recognizer.evaluator.evaluate(object.object, position);
    if (!optionsOf(receiver).some(({ kind }) => kind === 'instance')) continue;
    recognizer.applyMutation(receiver, object.name, recognizer.evaluator.evaluate(value, position));
  }
}
