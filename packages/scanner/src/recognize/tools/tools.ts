/** Tools: decorated functions, constructors, classes, built-in tools, and functions in lists of tools. */

import type { DetectedObject, ObjectGraph } from '../../graph/graph.ts';
import { sourceLocation } from '../../graph/locate.ts';
import { entriesOf } from '../../resolve/arguments.ts';
import type { Evaluator } from '../../resolve/evaluator.ts';
import { instancesOfLoops } from '../../resolve/loops.ts';
import { positionOfBody, scopeOf } from '../../resolve/positions.ts';
import {
  type ClassValue,
  type FunctionValue,
  type InstanceValue,
  itemsOf,
  optionsOf,
  stringsOf,
  type Value,
} from '../../resolve/values.ts';
import { recordApproval, recordWaiting, recordWaitingArguments } from '../shared/autonomy.ts';
import { hasRole } from '../shared/entry.ts';
import type { Entry, Recognizer, Selector, ToolComponent, ToolHint } from '../shared/framework.ts';
import { definitionOf, fallbackName, identityOf } from '../shared/naming.ts';
import { recordOpenRegistration } from './described-tools.ts';
import { isLiteralTool } from './literal-tools.ts';
import { isProviderTool } from './provider-tools.ts';
import { schemaOfClass, schemaOfFunction } from './schema.ts';
import { schemaOfValue } from './zod.ts';

/** Longer descriptions are cut. */
const MAX_DESCRIPTION = 1_000;

/**
 * Adds the tool that a function is. A decorator of the catalogue may give it another name.
 *
 * @param literal the name that a call gives it: a function with several of them is several tools
 */
export function toolOfFunction(
  recognizer: Recognizer,
  wrapper: FunctionValue,
  name?: string,
  literal?: string,
): DetectedObject<'tool'> {
  const { evaluator, graph } = recognizer;
  const value = wrappedFunction(evaluator, wrapper);
  const scope = scopeOf(evaluator, value);
  const position = { file: value.file, scope: scope?.parent ?? 0 };
  const decorated = decoratorOf(recognizer, value);
  const overridden =
    decorated && stringsOf(recognizer.select(decorated.instance, decorated.entry.component.name) ?? NOTHING);
  const facts = evaluator.project.files.get(value.file);
  const { path } = definitionOf(facts, position);
  const own = scope?.name === '' || scope === undefined ? undefined : scope.name;
  const named = own === undefined ? undefined : decorated?.entry.component.nameOfFunction?.(own);
  const names = [overridden?.[0]?.value, name, named, own];
  const toolName = names.find((each) => each !== undefined && each.trim() !== '') ?? 'function';
  const identity = identityOf(value.file, path, own ?? toolName);
  const tool = graph.add('tool', identityOfLiteral(graph, identity, literal), toolName);
  tool.fields.tool_name = toolName.slice(0, 255);
  tool.fields.tool_source ??= 'function';
  tool.fields.tool_kind ??= decorated?.entry.component.kind ?? 'tool';
  describe(tool, scope?.documentation);
  const schema = schemaOfFunction(evaluator, value.file, value.scope);
  if (schema !== undefined && tool.fields.tool_kind === 'tool') tool.fields.input_schema ??= schema;
  if (decorated !== undefined) applyArguments(recognizer, tool, decorated.instance, decorated.entry);
  recordWaiting(recognizer, tool, value);
  if (scope !== undefined) {
    const reason =
      decorated === undefined ? 'a function in a list of tools' : `decorated with ${decorated.instance.symbols[0]}`;
    graph.locate(tool, sourceLocation(value.file, scope.span, reason, 2));
  }
  return tool;
}

const NOTHING: Value = { kind: 'unknown', reason: 'nothing' };

