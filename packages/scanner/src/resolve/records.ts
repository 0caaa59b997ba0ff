/** Records of tables: which one a call means where only a parameter says it, and what it is called. */
import type { Expression, FileFacts } from '../facts/facts.ts';
import { visitExpressions } from '../facts/visit.ts';
import type { Evaluator } from './evaluator.ts';
import { ITEM, instancesOfLoops } from './loops.ts';
import {
  type DictionaryValue,
  type Frame,
  type InstanceValue,
  keyValueOf,
  optionsOf,
  type SourcePosition,
  stringsOf,
  type Value,
} from './values.ts';

/** No more records of a table are followed. */
const MAX_RECORDS = 30;
/** No more names are followed from the arguments of a call. */
const MAX_NAMES = 60;

/**
 * Returns the objects that a call creates: one for each iteration of the loops around it, and for each record of a table where only a parameter
 * says which one is meant. Without these, it is the object itself.
 */
export function createdObjects(evaluator: Evaluator, instance: InstanceValue): readonly InstanceValue[] {
  return instancesOfLoops(evaluator, instance).flatMap((object) => objectsOfRecords(evaluator, object));
}

/** The values that a name of a scope has, one for each record. */
interface Choice {
  readonly scope: number;
  readonly name: string;
  readonly values: readonly Value[];
}

function objectsOfRecords(evaluator: Evaluator, instance: InstanceValue): readonly InstanceValue[] {
  const { call, position, frame } = instance;
  const facts = evaluator.project.files.get(position?.file ?? '');
  if (call === undefined || position === undefined || facts === undefined) return [instance];
  const values = call.arguments.map(({ value }) => value);
  const choice = findChoice(evaluator, facts, values, position, frame);
  if (choice === undefined) return [instance];
  const step = `${position.file}#${call.id} ${choice.scope} ${choice.name}`;
  return choice.values.slice(0, MAX_RECORDS).map((value, index) => ({
    ...instance,
    frame: chooseIn(facts, frame, choice, value, evaluator.frameId(frame, `${step} ${index}`)),
  }));
}

/** Adds a chosen value to the frame of its scope. The frames inside of it get their own identifiers. */
function chooseIn(facts: FileFacts, frame: Frame | undefined, choice: Choice, value: Value, id: string): Frame {
  const { scope, name } = choice;
  const file = facts.path;
  if (frame?.file === file && frame.scope === scope)
    return { ...frame, chosen: new Map([...(frame.chosen ?? []), [name, value]]), id };
  if (frame?.file === file && isInside(facts, frame.scope, scope))
    return { ...frame, parent: chooseIn(facts, frame.parent, choice, value, id), id };
  const chosen = new Map([[name, value]]);
  return { file, scope, bindings: () => undefined, chosen, id, ...(frame !== undefined && { parent: frame }) };
}

function isInside(facts: FileFacts, inner: number, outer: number): boolean {
  let index: number | undefined = inner;
  while (index !== undefined && index !== outer) index = facts.scopes[index]?.parent;
  return index === outer;
}

/** A name that the arguments of a call use, also over variables, and the scope that binds it. */
interface UsedName {
  readonly name: string;
  readonly scope: number;
}

function findChoice(
  evaluator: Evaluator,
  facts: FileFacts,
  expressions: readonly Expression[],
  position: SourcePosition,
  frame: Frame | undefined,
): Choice | undefined {
  const { names, elements } = usedBy(evaluator, facts, expressions, position);
  for (const { object, index } of elements) {
    const scope = homeOf(evaluator, facts, index, position.scope);
    if (scope === undefined || stringsOf(evaluator.lookup(index, position, frame)).length > 0) continue;
    const tables = optionsOf(evaluator.evaluate(object, position, frame));
    const keys = tables.flatMap((table) => (table.kind === 'dictionary' ? keysOfRecords(table) : []));
    if (keys.length > 1) return { scope, name: index, values: keys };
  }
  for (const { name, scope } of names) {
    const options = optionsOf(evaluator.lookup(name, position, frame));
    const records = options.filter((each) => nameOfRecord(each) !== undefined);
    if (new Set(records.map(nameOfRecord)).size > 1) return { scope, name, values: records };
  }
  return undefined;
}

/** The keys of a table whose entries are all records. */
function keysOfRecords(table: DictionaryValue): readonly Value[] {
  const isTable = table.entries.every(({ key, value }) => !key.startsWith('?') && value.kind === 'dictionary');
  return isTable ? table.entries.map((entry) => keyValueOf(table, entry)) : [];
}

/** Lists the names that the arguments of a call use, and the elements of tables, also over the variables of the functions around it. */
function usedBy(
  evaluator: Evaluator,
  facts: FileFacts,
  expressions: readonly Expression[],
  { scope: start }: SourcePosition,
) {
  const names = new Map<string, UsedName>();
  const elements: TableElement[] = [];
  const pending = [...expressions];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    visitExpressions(next, (expression) => {
      const element = elementOf(expression);
      if (element !== undefined) elements.push(element);
      const scope = expression.kind === 'name' ? homeOf(evaluator, facts, expression.name, start) : undefined;
      if (expression.kind !== 'name' || scope === undefined || names.size >= MAX_NAMES) return;
      const { name } = expression;
      if (names.has(`${scope} ${name}`)) return;
      names.set(`${scope} ${name}`, { name, scope });
      for (const statementIndex of evaluator.project.scopeIndex(facts.path, scope).bindings.get(name) ?? []) {
        const statement = facts.scopes[scope]?.statements[statementIndex];
        if (statement?.kind === 'assign' && statement.value !== undefined) pending.push(statement.value);
      }
    });
  }
  return { names: [...names.values()], elements };
}

