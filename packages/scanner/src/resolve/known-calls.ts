/** Functions of libraries and methods of strings, lists and dictionaries that carry values. */
import type { Argument, CallExpression } from '../facts/facts.ts';
import { argumentOf, entriesOf } from './arguments.ts';
import { loadedData, OPENED } from './data-files.ts';
import type { Evaluator } from './evaluator.ts';
import { entriesOfPairs, environment } from './expressions.ts';
import { methodOfPath, pathFunction } from './paths.ts';
import {
  choose,
  type Frame,
  joinItems,
  keyValueOf,
  limitItems,
  optionsOf,
  type SourcePosition,
  stringsOf,
  unknown,
  type Value,
} from './values.ts';

type Get = (name: string | undefined, argumentIndex?: number) => Value | undefined;
type Known = (get: Get, symbol: string) => Value | undefined;

const first: Known = (get) => get(undefined, 0);

/** Functions that return one of their arguments, or make a container of them. */
const FUNCTIONS: Record<string, Known> = {
  'os:getenv': readEnvironment,
  'os:environ.get': readEnvironment,
  'decouple:config': (get) => environment(get(undefined, 0) ?? unknown('no name'), get('default')),
  'builtins:list': first,
  'builtins:tuple': first,
  'builtins:set': first,
  'builtins:frozenset': first,
  'builtins:sorted': first,
  'builtins:reversed': first,
  'builtins:iter': first,
  'builtins:str': first,
  'builtins:dict': (get) => get(undefined, 0),
  'os:Getenv': readEnvironment,
  'github.com/google/jsonschema-go/jsonschema:Ptr': first,
  'k8s.io/utils/ptr:To': first,
  'typing:cast': (get) => get(undefined, 1),
  'typing_extensions:cast': (get) => get(undefined, 1),
  'copy:copy': first,
  'copy:deepcopy': first,
  'functools:update_wrapper': first,
  'asyncio:run': first,
  'asyncio:create_task': first,
  'asyncio:wait_for': first,
  'anyio:run': first,
  'textwrap:dedent': first,
  'inspect:cleandoc': first,
  'types:MappingProxyType': first,
  'pydantic:SecretStr': first,
  'pydantic:Field': readDefault,
  'pydantic:PrivateAttr': readDefault,
  'pydantic.fields:Field': readDefault,
  'dataclasses:field': readDefault,
  'attr:ib': readDefault,
  'attrs:field': readDefault,
  'sqlmodel:Field': readDefault,
  'typer:Option': readDefault,
  'typer:Argument': readDefault,
  'fastapi:Query': readDefault,
  'fastapi:Depends': () => undefined,
  'builtins:Object.freeze': first,
  'builtins:Object.assign': (get) =>
    choose([get(undefined, 0), get(undefined, 1)].filter((value) => value !== undefined)),
  'builtins:Object.values': (get) => valuesOf(get(undefined, 0)),
  'builtins:Object.entries': (get) => pairsOf(get(undefined, 0)),
  'builtins:Object.fromEntries': (get) => dictionaryOf(get(undefined, 0)),
  'builtins:Map': (get) => dictionaryOf(get(undefined, 0)),
  'builtins:URL': first,
  'builtins:Array.from': first,
  'builtins:Promise.resolve': first,
  'builtins:Promise.all': first,
  'builtins:String': first,
  'builtins:structuredClone': first,
  'builtins:asyncio.run': first,
};

function readEnvironment(get: Get): Value {
  return environment(get('key', 0) ?? unknown('no name'), get('default', 1));
}

function readDefault(get: Get): Value | undefined {
  const value = get('default', 0);
  if (value !== undefined) return value;
  const factory = get('default_factory');
  return factory?.kind === 'function' ? factory : undefined;
}

function valuesOf(value: Value | undefined): Value {
  const items = optionsOf(value ?? unknown('nothing')).flatMap((option) =>
    option.kind === 'dictionary' ? option.entries.map((entry) => entry.value) : [option],
  );
  return {
    kind: 'list',
    items,
    isComplete: optionsOf(value ?? unknown('')).every(({ kind }) => kind === 'dictionary'),
  };
}

function pairsOf(value: Value | undefined): Value {
  const items = optionsOf(value ?? unknown('nothing')).flatMap((option) =>
    option.kind === 'dictionary'
      ? option.entries.map(
          (entry): Value => ({ kind: 'list', items: [keyValueOf(option, entry), entry.value], isComplete: true }),
        )
      : [],
  );
  return { kind: 'list', items, isComplete: false };
}

/** The dictionary of a list of keys and values; undefined for other values. */
function dictionaryOf(pairs: Value | undefined): Value | undefined {
  if (pairs !== undefined && pairs.kind !== 'list') return pairs.kind === 'dictionary' ? pairs : undefined;
  const entries = entriesOfPairs(pairs?.items ?? []);
  return { kind: 'dictionary', entries, isComplete: pairs?.isComplete ?? true, file: '', span: [1, 1, 1, 1] };
}

