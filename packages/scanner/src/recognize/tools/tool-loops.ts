/**
 * Agents without a framework: a call of a model with tools, in a loop that executes the tools and calls the model again. A call without
 * a loop, or a loop that executes nothing, is no agent.
 */

import { createHash } from 'node:crypto';
import type { CallExpression, Expression, FileFacts } from '../../facts/facts.ts';
import { isInScope } from '../../facts/scopes.ts';
import { visitScope } from '../../facts/visit.ts';
import type { DetectedObject } from '../../graph/graph.ts';
import { sourceLocation } from '../../graph/locate.ts';
import { entriesOf } from '../../resolve/arguments.ts';
import {
  type DictionaryValue,
  type InstanceValue,
  instanceId,
  optionsOf,
  type SourcePosition,
  stringsOf,
  type Value,
} from '../../resolve/values.ts';
import { recordUnknownTool } from '../shared/autonomy.ts';
import { hasRole } from '../shared/entry.ts';
import type { Entry, ModelComponent, Recognizer, ToolLoop } from '../shared/framework.ts';
import { definitionOf, fallbackName, identityOf } from '../shared/naming.ts';
import { isExample } from '../shared/relevance.ts';
import { rootOf } from '../shared/usage.ts';
import { isLiteralTool } from './literal-tools.ts';
import { addProviderTool } from './provider-tools.ts';

/** The confidence of an agent that only its control flow shows, from 0 to 1, as a label. */
const CONFIDENCE = '0.8';
/** How deep descriptions of tools are nested in each other. */
const MAX_DEPTH = 5;
/** No more callers of a function with a call are looked at. */
const MAX_CALLERS = 10;
/** How many functions may lie between the loop and the call. */
const MAX_CALLER_DEPTH = 3;

const NOTHING: Value = { kind: 'unknown', reason: 'nothing' };

/** Properties and strings that occur only where the calls of tools are executed, and their results are sent back. */
const DISPATCH_PROPERTY = /^(?:tool_calls|toolCalls|function_calls?|functionCalls?|tool_use_id|tool_call_id|toolUse)$/;
const DISPATCH_TEXT =
  /^(?:tool|function|tool_result|tool_use|function_call|function_call_output|toolResult|tool_call_id|tool_use_id)$/;
const DISPATCH_CALL =
  /(?:^|_)(?:call|execute|run|handle|dispatch|invoke|process)_?tools?(?:_?(?:calls?|uses?|use_blocks?))?$|^(?:send|submit|append|add|create)_?(?:tool|function)_?(?:call_?)?(?:outputs?|results?)$|^(?:from_function_response|createFunctionResponse\w*)$/i;

/** Adds the agent that a call of a model is, if it is one. */
export function agentOfLoop(
  recognizer: Recognizer,
  instance: InstanceValue,
  entry: Entry<ModelComponent>,
): DetectedObject<'agent'> | undefined {
  const { toolLoop } = entry.framework;
  const { call, position } = instance;
  if (toolLoop === undefined || call === undefined || position === undefined || isExample(position.file))
    return undefined;
  const tools = recognizer.select(instance, toolLoop.tools) ?? boundTools(recognizer, instance);
  if (tools === undefined || isEmpty(tools)) return undefined;
  const loop = loopAround(recognizer, instance, toolLoop);
  if (loop === undefined) return undefined;
  const facts = recognizer.evaluator.project.files.get(loop.file);
  const definition = definitionOf(facts, loop);
  const name = fallbackName(definition, loop.file);
  const agent = recognizer.graph.add('agent', identityOf(loop.file, definition.path, name), name);
  agent.labels.set('confidence', CONFIDENCE);
  recognizer.graph.locate(
    agent,
    sourceLocation(
      position.file,
      call.span,
      `a call of ${instance.symbols[0]} with tools, in a loop that executes them`,
      1,
    ),
  );
  const instructions = fingerprint(recognizer.select(instance, toolLoop.instructions));
  if (instructions !== undefined) agent.fields.instructions_fingerprint ??= instructions;
  const model = recognizer.select(instance, entry.component.model);
  const used = model ?? instance.receiver;
  if (used !== undefined) recognizer.relateModels(agent, used, entry);
  relateSchemas(recognizer, agent, tools, entry, 0);
  return agent;
}

