/**
 * Tools of registries: a server registers tools in a loop over unknown items, because code collects or filters them. Then
 * descriptions of tools that are complete by their form are tools of the server: objects with a name, a description and a schema of the
 * arguments, and classes with these properties.
 */

import { groupBy } from '@aispm/domain';
import type { Argument, DictionaryExpression, Expression, FileFacts, Scope, Span } from '../../facts/facts.ts';
import { visitExpressions, visitScope } from '../../facts/visit.ts';
import type { DetectedObject, ObjectGraph } from '../../graph/graph.ts';
import { sourceLocation } from '../../graph/locate.ts';
import { entriesOf } from '../../resolve/arguments.ts';
import { optionsOf, type SourcePosition, stringsOf, type Value } from '../../resolve/values.ts';
import { hasRole } from '../shared/entry.ts';
import type { Entry, Recognizer, Selector, ToolHint } from '../shared/framework.ts';
import { identityOf } from '../shared/naming.ts';
import { isExample } from '../shared/relevance.ts';
import { recordedFunctions } from './recorded-tools.ts';
import { schemaOfValue } from './zod.ts';

/** The confidence of a tool that only its form shows, from 0 to 1, as a label. */
const CONFIDENCE = '0.8';
const NOTHING: Value = { kind: 'unknown', reason: 'nothing' };
/** What servers accept as the name of a tool. */
const NAME = /^[A-Za-z_][\w.-]{1,127}$/;

/** Properties without regard to case and underscores, as languages write them. */
const NAMES = ['name', 'toolname'];
const INPUTS = ['inputschema'];
const SCHEMAS = [...INPUTS, 'parameters', 'schema', 'argsshape', 'args', 'paramsschema'];
const HANDLERS = ['execute', 'executeasync', 'handler', 'run', 'call', 'callback', 'handle', 'invoke', 'invokeasync'];

const HINTS: Readonly<Record<string, ToolHint>> = {
  readOnlyHint: 'is_readonly',
  destructiveHint: 'is_destructive',
  idempotentHint: 'is_idempotent',
  openWorldHint: 'is_open_world',
};

const registrationsByGraph = new WeakMap<ObjectGraph, Set<string>>();

/** Records that a file registers tools of which not all are known. */
export function recordOpenRegistration(graph: ObjectGraph, file: string): void {
  const files = registrationsByGraph.get(graph) ?? new Set();
  registrationsByGraph.set(graph, files);
  files.add(file);
}

/** Records that a file registers the tools of a list, when the list doesn't say all of them with their names. */
export function recordOpenList(recognizer: Recognizer, file: string, list: Value): void {
  const isKnown = (value: Value): boolean => {
    switch (value.kind) {
      case 'list':
        return value.isComplete && value.items.every(isKnown);
      case 'choice':
        return value.options.every(isKnown);
      case 'dictionary':
        return (entriesOf(value, 'name') ?? NOTHING).kind === 'string';
      case 'instance':
        return (
          !isTool(recognizer.entryOf(value)) ||
          recognizer.select(value, toolNames(recognizer.entryOf(value)))?.kind === 'string'
        );
      default:
        return value.kind !== 'unknown';
    }
  };
  if (!isKnown(list)) recordOpenRegistration(recognizer.graph, file);
}

function isTool(entry: Entry | undefined): boolean {
  return hasRole(entry, 'tool');
}

/** The arguments that have the name of a tool, whatever the language calls them. */
function toolNames(entry: Entry | undefined): readonly Selector[] {
  return ['name', ...(hasRole(entry, 'tool') ? (entry.component.name ?? []) : [])];
}

/** Adds the tools of servers that register what a registry contains. It has to run after everything else was found. */
export function addDescribedTools(recognizer: Recognizer, files: readonly FileFacts[]): void {
  const { graph, evaluator } = recognizer;
  for (const file of openCalls(recognizer)) recordOpenRegistration(graph, file);
  const registrations = [...(registrationsByGraph.get(graph) ?? [])].filter((file) => !isExample(file));
  if (registrations.length === 0) return;
  const { componentOf } = evaluator.project;
  const open = new Set(registrations.map(componentOf));
  const servers = new Map<string, DetectedObject[]>();
  for (const server of graph.objects()) {
    if (server.kind !== 'mcp_server' || !server.labels.has('implemented')) continue;
    for (const component of new Set(server.locations.map(({ file }) => componentOf(file)))) {
      if (open.has(component)) servers.set(component, [...(servers.get(component) ?? []), server]);
    }
  }
  const known = knownTools(graph);
  for (const facts of files) {
    const owners = servers.get(componentOf(facts.path)) ?? [];
    if (owners.length === 0) continue;
    for (const description of descriptionsIn(recognizer, facts)) addTool(recognizer, description, owners, known);
  }
}

/** Methods of servers whose first argument is the name of a tool. */
const METHODS = ['registerTool'];