/** The function whose name and signature another one takes over: `@functools.wraps(function)`. */
function wrappedFunction(evaluator: Evaluator, wrapper: FunctionValue): FunctionValue {
  const scope = scopeOf(evaluator, wrapper);
  const position = { file: wrapper.file, scope: scope?.parent ?? 0 };
  for (const decorator of scope?.decorators ?? []) {
    const applied = evaluator.evaluate(decorator, position, wrapper.frame);
    if (applied.kind !== 'instance' || applied.symbols[0] !== 'functools:wraps') continue;
    const wrapped = evaluator.argument(applied, 'wrapped', 0);
    if (wrapped?.kind === 'function') return wrapped;
  }
  return wrapper;
}

const literalsByGraph = new WeakMap<ObjectGraph, Map<string, string>>();

/** The identity of a function under a name that a call gives it: the first name has that of the function. */
function identityOfLiteral(graph: ObjectGraph, identity: string, literal: string | undefined): string {
  const known = literalsByGraph.get(graph) ?? new Map<string, string>();
  literalsByGraph.set(graph, known);
  if (literal === undefined) return identity;
  const first = known.get(identity) ?? literal;
  known.set(identity, first);
  return first === literal ? identity : `${identity}.${literal}`;
}

function describe(tool: DetectedObject<'tool'>, text: string | undefined): void {
  if (text !== undefined && text.trim() !== '') tool.fields.description ??= text.trim().slice(0, MAX_DESCRIPTION);
}

/** The decorator of the catalogue that a function has. A decorator without arguments is treated as a call without arguments. */
export function decoratorOf(
  recognizer: Recognizer,
  value: FunctionValue | ClassValue,
): { instance: InstanceValue; entry: Entry<ToolComponent> } | undefined {
  const { evaluator } = recognizer;
  const scope = scopeOf(evaluator, value);
  for (const decorator of scope?.decorators ?? []) {
    const position = { file: value.file, scope: scope?.parent ?? 0 };
    const call = decorator.kind === 'call' ? decorator : undefined;
    const overridden = optionsOf(evaluator.evaluate(call?.callee ?? decorator, position)).flatMap(
      (callee) => instanceOfOverride(evaluator, callee) ?? [],
    );
    for (const option of [...optionsOf(evaluator.evaluate(decorator, position)), ...overridden]) {
      const entry = recognizer.entryOf(option);
      if (!hasRole(entry, 'tool')) continue;
      const instance = asInstance(option);
      if (instance === undefined) continue;
      const isOverride = overridden.some((each) => each === option);
      const called = isOverride && call !== undefined ? { ...instance, call, position } : instance;
      return { instance: called, entry: entry };
    }
  }
  return undefined;
}

/**
 * A method of the repository that overrides one of a library does what that one does: `class Server(FastMCP)` with a method `tool`.
 * Returns the result of the method of the library; undefined for other values.
 */
export function instanceOfOverride(evaluator: Evaluator, callee: Value): InstanceValue | undefined {
  if (callee.kind !== 'function' || callee.self?.kind !== 'instance' || callee.self.symbols.length === 0)
    return undefined;
  const name = scopeOf(evaluator, callee)?.name ?? '';
  const symbols = callee.self.symbols.map((symbol) => `${symbol}.${name}`);
  return { kind: 'instance', symbols, receiver: callee.self };
}

/** Returns a symbol or a method as the result of its call without arguments. */
export function asInstance(value: Value): InstanceValue | undefined {
  if (value.kind === 'instance') return value;
  if (value.kind === 'symbol') return { kind: 'instance', symbols: [value.symbol] };
  if (value.kind !== 'method') return undefined;
  const symbols = value.receiver.symbols.map((symbol) => `${symbol}.${value.name}`);
  return { kind: 'instance', symbols, receiver: value.receiver };
}

/** The names that the first selector with a string has: the others stand in for it. */
function namesIn(recognizer: Recognizer, instance: InstanceValue, selectors: readonly Selector[] = []): string[] {
  for (const selector of selectors) {
    const value = recognizer.select(instance, [selector]) ?? NOTHING;
    const listed = optionsOf(value).flatMap((option) => (option.kind === 'list' ? option.items : [option]));
    const strings = listed.flatMap(stringsOf);
    if (strings.length > 0) return strings.map((each) => each.value);
  }
  return [];
}