/** Tools that were bound to the model before: `model.bindTools(tools).invoke(messages)`. */
function boundTools(recognizer: Recognizer, { receiver }: InstanceValue): Value | undefined {
  const component = receiver && recognizer.entryOf(receiver)?.component;
  return component?.role === 'wrapper' && receiver !== undefined
    ? recognizer.select(receiver, component.tools)
    : undefined;
}

function isEmpty(value: Value): boolean {
  return optionsOf(value).every(
    (option) =>
      (option.kind === 'list' && option.items.length === 0 && option.isComplete) ||
      (option.kind === 'constant' && (option.value === null || option.value === false)),
  );
}

function fingerprint(value: Value | undefined): string | undefined {
  const options = value === undefined ? [] : optionsOf(value);
  const [text] = options;
  if (options.length !== 1 || text?.kind !== 'string') return undefined;
  return text.digest ?? createHash('sha256').update(text.value).digest('hex');
}

/** Returns the position of the function that has the loop: around the call, around a message to its session, or around its function. */
function loopAround(
  recognizer: Recognizer,
  instance: InstanceValue,
  { messages, classes = [], executesTools: executes = false }: ToolLoop,
): SourcePosition | undefined {
  const { position } = instance;
  if (position === undefined) return undefined;
  return (
    executingLoop(recognizer, position, executes) ??
    executingClass(recognizer, position, classes) ??
    [...messagePositions(recognizer, instance, messages)]
      .map((each) => executingLoop(recognizer, each, executes))
      .find(Boolean) ??
    callingLoop(recognizer, position, executes)
  );
}

/** Finds the loop that calls the function around a position, also over further functions, in this file or in others. */
function callingLoop(
  recognizer: Recognizer,
  position: SourcePosition,
  callExecutes: boolean,
): SourcePosition | undefined {
  let positions: readonly SourcePosition[] = [position];
  const visited = new Set<string>();
  for (let depth = 0; depth < MAX_CALLER_DEPTH && positions.length > 0; depth += 1) {
    positions = positions
      .flatMap((each) => callerPositions(recognizer, each))
      .filter(({ file, scope, statement }) => {
        const key = `${scope} ${statement} ${file}`;
        return !visited.has(key) && visited.add(key) !== undefined;
      })
      .slice(0, MAX_CALLERS);
    const loop = positions.map((each) => executingLoop(recognizer, each, callExecutes)).find(Boolean);
    if (loop !== undefined) return loop;
  }
  return undefined;
}

/** Returns the position when it is in a loop, or in a function that calls itself, and the function or the call executes tools. */
function executingLoop(
  recognizer: Recognizer,
  position: SourcePosition,
  callExecutes: boolean,
): SourcePosition | undefined {
  const facts = recognizer.evaluator.project.files.get(position.file);
  if (facts === undefined || position.statement === undefined) return undefined;
  const isRepeated = facts.scopes[position.scope]?.statements[position.statement]?.isRepeated ?? false;
  const owner = functionAround(facts, position.scope);
  if (!isRepeated && !callsItself(recognizer, facts, owner)) return undefined;
  return callExecutes || executesTools(facts, owner) ? { file: position.file, scope: owner } : undefined;
}