/** Files that call a method for tools with a name that is unknown, or one of several. */
function openCalls({ evaluator }: Recognizer): readonly string[] {
  return METHODS.flatMap((method) =>
    (evaluator.project.callsByName.get(method) ?? []).flatMap(({ file, call, context }) => {
      const [name] = call.arguments;
      const value = name && evaluator.evaluate(name.value, { file, ...context });
      return value === undefined || value.kind === 'string' ? [] : [file];
    }),
  );
}

/** The tools that other rules found. */
interface KnownTools {
  readonly byName: ReadonlyMap<string, readonly DetectedObject[]>;
  readonly byOwner: ReadonlyMap<DetectedObject, ReadonlySet<DetectedObject>>;
}

function knownTools(graph: ObjectGraph): KnownTools {
  const byName = groupBy(
    graph.objects().filter(({ kind }) => kind === 'tool'),
    ({ name }) => name,
  );
  const edges = groupBy(
    graph.edges().filter(({ from, edge }) => from.kind === 'mcp_server' && edge === 'tools'),
    ({ from }) => from,
  );
  return { byName, byOwner: new Map([...edges].map(([owner, each]) => [owner, new Set(each.map(({ to }) => to))])) };
}

/** What describes a tool. */
interface Description {
  readonly name: string;
  readonly properties: ReadonlyMap<string, Expression>;
  readonly position: SourcePosition;
  readonly span: Span;
  readonly reason: string;
}

function addTool(
  recognizer: Recognizer,
  { name, properties, position, span, reason }: Description,
  owners: readonly DetectedObject[],
  { byName, byOwner }: KnownTools,
): void {
  const { graph } = recognizer;
  const location = sourceLocation(position.file, span, reason, 1);
  const others = byName.get(name) ?? [];
  const isOwned = (tool: DetectedObject) => owners.some((owner) => byOwner.get(owner)?.has(tool));
  const same = others.find((tool) => tool.locations.some(({ file }) => file === position.file) || isOwned(tool));
  if (same !== undefined) {
    graph.locate(same, location);
    return;
  }
  const tool = graph.add('tool', identityOf(position.file, [], name), name);
  tool.labels.set('confidence', CONFIDENCE);
  describe(recognizer, tool, properties, position);
  graph.locate(tool, location);
  // Which of several servers has it is unknown.
  const [owner] = owners;
  if (owner !== undefined && owners.length === 1) graph.relate(owner, 'tools', tool);
}

function describe(
  { evaluator }: Recognizer,
  tool: DetectedObject<'tool'>,
  properties: ReadonlyMap<string, Expression>,
  position: SourcePosition,
): void {
  const memberOf = (name: string) => {
    const property = properties.get(name);
    return property === undefined ? NOTHING : evaluator.evaluate(property, position);
  };
  Object.assign(tool.fields, { tool_name: tool.name, tool_source: 'mcp', tool_kind: 'tool' });
  const [description] = stringsOf(memberOf('description'));
  if (description !== undefined) tool.fields.description ??= description.value.trim().slice(0, 1_000);
  const schema = SCHEMAS.map((each) => schemaOfValue(evaluator, memberOf(each))).find(Boolean);
  if (schema !== undefined) tool.fields.input_schema ??= schema;
  for (const option of optionsOf(memberOf('annotations'))) {
    for (const [hint, field] of Object.entries(HINTS)) {
      const value = entriesOf(option, hint);
      if (value?.kind === 'constant' && typeof value.value === 'boolean') tool.fields[field] ??= value.value;
    }
  }
}

function descriptionsIn(recognizer: Recognizer, facts: FileFacts): readonly Description[] {
  const inScopes = facts.scopes.flatMap((scope, index) => [
    ...(scope.kind === 'class' ? classDescription(recognizer, facts, scope, index) : []),
    ...objectDescriptions(recognizer, facts, index),
  ]);
  return [...inScopes, ...recordedDescriptions(recognizer, facts)];
}

/** Functions that a decorator of the repository records: with a description of their own, or that of the decorator. */
function recordedDescriptions(recognizer: Recognizer, facts: FileFacts): readonly Description[] {
  return recordedFunctions(recognizer, facts).flatMap(({ scope, arguments: named, position }) => {
    const { documentation, span } = scope;
    const description: Expression | undefined =
      documentation === undefined ? undefined : { kind: 'string', value: documentation, span };
    const properties = new Map([...((description && [['description', description] as const]) || []), ...named]);
    const name = named.has('name') ? nameIn(recognizer, properties, position) : scope.name;
    if (name === undefined || !NAME.test(name) || !properties.has('description')) return [];
    return [
      { name, properties, position, span, reason: 'a function that a decorator of the repository records as a tool' },
    ];
  });
}

