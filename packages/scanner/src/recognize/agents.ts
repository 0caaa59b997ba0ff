/** Agents: constructors, decorated functions and base classes of frameworks. */

import { createHash } from 'node:crypto';
import type { DetectedObject } from '../graph/graph.ts';
import { sourceLocation } from '../graph/locate.ts';
import { entriesOf } from '../resolve/arguments.ts';
import { keyOfRound } from '../resolve/loops.ts';
import { scopeOf } from '../resolve/positions.ts';
import { createdObjects } from '../resolve/records.ts';
import {
  type ClassValue,
  choose,
  type FunctionValue,
  type InstanceValue,
  instanceId,
  itemsOf,
  optionsOf,
  stringsOf,
  type Value,
} from '../resolve/values.ts';
import { definitionsOf } from './agent-definitions.ts';
import { modelsOfValue } from './models/models.ts';
import { relateSharedModel } from './models/shared-models.ts';
import { recordSettings } from './shared/autonomy.ts';
import { hasRole } from './shared/entry.ts';
import type { AgentComponent, Entry, Recognizer } from './shared/framework.ts';
import { definitionOf, fallbackName, identityOf } from './shared/naming.ts';
import { rootOf } from './shared/usage.ts';

const NOTHING: Value = { kind: 'unknown', reason: 'nothing' };

/** What is remembered of the instances that were added, so that each is examined once. */
export type KnownAgents = Map<string, readonly DetectedObject<'agent'>[]>;

/** Adds the agents that an instance is: several when its name is one of several values. */
export function agentsOfInstance(
  recognizer: Recognizer,
  known: KnownAgents,
  instance: InstanceValue,
  entry: Entry<AgentComponent>,
): readonly DetectedObject<'agent'>[] {
  const id = instanceId(instance);
  const found = known.get(id);
  if (found !== undefined) return found;
  const items = createdObjects(recognizer.evaluator, instance);
  if (items.length > 1) {
    const agents = items.flatMap((item) => agentsOfInstance(recognizer, known, item, entry));
    known.set(id, [...new Set(agents)]);
    return [...new Set(agents)];
  }
  // An agent that is made of itself ends here.
  known.set(id, []);
  const connected = recognizer.select(instance, entry.component.is);
  const same = connected === undefined ? [] : recognizer.agentsOf(connected);
  known.set(id, same);
  if (same.length > 0) return same;
  if (isExcluded(recognizer, instance, entry.component)) {
    known.set(id, []);
    // A single call of a model isn't an agent, but it selects the model.
    const model = instance.call === undefined ? undefined : recognizer.select(instance, entry.component.model);
    if (model !== undefined) modelsOfValue(recognizer, model, providerOf(entry));
    return [];
  }
  const names = namesOf(recognizer, instance, entry.component);
  const agents = names.map((name) => addAgent(recognizer, instance, entry, name));
  known.set(id, agents);
  for (const agent of agents) relate(recognizer, agent, instance, entry);
  return agents;
}

/** An object of which only the type is known isn't a separate agent, and some calls only count with certain arguments. */
function isExcluded(recognizer: Recognizer, instance: InstanceValue, component: AgentComponent): boolean {
  if (instance.call === undefined && (instance.class === undefined || !component.isBaseClass)) return true;
  if (component.requires === undefined) return false;
  return recognizer.select(instance, component.requires) === undefined;
}

function namesOf(recognizer: Recognizer, instance: InstanceValue, component: AgentComponent): readonly string[] {
  const literals = [
    ...stringsOf(recognizer.select(instance, component.name) ?? NOTHING),
    ...definitionsOf(recognizer, instance, component).flatMap(({ name }) => name ?? []),
  ];
  const names = [...new Set(literals.map(({ value }) => value.trim()).filter(isName))];
  if (names.length > 0) return names;
  const { position, receiver } = instance;
  const copied = component.isCopy && receiver !== undefined ? recognizer.agentsOf(receiver) : [];
  if (copied.length > 0) return copied.map(({ name }) => name);
  const type = instance.class && scopeOf(recognizer.evaluator, instance.class);
  if (position === undefined || instance.call === undefined) return [type?.name ?? 'agent'];
  const key = keyOfRound(recognizer.evaluator, instance);
  if (key !== undefined && isName(key)) return [key];
  const definition = definitionOf(recognizer.evaluator.project.files.get(position.file), position, instance.call);
  if (definition.variable === undefined && type !== undefined) return [type.name];
  const derived = nameOfDerived(recognizer, instance);
  if (derived !== undefined) return [derived];
  const builder = definition.variable === undefined ? builderName(recognizer, instance) : undefined;
  if (builder !== undefined) return [builder];
  return [fallbackName(definition, position.file)];
}