/** How many tools are followed into each other: a name may stand for a tool that is made of itself. */
const MAX_NESTED = 5;

/** Adds the tools that a call or decorator creates, in each iteration of a loop. `key` is the name under which a dictionary has it. */
export function toolsOfInstance(
  recognizer: Recognizer,
  instance: InstanceValue,
  entry: Entry<ToolComponent>,
  key?: string,
  depth = 0,
): readonly DetectedObject<'tool'>[] {
  if (depth > MAX_NESTED) return [];
  const items = instancesOfLoops(recognizer.evaluator, instance);
  return [...new Set(items.flatMap((item) => toolsOfItem(recognizer, item, entry, key, depth)))];
}

function toolsOfItem(
  recognizer: Recognizer,
  instance: InstanceValue,
  entry: Entry<ToolComponent>,
  key: string | undefined,
  depth: number,
): readonly DetectedObject<'tool'>[] {
  const { component, framework } = entry;
  const { graph } = recognizer;
  if (component.builtIn !== undefined) {
    const tool = graph.add('tool', `builtin:${framework.id}:${component.builtIn}`, component.builtIn);
    tool.publicKey = `${framework.id}#${component.builtIn}`;
    Object.assign(tool.fields, { tool_name: component.builtIn, tool_source: 'built_in', tool_kind: 'tool' });
    locateCall(recognizer, tool, instance);
    return [tool];
  }
  if (component.methods !== undefined) return toolsOfMethods(recognizer, instance, component.methods);
  // In `tool(name="x")(function)`, the name is an argument of the first call.
  const { receiver } = instance;
  const decorator = receiver && recognizer.entryOf(receiver)?.component === component ? receiver : undefined;
  const own = namesIn(recognizer, instance, component.name);
  const passed = own.length > 0 || decorator === undefined ? own : namesIn(recognizer, decorator, component.name);
  const strings = passed.length > 0 ? passed : namesOfHandoff(recognizer, instance, component);
  const names = strings.filter((text) => text.trim() !== '');
  const functions = optionsOf(recognizer.select(instance, component.function) ?? NOTHING).filter(
    (value) => value.kind === 'function',
  );
  const [name] = names;
  if (functions.length > 0 && names.length !== 1 && hasUnknownName(recognizer, instance, entry, functions)) {
    reportUnknownName(recognizer, instance, component.kind);
    return [];
  }
  const tools = functions.map((each) => {
    const isNamed = scopeOf(recognizer.evaluator, each)?.name !== '';
    const tool = isNamed
      ? toolOfFunction(recognizer, each, name ?? key, name)
      : anonymousTool(recognizer, instance, each, name ?? key);
    if (name !== undefined) Object.assign(tool, { name, fields: { ...tool.fields, tool_name: name } });
    // A function that only a call makes a prompt or a resource is no tool.
    if (component.kind !== undefined && decoratorOf(recognizer, each) === undefined) {
      tool.fields.tool_kind = component.kind;
      delete tool.fields.input_schema;
    }
    applyArguments(recognizer, tool, instance, entry);
    return tool;
  });
  if (tools.length > 0) return tools;
  // `server.add_tool(Tool.from_function(…))`: what is registered is a tool already.
  const registered = optionsOf(recognizer.select(instance, component.function) ?? NOTHING).flatMap((value) => {
    const inner = value.kind === 'instance' && value.call !== instance.call ? recognizer.entryOf(value) : undefined;
    return value.kind === 'instance' && hasRole(inner, 'tool')
      ? toolsOfInstance(recognizer, value, inner, undefined, depth + 1)
      : [];
  });
  if (registered.length > 0) return registered;
  // `tool(Schema)`: a class that describes the arguments.
  const classes = optionsOf(recognizer.select(instance, component.function) ?? NOTHING).filter(
    (value) => value.kind === 'class',
  );
  if (classes.length > 0) {
    return classes.map((each) =>
      namedTool(recognizer, { kind: 'instance', symbols: instance.symbols, class: each }, entry, name ?? ''),
    );
  }
  const isMethod = receiver !== undefined && hasRole(recognizer.entryOf(receiver), 'mcpServer');
  if (names.length === 0 && ((isMethod && component.kind !== undefined) || component.requiresName)) {
    if (!component.isDescription) reportUnknownName(recognizer, instance, component.kind);
    return [];
  }
  // A decorator without a function is applied elsewhere.
  if (component.function !== undefined && names.length === 0 && instance.class === undefined) return [];
  if (names.length === 0 && instance.class === undefined && component.function === undefined && !isMethod) {
    const library = libraryTool(recognizer, instance, entry);
    if (library !== undefined) return [library];
  }
  if (names.length === 0) return [namedTool(recognizer, instance, entry, '', key)];
  return names.map((each) => namedTool(recognizer, instance, entry, each, undefined, names.length > 1));
}

