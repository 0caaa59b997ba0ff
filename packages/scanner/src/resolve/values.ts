/** The values that expressions can have, as far as the sources say. */
import type { CallExpression, Span } from '../facts/facts.ts';

/** A position in the facts: a scope of a file, and optionally one of its statements. */
export interface SourcePosition {
  readonly file: string;
  readonly scope: number;
  /** Index of the statement: what follows it in the same scope has no effect yet. */
  readonly statement?: number;
}

/** The values of the parameters of one call. Frames of enclosing functions are its parents. */
export interface Frame {
  readonly file: string;
  readonly scope: number;
  /** Returns the value of a parameter; undefined when the call doesn't pass it. Values are evaluated when they are needed. */
  readonly bindings: (name: string) => Value | undefined;
  readonly parent?: Frame;
  /** The values of variables in one iteration of the loops around a position. */
  readonly rounds?: (name: string) => Value | undefined;
  /** The record of a table that a name means, whatever assigns it. */
  readonly chosen?: ReadonlyMap<string, Value>;
  /** Whether it is one iteration of a loop or of a comprehension. */
  readonly isRound?: true;
  /** Distinguishes calls of the same function. */
  readonly id: string;
  /** The call depth. */
  readonly depth?: number;
  /** The call that passes the values, and the frame around it. */
  readonly caller?: { readonly call: CallExpression; readonly position: SourcePosition; readonly frame?: Frame };
  /** The frame when the call is in another one. */
  readonly within?: (outer: Frame) => Frame;
}

export type Value =
  | StringValue
  | { readonly kind: 'constant'; readonly value: number | boolean | null }
  | ListValue
  | DictionaryValue
  /** Something of a package outside of the repository, as `module:path`: `agents:Agent`, `os:environ`, `@openai/agents:Agent`. */
  | SymbolValue
  /** A module of the repository. */
  | ModuleValue
  | FunctionValue
  | ClassValue
  | InstanceValue
  /** A method of an instance whose class is outside of the repository: `agent.as_tool`. */
  | { readonly kind: 'method'; readonly receiver: InstanceValue; readonly name: string }
  | ChoiceValue
  /** An environment variable, and the value it has when it isn't set. */
  | { readonly kind: 'environment'; readonly variable: string; readonly default?: Value }
  | { readonly kind: 'unknown'; readonly reason: string };

export interface StringValue {
  readonly kind: 'string';
  readonly value: string;
  /** SHA-256 of the complete string, if `value` isn't complete. */
  readonly digest?: string;
  /** What stood before it in the text that it is a part of: `openai` of `"openai/gpt-5".split("/")`. */
  readonly after?: string;
  /** Where the literal is. */
  readonly file: string;
  readonly span: Span;
}

export interface ListValue {
  readonly kind: 'list';
  readonly items: readonly Value[];
  /** False when there may be further items. */
  readonly isComplete: boolean;
}

export interface DictionaryValue {
  readonly kind: 'dictionary';
  readonly entries: readonly DictionaryEntry[];
  readonly isComplete: boolean;
  readonly file: string;
  readonly span: Span;
  /** The key under which another literal has it. */
  readonly key?: string;
}

export interface DictionaryEntry {
  readonly key: string;
  readonly value: Value;
  readonly span?: Span;
}

export interface ModuleValue {
  readonly kind: 'module';
  /** Path of the file, or of a folder of modules with a trailing `/`. */
  readonly file: string;
  /** The other files of a module that consists of several. */
  readonly others?: readonly string[];
  /** The module outside of the repository that an absolute import may mean instead: `agents:`. */
  readonly symbol?: string;
}

export interface SymbolValue {
  readonly kind: 'symbol';
  readonly symbol: string;
  /** The parameters of a generic type: `Context` of `Runtime[Context]`. */
  readonly parameters?: readonly Value[];
}

export interface FunctionValue {
  readonly kind: 'function';
  readonly file: string;
  readonly scope: number;
  /** The frame of the enclosing function. */
  readonly frame?: Frame;
  /** The object of a bound method. */
  readonly self?: Value;
  /** Arguments that are bound to it before it is called. */
  readonly bound?: readonly Value[];
}

export interface ClassValue {
  readonly kind: 'class';
  readonly file: string;
  readonly scope: number;
}

/** The result of a call of something outside of the repository, or an object of a class of the repository. */
export interface InstanceValue {
  readonly kind: 'instance';
  /**
   * What was called (`agents:Agent`, `agents:Agent.as_tool`). For a class of the repository, the classes outside of the repository
   * from which it derives.
   */
  readonly symbols: readonly string[];
  /** The class, when it is one of the repository. */
  readonly class?: ClassValue;
  /** The call that created it; undefined when only its type is known. */
  readonly call?: CallExpression;
  readonly position?: SourcePosition;
  readonly frame?: Frame;
  /** The parameters of its type, when it is generic and only its type is known. */
  readonly parameters?: readonly Value[];
  /** The object whose method was called. */
  readonly receiver?: InstanceValue;
}

