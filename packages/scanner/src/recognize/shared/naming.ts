/** Names of objects without a literal name: the variable, function, class, file or folder. */
import { posix } from 'node:path';
import type { CallExpression, DictionaryExpression, Expression, FileFacts, Statement } from '../../facts/facts.ts';
import type { SourcePosition } from '../../resolve/values.ts';

/** File names that say nothing about what the file defines. */
const GENERIC = /^(?:__init__|__main__|main|index|app|agent|agents|server|mcp|run|cli|src|program|startup)$/i;

/** Where something is defined. */
export interface Definition {
  /** The names of the scopes around it, from outside. */
  readonly path: readonly string[];
  /** The variable, field or key that it is assigned to. */
  readonly variable?: string;
}

/** Returns the names around a call and the variable that it is assigned to. */
export function definitionOf(
  facts: FileFacts | undefined,
  position: SourcePosition,
  call?: CallExpression,
): Definition {
  const path: string[] = [];
  for (let index: number | undefined = position.scope; index !== undefined; index = facts?.scopes[index]?.parent) {
    const name = facts?.scopes[index]?.name;
    if (name !== undefined && name !== '') path.unshift(name);
  }
  const statement =
    position.statement === undefined ? undefined : facts?.scopes[position.scope]?.statements[position.statement];
  const variable = statement === undefined ? undefined : variableOf(statement, call);
  return { path, ...(variable !== undefined && { variable }) };
}

function variableOf(statement: Statement, call: CallExpression | undefined): string | undefined {
  if (call === undefined) return undefined;
  if (statement.kind === 'evaluate' || statement.kind === 'return') {
    const key = keyOf(statement.value, call);
    return key === '' ? undefined : key;
  }
  if (statement.kind !== 'assign' || statement.value === undefined) return undefined;
  const key = keyOf(statement.value, call);
  if (key === undefined) return undefined;
  return key === '' ? nameOfTarget(statement.target) : key;
}

/** Returns '' when an expression is the call, a key when the call is an entry of a dictionary, undefined when it is elsewhere. */
function keyOf(expression: Expression, call: CallExpression): string | undefined {
  if (expression === call) return '';
  switch (expression.kind) {
    case 'choice':
      return firstKey(expression.options, call);
    case 'list':
      return firstKey(expression.items, call);
    case 'member':
    case 'element':
      return keyOf(expression.object, call);
    case 'call':
      // `Model(…).bind(…)`, `wrap(Agent(…))`; of other arguments, only entries of dictionaries have names.
      return (
        firstKey([expression.callee, ...expression.arguments.slice(0, 1).map(({ value }) => value)], call) ??
        expression.arguments.map(({ value }) => keyOf(value, call)).find((key) => key !== undefined && key !== '')
      );
    case 'dictionary':
      for (const { key, value } of expression.entries) {
        const inner = keyOf(value, call);
        if (inner !== undefined)
          return inner === '' && key?.kind === 'string' ? nameOfEntry(key.value, expression) : inner;
      }
      return undefined;
    default:
      return undefined;
  }
}

/** `{ name: 'clerk', runnable: createAgent(…) }`: the key says only that something runs, its neighbour which one. */
function nameOfEntry(key: string, { entries }: DictionaryExpression): string {
  if (key !== 'runnable') return key;
  const name = entries.find((entry) => entry.key?.kind === 'string' && entry.key.value === 'name')?.value;
  return name?.kind === 'string' ? name.value : key;
}

function firstKey(expressions: readonly Expression[], call: CallExpression): string | undefined {
  for (const expression of expressions) {
    const key = keyOf(expression, call);
    if (key !== undefined) return key;
  }
  return undefined;
}

function nameOfTarget(target: Expression): string | undefined {
  if (target.kind === 'name' || target.kind === 'member') return target.name;
  if (target.kind === 'element' && target.index.kind === 'string') return target.index.value;
  return target.kind === 'list' && target.items[0] !== undefined ? nameOfTarget(target.items[0]) : undefined;
}

/** Returns the name of something without a literal one. */
export function fallbackName({ path, variable }: Definition, file: string): string {
  if (variable !== undefined && variable !== '_') return variable;
  const named = path.findLast((name) => !/^(?:__\w+__|main|run|constructor|setup|async_main|_?main_async)$/.test(name));
  return named ?? nameOfFile(file);
}

/** Returns the name of a file, or of its folder when its own name says nothing. */
export function nameOfFile(file: string): string {
  const stem = posix.basename(file).replace(/\.[^.]+$/, '');
  const folder = posix.basename(posix.dirname(file));
  return GENERIC.test(stem) && folder !== '' && folder !== '.' ? folder : stem;
}

/** Joins the parts of an identity. */
export function identityOf(file: string, path: readonly string[], name: string): string {
  return `${file}#${[...path.filter((each) => each !== name), name].join('.')}`;
}