/** Whether a call names a function that only wraps others, such as one that a function returns, and the name is unknown. */
function hasUnknownName(
  recognizer: Recognizer,
  instance: InstanceValue,
  { component }: Entry<ToolComponent>,
  functions: readonly FunctionValue[],
): boolean {
  const { evaluator } = recognizer;
  const [name] = (component.name ?? []).filter((selector) => !selector.startsWith('@'));
  const passed = name === undefined ? undefined : recognizer.select(instance, [name]);
  return (
    passed !== undefined &&
    passed.kind !== 'constant' &&
    functions.every((each) => {
      const { file, scope } = wrappedFunction(evaluator, each);
      const parent = scopeOf(evaluator, { file, scope })?.parent ?? 0;
      return scopeOf(evaluator, { file, scope: parent })?.kind === 'function';
    })
  );
}

function reportUnknownName(
  { graph }: Recognizer,
  { call, position }: InstanceValue,
  kind: ToolComponent['kind'] = 'tool',
): void {
  if (kind === 'tool' && position !== undefined) recordOpenRegistration(graph, position.file);
  graph.diagnostics.push({
    kind: 'unresolved',
    ...(call !== undefined && position !== undefined && { file: position.file, line: call.span[0] }),
    message: `A ${kind} is registered under a name that is not known.`,
  });
}

/** The tools that the methods of an object are whose class lists their names: `spec_functions = ["find", ("load", "aload")]`. */
function toolsOfMethods(
  recognizer: Recognizer,
  instance: InstanceValue,
  selectors: readonly Selector[],
): readonly DetectedObject<'tool'>[] {
  const lists = optionsOf(recognizer.select(instance, selectors) ?? NOTHING);
  const names = lists.flatMap((list) => (list.kind === 'list' ? list.items : [])).map((item) => itemsOf(item)[0]);
  return names.flatMap((name) => {
    const method = name?.kind === 'string' ? recognizer.evaluator.member(instance, name.value) : NOTHING;
    return method.kind === 'function' ? [toolOfFunction(recognizer, method)] : [];
  });
}

/** The names that a framework gives to tools that hand over: a prefix and the name of the agent, in lower case, without spaces. */
function namesOfHandoff(
  recognizer: Recognizer,
  instance: InstanceValue,
  { handsOverTo }: ToolComponent,
): readonly string[] {
  if (handsOverTo === undefined) return [];
  return namesIn(recognizer, instance, handsOverTo.agent).map(
    (name) => `${handsOverTo.prefix}${name.trim().replaceAll(/\s+/g, '_').toLowerCase()}`,
  );
}