export interface ChoiceValue {
  readonly kind: 'choice';
  readonly options: readonly Value[];
}

/** No more alternatives of a value are followed. */
const MAX_OPTIONS = 60;

/** Creates an unknown value. */
export function unknown(reason: string): Value {
  return { kind: 'unknown', reason };
}

/** Creates the choice of values: nested choices are flattened, equal values occur once, and a single value isn't a choice. */
export function choose(values: readonly Value[]): Value {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return only;
  const options = new Map<string | Value, Value>();
  for (const value of values.flatMap(optionsOf)) {
    const identity = identityOf(value);
    if (options.size < MAX_OPTIONS && !options.has(identity)) options.set(identity, value);
  }
  const known = [...options.values()];
  const [first] = known;
  if (first === undefined) return unknown('no value');
  return known.length === 1 ? first : { kind: 'choice', options: known };
}

/** Lists with more items have each of them once. */
const MAX_REPEATING = 1_000;
/** How many items of a list, and entries of a dictionary, are followed. */
const MAX_ITEMS = 10_000;

/**
 * Limits the parts that a list or a dictionary gets from others. Code that adds two lists to the next one, again and again, makes
 * lists of any length from a few items.
 */
export function limitItems<Item>(items: readonly Item[]): readonly Item[] {
  return items.length <= MAX_REPEATING ? items : [...new Set(items)].slice(0, MAX_ITEMS);
}

/** Creates a list from items of others, within the limits. */
export function joinItems(items: readonly Value[], isComplete: boolean): ListValue {
  const limited = limitItems(items);
  return { kind: 'list', items: limited, isComplete: isComplete && limited.length === items.length };
}

/** Lists the alternatives of a value: the options of a choice, otherwise the value itself. */
export function optionsOf(value: Value): readonly Value[] {
  return value.kind === 'choice' ? value.options : [value];
}

/** Returns what equal values share. Lists and dictionaries may be large, so they are equal to themselves only. */
function identityOf(value: Value): string | Value {
  switch (value.kind) {
    case 'string':
      return `string ${value.digest ?? value.value}`;
    case 'constant':
      return `constant ${value.value}`;
    case 'symbol':
      return `symbol ${value.symbol} ${value.parameters?.map(identityOf).join() ?? ''}`;
    case 'module':
      return `module ${value.file}`;
    case 'function':
    case 'class':
      return `${value.kind} ${value.file} ${value.scope} ${value.kind === 'function' ? (value.frame?.id ?? '') : ''}`;
    case 'instance':
      return instanceId(value);
    case 'method':
      return `method ${instanceId(value.receiver)} ${value.name}`;
    case 'environment': {
      const inner = value.default === undefined ? '' : identityOf(value.default);
      return typeof inner === 'string' ? `environment ${value.variable} ${inner}` : value;
    }
    case 'unknown':
      return `unknown ${value.reason}`;
    case 'list':
    case 'dictionary':
    case 'choice':
      return value;
  }
}

/** Identifies an instance within one run: the call that created it, and its call stack. */
export function instanceId({ symbols, parameters, class: from, call, position, frame }: InstanceValue): string {
  const generic = parameters === undefined ? '' : `[${parameters.map(identityOf).join()}]`;
  const type = from === undefined ? `${symbols.join('|')}${generic}` : `${from.file} ${from.scope}`;
  // One call creates objects of several classes in `for Tool in [A, B]: tools.append(Tool())`.
  const own = from === undefined ? '' : type;
  return call === undefined ? `type ${type}` : `call ${position?.file} ${call.id} ${frame?.id ?? ''} ${own}`;
}

/** Returns the key of an entry of a dictionary as a value. Keys that are unknown have their own names, which start with `?`. */
export function keyValueOf({ file, span }: DictionaryValue, entry: DictionaryEntry): Value {
  if (entry.key.startsWith('?')) return unknown('a key that is not known');
  return { kind: 'string', value: entry.key, file, span: entry.span ?? span };
}

/** Identifies the call that created an instance, no matter what called the function around it. */
export function creationId({ frame: _, ...instance }: InstanceValue): string {
  return instanceId(instance);
}

/** Lists the literal strings that a value can have, defaults of environment variables included. */
export function stringsOf(value: Value): readonly StringValue[] {
  if (value.kind === 'string') return [value];
  if (value.kind === 'choice') return value.options.flatMap(stringsOf);
  if (value.kind === 'environment' && value.default !== undefined) return stringsOf(value.default);
  return [];
}

/** Lists the instances that a value can be; items of lists and dictionaries are included. */
export function itemsOf(value: Value, depth = 0): readonly Value[] {
  if (depth > 6) return [];
  const inner = (values: readonly Value[]) => values.flatMap((each) => itemsOf(each, depth + 1));
  if (value.kind === 'list') return inner(value.items);
  if (value.kind === 'choice') return inner(value.options);
  if (value.kind === 'dictionary') return inner(value.entries.map((entry) => entry.value));
  if (value.kind === 'environment') return value.default === undefined ? [] : itemsOf(value.default, depth + 1);
  return [value];
}