/** Functions that return their arguments as a list. */
const LISTS = new Set(['asyncio:gather', 'java.util:List.of', 'java.util:Set.of', 'java.util:Arrays.asList']);

/** Returns the result of a known function; undefined when it is another one. */
export function knownCall(
  evaluator: Evaluator,
  symbol: string,
  args: readonly Argument[],
  position: SourcePosition,
  frame: Frame | undefined,
): Value | undefined {
  const get: Get = (name, argumentIndex) => argumentOf(evaluator, args, position, frame, name, argumentIndex);
  if (symbol === 'builtins:dict' || symbol === 'builtins:zip' || symbol === 'builtins:enumerate') {
    return combine(evaluator, symbol, args, position, frame);
  }
  const loaded =
    loadedData(evaluator, symbol, get(undefined, 0)) ?? pathFunction(symbol, (index) => get(undefined, index));
  if (loaded !== undefined) return loaded;
  // Which namespace of C# has it is unknown.
  if (symbol.endsWith(':Uri')) return get(undefined, 0);
  if (symbol === 'functools:partial') return bindArguments(evaluator, args, position, frame);
  if (LISTS.has(symbol)) {
    return {
      kind: 'list',
      items: args.map(({ value }) => evaluator.evaluate(value, position, frame)),
      isComplete: args.every(({ spread }) => spread === undefined),
    };
  }
  const known = Object.hasOwn(FUNCTIONS, symbol) ? FUNCTIONS[symbol] : undefined;
  const result = known?.(get, symbol);
  if (result?.kind === 'function' && /Field$|:field$/.test(symbol)) {
    const call: CallExpression = {
      kind: 'call',
      id: 0,
      callee: { kind: 'unknown', reason: '' },
      arguments: [],
      span: [1, 1, 1, 1],
    };
    return evaluator.call(result, call, position, frame);
  }
  return result;
}

/** A function with arguments that are bound to it: `partial(run, agent=clerk)`. */
function bindArguments(
  evaluator: Evaluator,
  [target, ...args]: readonly Argument[],
  position: SourcePosition,
  frame: Frame | undefined,
): Value | undefined {
  if (target === undefined) return undefined;
  const value = evaluator.evaluate(target.value, position, frame);
  if (value.kind !== 'function') return value;
  return { ...value, bound: args.map((each) => evaluator.evaluate(each.value, position, frame)) };
}

function combine(
  evaluator: Evaluator,
  symbol: string,
  args: readonly Argument[],
  position: SourcePosition,
  frame: Frame | undefined,
): Value | undefined {
  const values = args
    .filter(({ name }) => name === undefined)
    .map(({ value }) => evaluator.evaluate(value, position, frame));
  if (symbol === 'builtins:dict') {
    const named = args.flatMap(({ name, value }) =>
      name === undefined ? [] : [{ key: name, value: evaluator.evaluate(value, position, frame) }],
    );
    const spread = values.flatMap(optionsOf).flatMap((value) => (value.kind === 'dictionary' ? value.entries : []));
    return {
      kind: 'dictionary',
      entries: limitItems([...spread, ...named]),
      isComplete: false,
      file: position.file,
      span: [1, 1, 1, 1],
    };
  }
  const lists = values.map((value) => (value.kind === 'list' ? value.items : undefined));
  const [items] = lists;
  if (items === undefined) return undefined;
  const rows = items.map((item, index): Value => {
    const row =
      symbol === 'builtins:enumerate'
        ? [{ kind: 'constant', value: index } as const, item]
        : lists.map((list) => list?.[index] ?? unknown('no such item'));
    return { kind: 'list', items: row, isComplete: true };
  });
  return { kind: 'list', items: rows, isComplete: true };
}

/** Calls a method of a string, a list, a dictionary or an environment variable. */
export function containerCall(
  evaluator: Evaluator,
  object: Value,
  call: CallExpression,
  position: SourcePosition,
  frame: Frame | undefined,
): Value {
  const name = call.callee.kind === 'member' ? call.callee.name : '';
  const get: Get = (parameter, argumentIndex) =>
    argumentOf(evaluator, call.arguments, position, frame, parameter, argumentIndex);
  return choose(
    optionsOf(object).map((option): Value => {
      if (option.kind === 'string') {
        // The content of a file: what is called remembers its path.
        if (/^(?:open|read_text|read_bytes)$/.test(name)) {
          return { kind: 'instance', symbols: [OPENED], call, position, ...(frame !== undefined && { frame }) };
        }
        return methodOfPath(option, name, (index) => get(undefined, index)) ?? stringMethod(option, name, get);
      }
      if (option.kind === 'environment') {
        return option.default?.kind === 'string'
          ? { ...option, default: stringMethod(option.default, name, get) }
          : option;
      }
      if (option.kind === 'list') return listMethod(evaluator, option, name, get, position, frame);
      if (option.kind === 'dictionary') return dictionaryMethod(option, name, get);
      // `typeof(Tools).GetMethod("Echo")`.
      const [method] = option.kind === 'class' && name === 'GetMethod' ? stringsOf(get(undefined, 0) ?? option) : [];
      if (method !== undefined) return evaluator.member(option, method.value);
      // The schema of a class stands for the class.
      if (option.kind === 'class' && /^(model_json_schema|schema)$/.test(name)) return option;
      return unknown(`the result of the method ${name} of an unknown object`);
    }),
  );
}