/** The name of the class in a symbol such as `crewai_tools:SerperDevTool.from_settings`. */
function classOf(symbol: string): string | undefined {
  const parts = symbol.split('.');
  const last = parts.findLastIndex((part) => !/^[a-z_]\w*$/.test(part));
  for (const part of parts.slice(Math.max(last, 0))) {
    const [, word = ''] = /(?:^|\W)(\w*)$/.exec(part) ?? [];
    const start = word.search(/[A-Z]/);
    if (start !== -1) return word.slice(start);
  }
  return undefined;
}

/** A class of a library that is a tool itself, such as `SerperDevTool()`. */
function libraryTool(
  recognizer: Recognizer,
  instance: InstanceValue,
  { framework }: Entry<ToolComponent>,
): DetectedObject<'tool'> | undefined {
  const name = classOf(instance.symbols[0] ?? '');
  if (name === undefined) return undefined;
  const tool = recognizer.graph.add('tool', `library:${framework.id}:${name}`, name);
  tool.publicKey = `${framework.id}#${name}`;
  Object.assign(tool.fields, { tool_name: name, tool_source: 'other', tool_kind: 'tool' });
  locateCall(recognizer, tool, instance);
  return tool;
}

function anonymousTool(
  recognizer: Recognizer,
  instance: InstanceValue,
  value: FunctionValue,
  name: string | undefined,
): DetectedObject<'tool'> {
  const facts = recognizer.evaluator.project.files.get(value.file);
  const definition = definitionOf(facts, instance.position ?? positionOfBody(value), instance.call);
  return toolOfFunction(recognizer, value, name ?? fallbackName(definition, value.file));
}

function namedTool(
  recognizer: Recognizer,
  instance: InstanceValue,
  entry: Entry<ToolComponent>,
  literal: string,
  key?: string,
  isOneOfMany = false,
): DetectedObject<'tool'> {
  const { evaluator, graph } = recognizer;
  const position = instance.position ?? (instance.class && positionOfBody(instance.class)) ?? { file: '', scope: 0 };
  const definition = definitionOf(evaluator.project.files.get(position.file), position, instance.call);
  const className = instance.class && scopeOf(evaluator, instance.class)?.name;
  const own = literal !== '' ? literal : (className ?? fallbackName(definition, position.file));
  const name = key ?? own;
  // A class of the repository is one tool, however many objects it has.
  const file = instance.class?.file ?? position.file;
  const tool = graph.add('tool', identityOf(file, instance.class ? [className ?? ''] : definition.path, own), name);
  // The name in a list of tools is the one that a model sees, wherever the tool is defined.
  if (key !== undefined) tool.name = key;
  tool.fields.tool_name = tool.name.slice(0, 255);
  tool.fields.tool_source ??= 'function';
  tool.fields.tool_kind ??= entry.component.kind ?? 'tool';
  applyArguments(recognizer, tool, instance, entry, isOneOfMany);
  const type = instance.class && scopeOf(evaluator, instance.class);
  if (instance.class !== undefined && type !== undefined) {
    describe(tool, type.documentation);
    graph.locate(
      tool,
      sourceLocation(instance.class.file, type.span, `a class that derives from ${instance.symbols[0]}`, 1),
    );
  } else locateCall(recognizer, tool, instance);
  return tool;
}

/** A tool that a function creates for its callers is where the outermost of them names it, and in the function. */
function locateCall(
  { graph }: Recognizer,
  tool: DetectedObject,
  { call, position, symbols, frame }: InstanceValue,
): void {
  if (call === undefined || position === undefined) return;
  let caller = frame?.caller;
  while (caller?.frame?.caller !== undefined) caller = caller.frame.caller;
  if (caller !== undefined) {
    graph.locate(tool, sourceLocation(caller.position.file, caller.call.span, 'a call that names the tool', 2));
  }
  graph.locate(tool, sourceLocation(position.file, call.span, `a call of ${symbols[0]}`, 2));
}