/** Returns the class around a position, when its methods are called in a loop, and one of them executes tools. */
function executingClass(
  { evaluator }: Recognizer,
  { file, scope }: SourcePosition,
  classes: readonly string[],
): SourcePosition | undefined {
  const facts = evaluator.project.files.get(file);
  if (facts === undefined || classes.length === 0) return undefined;
  for (let index: number | undefined = scope; index !== undefined; index = facts.scopes[index]?.parent) {
    if (facts.scopes[index]?.kind !== 'class') continue;
    const { symbols } = evaluator.ancestors({ kind: 'class', file, scope: index });
    const isLoop = symbols.some((symbol) => classes.includes(symbol));
    return isLoop && executesTools(facts, index) ? { file, scope: index } : undefined;
  }
  return undefined;
}

/** The named function around a scope: callbacks belong to the function that has them. */
function functionAround(facts: FileFacts, scope: number): number {
  let index = scope;
  while (facts.scopes[index]?.name === '' && facts.scopes[index]?.parent !== undefined)
    index = facts.scopes[index]?.parent ?? 0;
  return index;
}

function callsItself({ evaluator }: Recognizer, facts: FileFacts, scope: number): boolean {
  if (facts.scopes[scope]?.kind !== 'function') return false;
  return evaluator
    .callers(facts.path, scope)
    .slice(0, MAX_CALLERS)
    .some(({ position }) => position.file === facts.path && isInScope(facts, position.scope, scope));
}

function executesTools(facts: FileFacts, owner: number): boolean {
  let found = false;
  facts.scopes.forEach((_, index) => {
    if (found || !isInScope(facts, index, owner) || (owner === 0 && index !== 0)) return;
    visitScope(facts, index, (expression) => {
      found ||= isDispatch(expression);
    });
  });
  return found;
}

function isDispatch(expression: Expression): boolean {
  if (expression.kind === 'member') return DISPATCH_PROPERTY.test(expression.name);
  if (expression.kind === 'dictionary') return expression.entries.some(({ key, value }) => isResult(key, value));
  if (expression.kind !== 'call') return false;
  // `ChatMessage(role="tool", …)`.
  const isMessage = expression.arguments.some(
    ({ name, value }) => name === 'role' && value.kind === 'string' && value.value === 'tool',
  );
  return isMessage || DISPATCH_CALL.test(calleeName(expression) ?? '');
}

/** `role: "tool"`, `type: "tool_result"`, `functionResponse: …`. */
function isResult(key: Expression | undefined, value: Expression): boolean {
  if (key?.kind !== 'string') return false;
  if (/^(?:functionResponse|function_response|toolResult|tool_call_id|tool_use_id)$/.test(key.value)) return true;
  return (
    /^(?:role|type)$/.test(key.value) &&
    value.kind === 'string' &&
    DISPATCH_TEXT.test(value.value) &&
    !/^(?:function|tool_use)$/.test(value.value)
  );
}

function calleeName({ callee }: CallExpression): string | undefined {
  return callee.kind === 'name' || callee.kind === 'member' ? callee.name : undefined;
}

/** The positions where messages are sent to a session that the call created. */
function messagePositions(
  { evaluator }: Recognizer,
  instance: InstanceValue,
  messages: readonly string[],
): readonly SourcePosition[] {
  const own = instanceId(instance);
  return messages.flatMap((name) =>
    (evaluator.project.callsByName.get(name) ?? []).flatMap(({ file, call, context }) => {
      const position: SourcePosition = { file, ...context };
      const isOwn = optionsOf(evaluator.evaluate(call.callee, position)).some(
        (option) =>
          option.kind === 'method' &&
          instanceId(rootOf(option.receiver)) === instanceId(rootOf(instance)) &&
          hasReceiver(option.receiver, own),
      );
      return isOwn ? [position] : [];
    }),
  );
}

/** Whether an instance is one with this identifier, or the result of a method of it. */
function hasReceiver(instance: InstanceValue, id: string): boolean {
  for (let each: InstanceValue | undefined = instance; each !== undefined; each = each.receiver)
    if (instanceId(each) === id) return true;
  return false;
}