function objectDescriptions(recognizer: Recognizer, facts: FileFacts, scope: number): readonly Description[] {
  const found: Description[] = [];
  const position: SourcePosition = { file: facts.path, scope };
  const add = (name: string | undefined, properties: ReadonlyMap<string, Expression>, span: Span) => {
    if (name !== undefined && NAME.test(name))
      found.push({ name, properties, position, span, reason: 'an object that describes a tool of a registry' });
  };
  const visit = (expression: Expression) => {
    const properties = propertiesOf(expression);
    if (properties !== undefined && isComplete(properties)) {
      add(nameIn(recognizer, properties, position), properties, (expression as DictionaryExpression).span);
    }
    if (expression.kind !== 'dictionary') return;
    for (const { key, value, span } of expression.entries) {
      const inner = key?.kind === 'string' ? propertiesWithSpreads(recognizer, onlyObject(value), position) : undefined;
      // The key is the name: `{ list_tables: tool({ description, execute }) }`.
      if (key?.kind === 'string' && inner !== undefined && isNamedByKey(inner)) {
        add(key.value, inner, span ?? expression.span);
      }
    }
  };
  visitScope(facts, scope, visit);
  // `export default defineTool({ … })`.
  if (scope === 0) for (const { value } of facts.exports ?? []) if (value !== undefined) visitExpressions(value, visit);
  return found;
}

/** The properties of an object or of a structure; undefined for other expressions. */
function propertiesOf(expression: Expression | undefined): ReadonlyMap<string, Expression> | undefined {
  if (expression?.kind === 'dictionary') {
    return new Map(
      expression.entries.flatMap(({ key, value }) => (key?.kind === 'string' ? [[normal(key.value), value]] : [])),
    );
  }
  if (expression?.kind !== 'call') return undefined;
  const named = expression.arguments.filter((each): each is Argument & { name: string } => each.name !== undefined);
  return named.length === 0 ? undefined : new Map(named.map(({ name, value }) => [normal(name), value]));
}

/** The properties of an object with those of constants that it spreads: `{ ...definitions.list_tables, execute }`. */
function propertiesWithSpreads(
  { evaluator }: Recognizer,
  expression: Expression | undefined,
  position: SourcePosition,
): ReadonlyMap<string, Expression> | undefined {
  const own = propertiesOf(expression);
  if (own === undefined || expression?.kind !== 'dictionary' || !own.has('execute')) return own;
  const spread = expression.entries.flatMap(({ key, value }) => (key === undefined ? [value] : []));
  const inherited = spread.flatMap((each) => {
    const object = each.kind === 'spread' ? each.value : each;
    return optionsOf(evaluator.evaluate(object, position)).flatMap((option) =>
      option.kind === 'dictionary'
        ? option.entries.map(({ key }): [string, Expression] => [normal(key), { kind: 'member', object, name: key }])
        : [],
    );
  });
  return new Map([...inherited, ...own]);
}

function normal(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

/** The object that a value is, or that a call takes as its only argument. */
function onlyObject(value: Expression): Expression | undefined {
  if (value.kind === 'dictionary') return value;
  return value.kind === 'call' && value.arguments.length === 1 ? value.arguments[0]?.value : undefined;
}

/** A name, a description and a schema; a schema under a name that other objects have as well, needs a function that executes it. */
function isComplete(properties: ReadonlyMap<string, Expression>): boolean {
  const has = (names: readonly string[]) => names.some((name) => properties.has(name));
  return has(NAMES) && properties.has('description') && (has(INPUTS) || (has(SCHEMAS) && has(HANDLERS)));
}

function isNamedByKey(properties: ReadonlyMap<string, Expression>): boolean {
  const isDescribed =
    properties.has('description') || properties.has('annotations') || INPUTS.some((each) => properties.has(each));
  return !NAMES.some((name) => properties.has(name)) && properties.has('execute') && isDescribed;
}

function nameIn(
  { evaluator }: Recognizer,
  properties: ReadonlyMap<string, Expression>,
  position: SourcePosition,
): string | undefined {
  const expression = NAMES.map((each) => properties.get(each)).find((each) => each !== undefined);
  const strings = expression === undefined ? [] : stringsOf(evaluator.evaluate(expression, position));
  return strings.length === 1 ? strings[0]?.value : undefined;
}

/** A class that derives from another one, with a name, a description, and a method that executes it or a schema. */
function classDescription(
  recognizer: Recognizer,
  facts: FileFacts,
  scope: Scope,
  index: number,
): readonly Description[] {
  if (scope.bases.length === 0) return [];
  const properties = new Map<string, Expression>();
  const methods = new Set<string>();
  for (const statement of scope.statements) {
    if (statement.kind === 'define') methods.add(normal(statement.name));
    else if (statement.kind === 'assign' && statement.target.kind === 'name' && statement.value !== undefined)
      properties.set(normal(statement.target.name), statement.value);
  }
  const isExecuted = HANDLERS.some((each) => methods.has(each));
  const hasSchema = SCHEMAS.some((each) => properties.has(each) || methods.has(each));
  if (!properties.has('description') || !(isExecuted || hasSchema)) return [];
  const name = nameIn(recognizer, properties, { file: facts.path, scope: index });
  if (name === undefined || !NAME.test(name)) return [];
  const position: SourcePosition = { file: facts.path, scope: index };
  return [{ name, properties, position, span: scope.span, reason: 'a class that describes a tool of a registry' }];
}