const HINTS = {
  readOnlyHint: 'is_readonly',
  destructiveHint: 'is_destructive',
  idempotentHint: 'is_idempotent',
  openWorldHint: 'is_open_world',
} as const satisfies Record<string, ToolHint>;

/** Sets the fields that the arguments of a call or decorator carry. */
function applyArguments(
  recognizer: Recognizer,
  tool: DetectedObject<'tool'>,
  instance: InstanceValue,
  entry: Entry<ToolComponent>,
  isOneOfMany = false,
): void {
  const { component } = entry;
  const { evaluator } = recognizer;
  // Of a call in a loop, it is unknown which name has which of several values.
  const select = (selectors: readonly Selector[] | undefined) => {
    const value = recognizer.select(instance, selectors);
    return isOneOfMany && value?.kind === 'choice' ? undefined : value;
  };
  const [description] = stringsOf(select(component.description) ?? NOTHING);
  if (description !== undefined) tool.fields.description = description.value.slice(0, MAX_DESCRIPTION);
  for (const schema of optionsOf(select(component.schema) ?? NOTHING)) {
    if (schema.kind === 'class') tool.fields.input_schema = schemaOfClass(evaluator, schema);
    else if (schema.kind === 'dictionary' || schema.kind === 'instance') {
      const read = schemaOfValue(evaluator, schema);
      if (read !== undefined) tool.fields.input_schema = read;
    }
  }
  recordApproval(tool, select(component.approval));
  recordWaitingArguments(recognizer, tool, instance);
  const annotations = select(component.annotations);
  for (const [hint, field] of Object.entries(HINTS) as [keyof typeof HINTS, (typeof HINTS)[keyof typeof HINTS]][]) {
    const value = annotations === undefined ? undefined : hintOf(recognizer, annotations, hint);
    if (value !== undefined) tool.fields[field] = value;
  }
  for (const [field, selectors] of Object.entries(component.hints ?? {}) as [ToolHint, readonly Selector[]][]) {
    const value = select(selectors);
    if (value?.kind === 'constant' && typeof value.value === 'boolean') tool.fields[field] = value.value;
  }
  component.examine?.(recognizer, tool, instance, entry);
}

function hintOf(recognizer: Recognizer, annotations: Value, hint: string): boolean | undefined {
  const values = optionsOf(annotations).map((option) => {
    if (option.kind === 'instance') return recognizer.select(option, [hint]);
    if (option.kind === 'dictionary') return option.entries.find(({ key }) => key === hint)?.value;
    return undefined;
  });
  const value = values.find((each) => each !== undefined);
  return value?.kind === 'constant' && typeof value.value === 'boolean' ? value.value : undefined;
}

/**
 * Lists the items of a value with the keys under which dictionaries have them. Those of a list or a dictionary occur once, even if it is
 * an item of several others.
 */
export function keyedItems(
  value: Value,
  key?: string,
  seen = new Set<Value>(),
): readonly { value: Value; key?: string }[] {
  if (isLiteralTool(value) || isProviderTool(value)) return [{ value, ...(key !== undefined && { key }) }];
  if (value.kind === 'choice') return value.options.flatMap((option) => keyedItems(option, key, seen));
  if (value.kind === 'list' || value.kind === 'dictionary') {
    if (seen.has(value)) return [];
    seen.add(value);
  }
  if (value.kind === 'list') return value.items.flatMap((item) => keyedItems(item, undefined, seen));
  if (value.kind === 'dictionary') {
    // `{ type: 'function', function: { name, description, parameters } }`.
    const wrapped = entriesOf(value, 'function');
    if (wrapped !== undefined && isLiteralTool(wrapped)) return [{ value: wrapped }];
    return value.entries.flatMap((entry) =>
      keyedItems(entry.value, entry.key.startsWith('?') ? undefined : entry.key, seen),
    );
  }
  if (value.kind === 'environment') return itemsOf(value).map((item) => ({ value: item }));
  return [{ value, ...(key !== undefined && { key }) }];
}