/** The class of the object whose inherited method creates an agent. */
function nameOfDerived({ evaluator }: Recognizer, { position, frame }: InstanceValue): string | undefined {
  const facts = position && evaluator.project.files.get(position.file);
  const method = position && facts?.scopes[position.scope];
  const self = method?.parameters[0]?.name;
  const isMethod = facts?.language === 'python' && facts.scopes[method?.parent ?? 0]?.kind === 'class';
  const object = isMethod && self !== undefined ? frame?.bindings(self) : undefined;
  if (object?.kind !== 'instance' || object.class === undefined || position === undefined) return undefined;
  const isOwn = object.class.file === position.file && object.class.scope === method?.parent;
  return isOwn ? undefined : scopeOf(evaluator, object.class)?.name;
}

/** A sentence is a description, not a name. */
function isName(text: string): boolean {
  return text !== '' && text.length <= MAX_NAME && !/\n|[.!?]$/.test(text);
}

const MAX_NAME = 80;

/** The variable of the object whose method creates the agent: `builder` in `run(builder.compile())`. */
function builderName(recognizer: Recognizer, instance: InstanceValue): string | undefined {
  const root = rootOf(instance);
  if (root === instance || root.position === undefined || root.call === undefined) return undefined;
  return definitionOf(recognizer.evaluator.project.files.get(root.position.file), root.position, root.call).variable;
}

function addAgent(
  recognizer: Recognizer,
  instance: InstanceValue,
  { component, framework }: Entry<AgentComponent>,
  name: string,
): DetectedObject<'agent'> {
  const { graph, evaluator } = recognizer;
  const type = instance.class && scopeOf(evaluator, instance.class);
  // An object without its own name is its class, which is an agent already.
  const isClass = component.isBaseClass === true && type?.name === name;
  const file = (isClass ? undefined : instance.position?.file) ?? instance.class?.file ?? '';
  const scope = (isClass ? undefined : instance.position?.scope) ?? instance.class?.scope ?? 0;
  const facts = evaluator.project.files.get(file);
  const { path } = definitionOf(facts, { file, scope });
  const agent = graph.add('agent', identityOf(file, path, name), name);
  agent.fields.framework ??= framework.id;
  const description = stringsOf(recognizer.select(instance, component.description) ?? NOTHING)[0]?.value;
  if (description !== undefined) agent.fields.description ??= description.slice(0, 1_000);
  const instructions = fingerprint(recognizer.select(instance, component.instructions));
  if (instructions !== undefined) agent.fields.instructions_fingerprint ??= instructions;
  if (instance.call !== undefined && instance.position !== undefined) {
    graph.locate(agent, sourceLocation(instance.position.file, instance.call.span, `a call of ${instance.symbols[0]}`));
  } else if (instance.class !== undefined) {
    if (type !== undefined) graph.locate(agent, sourceLocation(file, type.span, `derives from ${instance.symbols[0]}`));
  }
  return agent;
}

/** The digest of instructions that are one literal text. */
function fingerprint(value: Value | undefined): string | undefined {
  const strings = value === undefined ? [] : optionsOf(value);
  const [text] = strings;
  if (strings.length !== 1 || text?.kind !== 'string') return undefined;
  return text.digest ?? createHash('sha256').update(text.value).digest('hex');
}

function relate(
  recognizer: Recognizer,
  agent: DetectedObject<'agent'>,
  instance: InstanceValue,
  entry: Entry<AgentComponent>,
): void {
  const { component } = entry;
  const copied = component.isCopy ? instance.receiver : undefined;
  const value = (selectors: readonly string[] | undefined) =>
    recognizer.select(instance, selectors) ?? (copied && recognizer.select(copied, selectors));
  const tools = called(recognizer, value(component.tools));
  if (tools !== undefined) recognizer.relateTools(agent, tools);
  const models = called(recognizer, value(component.model));
  if (models !== undefined) recognizer.relateModels(agent, models, entry);
  else if (component.model !== undefined) relateSharedModel(recognizer, agent, instance, entry);
  for (const { model } of definitionsOf(recognizer, instance, component))
    if (model !== undefined) recognizer.relateModels(agent, model, entry);
  const agents = value(component.subAgents);
  if (agents !== undefined) recognizer.relateAgents(agent, agents);
  const servers = value(component.mcpServers);
  if (servers !== undefined) recognizer.relateServers(agent, servers);
  for (const { argument, direction } of component.guardrails ?? []) {
    const guardrails = value([argument]);
    if (guardrails !== undefined) addGuardrails(recognizer, agent, guardrails, direction);
  }
  const isVerified = instance.call?.arguments.every(({ spread }) => spread === undefined) ?? false;
  if (component.guardrails !== undefined && isVerified) agent.fields.guardrails ??= [];
  recordSettings(recognizer, agent, instance, entry);
  component.examine?.(recognizer, agent, instance, entry);
}