/** An element of something under a key that a name has. */
interface TableElement {
  readonly object: Expression;
  readonly index: string;
}

/** `table[key]`, `table.get(key)`. */
function elementOf(expression: Expression): TableElement | undefined {
  if (expression.kind === 'element' && expression.index.kind === 'name')
    return { object: expression.object, index: expression.index.name };
  if (expression.kind !== 'call' || expression.callee.kind !== 'member' || expression.callee.name !== 'get')
    return undefined;
  const key = expression.arguments[0]?.value;
  return key?.kind === 'name' ? { object: expression.callee.object, index: key.name } : undefined;
}

/** The scope that binds a name which is used in a scope. */
function homeOf({ project }: Evaluator, facts: FileFacts, name: string, from: number): number | undefined {
  for (let index: number | undefined = from; index !== undefined; index = facts.scopes[index]?.parent) {
    const parameters = facts.scopes[index]?.parameters ?? [];
    const isParameter = parameters.some(
      (each) => each.name === name || each.properties?.some(({ local }) => local === name),
    );
    if (isParameter || project.scopeIndex(facts.path, index).bindings.has(name)) return index;
  }
  return undefined;
}

/** Keys that say what a record is part of, and not which one it is. */
const GENERIC =
  /^(?:config|configuration|settings|options|params|parameters|(?:mcp_?)?servers?|connection|transport|http|stdio|sse|default|env|headers|requestInit)$/i;

/** The name of a record of a table: its key there, otherwise what it says itself; undefined for other values. */
function nameOfRecord(value: Value): string | undefined {
  if (value.kind !== 'dictionary') return undefined;
  const { key, entries } = value;
  if (key !== undefined && !GENERIC.test(key)) return key;
  for (const key of ['name', 'id']) {
    const [text] = entries.filter((entry) => entry.key === key).flatMap((entry) => stringsOf(entry.value));
    if (text !== undefined) return text.value;
  }
  return undefined;
}

/** A record with its name. */
export interface NamedRecord {
  readonly name: string;
  readonly record: DictionaryValue;
}

/**
 * Returns the record that has the settings of a call: the innermost one on the way to them, as `table.desk` in
 * `new URL(table.desk.config.url)`.
 *
 * @param onlyChosen whether only a record counts that a parameter or a loop says
 */
export function recordOfSettings(
  evaluator: Evaluator,
  { call, position, frame }: InstanceValue,
  onlyChosen: boolean,
): NamedRecord | undefined {
  const facts = evaluator.project.files.get(position?.file ?? '');
  if (call === undefined || position === undefined || facts === undefined) return undefined;
  for (const { value } of call.arguments) {
    const found: NamedRecord[] = [];
    visitExpressions(value, (expression) => {
      if (found.length > 0 || !/^(?:name|member|element)$/.test(expression.kind)) return;
      if (onlyChosen && !isVaried(evaluator, facts, expression, position)) return;
      const record = evaluator.evaluate(expression, position, frame);
      const name = nameOfRecord(record);
      if (record.kind === 'dictionary' && name !== undefined) found.push({ name, record });
    });
    if (found[0] !== undefined) return found[0];
  }
  return recordOfPass(frame);
}

/** The record of the innermost pass of a loop, which the loop takes apart: `for (const { url } of servers)`. */
function recordOfPass(frame: Frame | undefined): NamedRecord | undefined {
  const item = frame?.rounds?.(ITEM);
  const parts = item?.kind === 'list' ? item.items : item === undefined ? [] : [item];
  for (const record of parts) {
    const name = nameOfRecord(record);
    if (record.kind === 'dictionary' && name !== undefined) return { name, record };
  }
  return frame?.parent === undefined ? undefined : recordOfPass(frame.parent);
}

/** Whether a parameter or a loop says what an expression is. */
function isVaried(evaluator: Evaluator, facts: FileFacts, expression: Expression, position: SourcePosition): boolean {
  return usedBy(evaluator, facts, [expression], position).names.some(({ name, scope }) => {
    const { parameters = [] } = facts.scopes[scope] ?? {};
    const isParameter = parameters.some(
      (each) => each.name === name || each.properties?.some(({ local }) => local === name),
    );
    return isParameter || isLoopVariable(evaluator, facts, scope, name);
  });
}

function isLoopVariable({ project }: Evaluator, facts: FileFacts, scope: number, name: string): boolean {
  const statementIndexes = project.scopeIndex(facts.path, scope).bindings.get(name) ?? [];
  return statementIndexes.some((statementIndex) => facts.scopes[scope]?.statements[statementIndex]?.kind === 'iterate');
}
