/** Files with data that code loads at run time: which ones a source names, and what they contain. */
import { posix } from 'node:path';
import type { FileFacts } from '../facts/facts.ts';
import type { PathSet } from '../facts/module-resolver.ts';
import { visitStrings } from '../facts/visit.ts';
import type { Evaluator } from './evaluator.ts';
import { choose, type InstanceValue, optionsOf, type StringValue, stringsOf, type Value } from './values.ts';

/** No more files with data that one source names are read. */
const MAX_FILES = 20;
/** No more folders are looked into. */
const MAX_FOLDERS = 200;
const DATA = /^[\w./ -]{1,190}\.(?:json|ya?ml|toml)$/i;
const FOLDER = /^[\w./-]{1,100}$/;
/** Files with settings of other programs. */
const FOREIGN = /(?:^|\/)(?:package(?:-lock)?|tsconfig|pyproject|poetry|cargo|docker-compose|openapi)\.\w+$/i;

/** Lists the files with data that a source names, also where it joins their paths of several strings. */
export function namedDataFiles(facts: FileFacts, paths: PathSet): readonly string[] {
  if (facts.language !== 'python' && facts.language !== 'typescript') return [];
  const names = new Set<string>();
  const parts = new Set<string>();
  visitStrings(facts, ({ value }) => {
    if (DATA.test(value)) {
      if (!FOREIGN.test(value)) names.add(value);
    } else if (FOLDER.test(value)) parts.add(value);
  });
  if (names.size === 0) return [];
  const folders = new Set(ancestorsOf(facts.path));
  // A set grows while it is visited, so parts of parts are found as well.
  for (const folder of folders) {
    for (const part of parts) {
      const inner = posix.join(folder, part);
      if (folders.size < MAX_FOLDERS && inner !== folder && paths.hasFolder(inner)) folders.add(inner);
    }
  }
  const found = [...names].flatMap((name) => [...folders].map((folder) => posix.join(folder, name)));
  return [...new Set(found)].filter(paths.hasFile).slice(0, MAX_FILES);
}

/** The folders around a file, nearest first; the empty text is the root. */
function ancestorsOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('/')), ''];
}

/** Functions of frameworks that load data from a path. */
const FRAMEWORK_LOADERS = /^autogen[\w.]*:config_list_from_json$/;

/** Functions that read data: from a file that was opened, from its text, or from a path. */
const LOADERS =
  /^(?:json|yaml|ruamel\.yaml|tomllib|tomli|toml|orjson|ujson|json5|commentjson|omegaconf):(?:OmegaConf\.)?(?:safe_load|full_load|loads?)$/;

/** Functions of JavaScript that parse what another function read, or read it themselves. */
const SCRIPT_LOADERS = /^(?:builtins:JSON\.parse|fs-extra:(?:default\.)?(?:readJson|readJSON)(?:Sync)?)$/;
/** How many calls a path is followed through. */
const MAX_CALLS = 5;

/** Returns what a call of a library loads from a file of the repository; undefined when it is another call, or the file is unknown. */
export function loadedData(evaluator: Evaluator, symbol: string, source: Value | undefined): Value | undefined {
  const isScript = SCRIPT_LOADERS.test(symbol);
  if (source === undefined || !(isScript || LOADERS.test(symbol) || FRAMEWORK_LOADERS.test(symbol))) return undefined;
  const paths = optionsOf(source).flatMap((option) => {
    if (option.kind !== 'instance') return stringsOf(option);
    return isScript ? pathsRead(evaluator, option) : pathsOf(evaluator, option);
  });
  const values = paths.flatMap((path) => dataOf(evaluator, path) ?? []);
  return values.length === 0 ? undefined : choose(values);
}

/** Returns the content of the file with data that a path means; undefined when the repository has no such file. */
export function dataOf(evaluator: Evaluator, { value, file }: StringValue): Value | undefined {
  if (!DATA.test(value)) return undefined;
  const { paths } = evaluator.project;
  const found = ancestorsOf(file)
    .map((folder) => posix.join(folder, value))
    .find(paths.hasFile);
  return found === undefined ? undefined : evaluator.exported(found, 'default');
}

/** The paths of a file that a call opened: `open(path)`, `path.open()`, `path.read_text()`, and `file.read()` of these. */
function pathsOf(evaluator: Evaluator, instance: InstanceValue): readonly StringValue[] {
  const { call, position, frame, receiver, symbols } = instance;
  if (receiver !== undefined) return symbols[0]?.endsWith('.read') ? pathsOf(evaluator, receiver) : [];
  if (symbols[0] !== OPENED || call === undefined || position === undefined) return [];
  const path =
    call.callee.kind === 'member' && !/^(?:io|codecs|aiofiles)$/.test(nameOf(call.callee.object))
      ? evaluator.evaluate(call.callee.object, position, frame)
      : evaluator.argument(instance, 'file', 0);
  return path === undefined ? [] : stringsOf(path);
}

/** The paths among the arguments of calls that read a file: `readFileSync(join('config', 'desk.json'), 'utf8')`. */
function pathsRead(
  evaluator: Evaluator,
  { call, position, frame, receiver }: InstanceValue,
  depth = 0,
): readonly StringValue[] {
  if (depth > MAX_CALLS) return [];
  const passed = (position === undefined ? [] : (call?.arguments ?? [])).flatMap(({ value }) =>
    position === undefined ? [] : optionsOf(evaluator.evaluate(value, position, frame)),
  );
  const strings = passed.flatMap((each) => stringsOf(each).slice(0, 1));
  // What follows the name of a file is an encoding, and no part of its path.
  const end = strings.findIndex(({ value }) => DATA.test(value));
  const last = strings[end];
  const parts = strings.slice(0, end + 1).map(({ value }) => value);
  if (last !== undefined) return [{ ...last, value: posix.join(...parts) }];
  const inner = passed.flatMap((each) => (each.kind === 'instance' ? pathsRead(evaluator, each, depth + 1) : []));
  return inner.length > 0 || receiver === undefined ? inner : pathsRead(evaluator, receiver, depth + 1);
}

function nameOf(expression: { readonly kind: string; readonly name?: string }): string {
  return expression.kind === 'name' ? (expression.name ?? '') : '';
}

/** What stands for a file that was opened, and for its content. */
export const OPENED = 'builtins:open';