function providerOf({ component }: Entry<AgentComponent>): { provider?: string } {
  return component.provider === undefined ? {} : { provider: component.provider };
}

/** JavaScript calls a function in place of a value for each run, so what it returns counts. In Python, the function is a tool. */
function called(recognizer: Recognizer, value: Value | undefined): Value | undefined {
  if (value === undefined) return undefined;
  const { evaluator } = recognizer;
  const isCalled = (file: string) => evaluator.project.files.get(file)?.language === 'typescript';
  return choose(
    optionsOf(value).map((option) =>
      option.kind === 'function' && isCalled(option.file) ? evaluator.returned(option) : option,
    ),
  );
}

/** The items of a value, with objects that have a name as a whole. */
function namedItems(value: Value): readonly Value[] {
  const values = optionsOf(value).flatMap((option) => (option.kind === 'list' ? option.items : [option]));
  return values.flatMap((option) =>
    option.kind === 'dictionary' && stringsOf(entriesOf(option, 'name') ?? NOTHING).length > 0
      ? [option]
      : itemsOf(option),
  );
}

/** Adds the guardrails in a value to an agent. */
export function addGuardrails(
  recognizer: Recognizer,
  agent: DetectedObject<'agent'>,
  value: Value,
  direction: 'input' | 'output' | 'both',
): void {
  const guardrails = agent.fields.guardrails ?? [];
  for (const item of namedItems(value)) {
    const name = guardrailName(recognizer, item);
    if (name === undefined) continue;
    const id = name.replaceAll(/[^A-Za-z0-9._~-]+/g, '-').slice(0, 128);
    if (!guardrails.some((each) => each.guardrail_id === id && each.direction === direction)) {
      guardrails.push({ guardrail_id: id === '' ? 'guardrail' : id, name: name.slice(0, 255), direction });
    }
  }
  if (guardrails.length > 0) agent.fields.guardrails = guardrails.slice(0, 100);
}

function guardrailName(recognizer: Recognizer, value: Value): string | undefined {
  if (value.kind === 'function' || value.kind === 'class') {
    return decoratedName(recognizer, value) ?? scopeOf(recognizer.evaluator, value)?.name;
  }
  if (value.kind === 'dictionary') return stringsOf(entriesOf(value, 'name') ?? NOTHING)[0]?.value;
  if (value.kind === 'symbol') return value.symbol.replace(/^.*[:.]/, '');
  if (value.kind !== 'instance') return undefined;
  const entry = recognizer.entryOf(value);
  const selectors = hasRole(entry, 'guardrail') ? (entry.component.name ?? ['name']) : ['name'];
  const [literal] = stringsOf(recognizer.select(value, selectors) ?? NOTHING);
  if (literal !== undefined) return literal.value;
  const inner = recognizer.evaluator.argument(value, 'guardrail_function', 0);
  if (inner?.kind === 'function') return guardrailName(recognizer, inner);
  return (
    value.symbols[0]?.replace(/^.*[:.]/, '') ??
    scopeOf(recognizer.evaluator, value.class ?? { file: '', scope: 0 })?.name
  );
}

/** The name that the decorator of a guardrail gives it. */
function decoratedName(recognizer: Recognizer, value: FunctionValue | ClassValue): string | undefined {
  const scope = scopeOf(recognizer.evaluator, value);
  const position = { file: value.file, scope: scope?.parent ?? 0 };
  for (const decorator of scope?.decorators ?? []) {
    const applied = recognizer.evaluator.evaluate(decorator, position);
    if (applied.kind !== 'instance' || !hasRole(recognizer.entryOf(applied), 'guardrail')) continue;
    const [literal] = stringsOf(recognizer.select(applied, ['name']) ?? NOTHING);
    if (literal !== undefined) return literal.value;
  }
  return undefined;
}