function stringMethod(text: Value & { kind: 'string' }, name: string, get: Get): Value {
  if (name === 'split') return split(text, get);
  if (/^(strip|trim)$/.test(name)) return { ...text, value: text.value.trim() };
  if (/^(lower|toLowerCase)$/.test(name)) return { ...text, value: text.value.toLowerCase() };
  if (/^(rstrip|lstrip|trimEnd|trimStart|toString|expandtabs|encode|decode)$/.test(name)) return text;
  return unknown(`the result of the string method ${name}`);
}

/** `text.split(separator, limit)`: in Python the last part is the rest, in JavaScript the rest is left out. */
function split(text: Value & { kind: 'string' }, get: Get): Value {
  const [separator] = stringsOf(get('sep', 0) ?? unknown('no separator'));
  if (separator === undefined || separator.value === '') return unknown('the parts of a string');
  const limit = get('maxsplit', 1);
  const parts = text.value.split(separator.value);
  const count = limit?.kind === 'constant' && typeof limit.value === 'number' ? limit.value : parts.length;
  const fields = parts.length > count ? [...parts.slice(0, count), parts.slice(count).join(separator.value)] : parts;
  const items = fields.map((value, index): Value => {
    const after = index === 0 ? undefined : fields[index - 1];
    return { ...text, value, ...(after !== undefined && { after }) };
  });
  return { kind: 'list', items, isComplete: true };
}

function listMethod(
  evaluator: Evaluator,
  list: Value & { kind: 'list' },
  name: string,
  get: Get,
  position: SourcePosition,
  frame: Frame | undefined,
): Value {
  if (/^(copy|slice|filter|reverse|sort|toSorted|flat)$/.test(name)) return list;
  if (name === 'concat') {
    const added = optionsOf(get(undefined, 0) ?? unknown('nothing'));
    const items = added.flatMap((option) => (option.kind === 'list' ? option.items : [option]));
    return joinItems([...list.items, ...items], false);
  }
  if (name === 'pop' || name === 'at' || name === 'find') return choose(list.items);
  const callback = get(undefined, 0);
  if (/^(map|flatMap)$/.test(name) && callback?.kind === 'function') {
    const parameter = evaluator.project.files.get(callback.file)?.scopes[callback.scope]?.parameters[0];
    const items = list.items.map((item, index) =>
      evaluator.returned(callback, {
        file: callback.file,
        scope: callback.scope,
        bindings: (each) => {
          const property = parameter?.properties?.find(({ local }) => local === each)?.property;
          if (property !== undefined) return entriesOf(item, property);
          return each === parameter?.name ? item : undefined;
        },
        ...(frame !== undefined && { parent: frame }),
        id: evaluator.frameId(frame, `${position.file}[${index}]${callback.scope}`),
        depth: frame?.depth ?? 0,
      }),
    );
    return { kind: 'list', items, isComplete: list.isComplete };
  }
  return unknown(`the result of the method ${name} of a list`);
}

function dictionaryMethod(dictionary: Value & { kind: 'dictionary' }, name: string, get: Get): Value {
  const { entries, isComplete } = dictionary;
  if (/^(copy|toJSON)$/.test(name)) return dictionary;
  if (name === 'values') return { kind: 'list', items: entries.map(({ value }) => value), isComplete };
  if (name === 'keys')
    return { kind: 'list', items: entries.map((entry) => keyValueOf(dictionary, entry)), isComplete };
  if (name === 'items' || name === 'entries') {
    const rows = entries.map(
      (entry): Value => ({ kind: 'list', items: [keyValueOf(dictionary, entry), entry.value], isComplete: true }),
    );
    return { kind: 'list', items: rows, isComplete };
  }
  if (/^(get|pop|setdefault)$/.test(name)) {
    const keys = stringsOf(get('key', 0) ?? unknown('no key')).map(({ value }) => value);
    const found = entries.filter(({ key }) => keys.length === 0 || keys.includes(key)).map(({ value }) => value);
    // A key that is certainly there needs no default.
    if (isComplete && found.length > 0 && keys.length === 1) return choose(found);
    const fallback = get('default', 1);
    return choose([...found, ...(fallback === undefined ? [] : [fallback])]);
  }
  return unknown(`the result of the method ${name} of a dictionary`);
}