/** The positions of calls of the function that contains a position. */
function callerPositions({ evaluator }: Recognizer, position: SourcePosition): readonly SourcePosition[] {
  const facts = evaluator.project.files.get(position.file);
  if (facts === undefined) return [];
  const owner = functionAround(facts, position.scope);
  if (facts.scopes[owner]?.kind !== 'function') return [];
  return evaluator
    .callers(position.file, owner)
    .slice(0, MAX_CALLERS)
    .map((caller) => caller.position);
}

/** Relates an agent to the tools in a list of descriptions, as the APIs of model providers take them. */
function relateSchemas(
  recognizer: Recognizer,
  agent: DetectedObject<'agent'>,
  value: Value,
  entry: Entry,
  depth: number,
): void {
  if (depth > MAX_DEPTH) return;
  for (const option of optionsOf(value)) {
    if (option.kind === 'list') {
      for (const item of option.items) relateSchemas(recognizer, agent, item, entry, depth + 1);
      if (!option.isComplete) recordUnknownTool(agent);
    } else if (option.kind === 'dictionary') relateSchema(recognizer, agent, option, entry, depth);
    else if (option.kind === 'instance') relateDeclared(recognizer, agent, option, entry, depth);
    else if (option.kind === 'function') recognizer.relateTools(agent, option);
    else recordUnknownTool(agent);
  }
}

const INNER = ['function', 'toolSpec', 'function_declarations', 'functionDeclarations', 'tools'];

function relateSchema(
  recognizer: Recognizer,
  agent: DetectedObject<'agent'>,
  value: DictionaryValue,
  entry: Entry,
  depth: number,
): void {
  const inner = INNER.map((key) => entriesOf(value, key)).find((each) => each !== undefined);
  if (inner !== undefined) relateSchemas(recognizer, agent, inner, entry, depth + 1);
  else if (isLiteralTool(value)) recognizer.relateTools(agent, value);
  else {
    const [type] = stringsOf(entriesOf(value, 'type') ?? NOTHING);
    const [name = type] = stringsOf(entriesOf(value, 'name') ?? NOTHING);
    if (type === undefined || name === undefined || type.value === 'function') recordUnknownTool(agent);
    else recognizer.graph.relate(agent, 'tools', addProviderTool(recognizer.graph, name.value, value));
  }
}

/** `types.Tool(function_declarations=[…])`, `types.FunctionDeclaration(name="…")`. */
function relateDeclared(
  recognizer: Recognizer,
  agent: DetectedObject<'agent'>,
  instance: InstanceValue,
  entry: Entry,
  depth: number,
): void {
  if (hasRole(recognizer.entryOf(instance), 'tool')) {
    recognizer.relateTools(agent, instance);
    return;
  }
  const inner = recognizer.select(instance, ['function_declarations', 'functionDeclarations']);
  if (inner !== undefined) {
    relateSchemas(recognizer, agent, inner, entry, depth + 1);
    return;
  }
  const [name] = stringsOf(recognizer.select(instance, ['name']) ?? NOTHING);
  const { call, position } = instance;
  const isDeclaration = /FunctionDeclaration(?:\.\w+)?$/.test(instance.symbols[0] ?? '');
  if (!isDeclaration || name === undefined || call === undefined || position === undefined) {
    recordUnknownTool(agent);
    return;
  }
  const { graph } = recognizer;
  const tool = graph.add('tool', `${position.file}#${name.value}`, name.value);
  const [description] = stringsOf(recognizer.select(instance, ['description']) ?? NOTHING);
  Object.assign(tool.fields, { tool_name: name.value.slice(0, 255), tool_source: 'function', tool_kind: 'tool' });
  if (description !== undefined) tool.fields.description ??= description.value.slice(0, 1_000);
  graph.locate(tool, sourceLocation(position.file, call.span, 'a declaration of a function', 1));
  graph.relate(agent, 'tools', tool);
}
