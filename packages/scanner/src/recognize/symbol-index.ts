/** Finds the catalogue entry of a symbol. */
import type { LanguageId } from '../facts/facts.ts';
import type { Entry, Framework, SymbolIndex } from './shared/framework.ts';

interface Pattern {
  readonly module: string;
  readonly path: string;
  readonly entry: Entry;
}

/** Indexes frameworks. */
export function createSymbolIndex(frameworks: readonly Framework[]): SymbolIndex {
  const byName = new Map<string, Pattern[]>();
  for (const framework of frameworks) {
    for (const component of framework.components) {
      for (const symbol of component.symbols) {
        const [module = '', path = ''] = splitSymbol(symbol);
        const name = lastName(path).includes('*') ? '*' : lastName(path);
        byName.set(name, [...(byName.get(name) ?? []), { module, path, entry: { framework, component } }]);
      }
    }
  }
  const search = (symbol: string, language: LanguageId | undefined): Pattern | undefined => {
    const [module, whole] = splitSymbol(symbol);
    const path = withoutBuilders(whole);
    const candidates = [...(byName.get(lastName(path)) ?? []), ...(byName.get('*') ?? [])];
    return candidates
      .filter(({ entry }) => language === undefined || entry.framework.language === language)
      .filter((pattern) => matches(pattern, module, path))
      .sort((a, b) => rankOf(b) - rankOf(a))[0];
  };
  const namesByRole = new Map<string, string[]>();
  for (const [name, patterns] of byName) {
    for (const role of new Set(patterns.map(({ entry }) => entry.component.role)))
      namesByRole.set(role, [...(namesByRole.get(role) ?? []), name]);
  }
  const known = new Map<string, Pattern | undefined>();
  const findOne = (symbol: string, language: LanguageId | undefined) => {
    const key = `${language} ${symbol}`;
    if (!known.has(key)) known.set(key, search(symbol, language));
    return known.get(key);
  };
  return {
    find: (symbols, language) => {
      const found = symbols.map((symbol) => findOne(symbol, language)).filter((pattern) => pattern !== undefined);
      // Of several symbols that a name may be, one of a known type comes before a method of any object.
      return (found.find(({ path }) => !path.startsWith('*.')) ?? found[0])?.entry;
    },
    hasName: (name) => byName.has(name),
    namesOfRole: (role) => namesByRole.get(role) ?? [],
  };
}

/** An exact name comes before a pattern, and a longer module before a shorter one. */
function rankOf({ module, path }: Pattern): number {
  return module.length + (path.includes('*') ? 0 : 1_000) - (module === '*' ? 1_000 : 0);
}

/** Splits `module:path`. The colon of `node:fs` belongs to the module. */
function splitSymbol(symbol: string): readonly [string, string] {
  const colon = symbol.lastIndexOf(':');
  return [symbol.slice(0, colon), symbol.slice(colon + 1)];
}

/** Leaves out methods that return the object itself: `Graph.add_node.add.compile` is `Graph.compile`. */
function withoutBuilders(path: string): string {
  return path.replaceAll(
    /\.(?:add(?:_[a-z_]+|[A-Z]\w*)?|set_[a-z_]+|set[A-Z]\w*|with(?:_(?:config|retry|fallbacks|types|alisteners)|Config|Retry|Fallbacks))(?=\.)/g,
    '',
  );
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** `agents:Agent` matches `agents:Agent`, `agents.agent:Agent`, and `agents:agent.Agent`, which is the same through the module. */
function matches(pattern: Pattern, module: string, path: string): boolean {
  if (pattern.path.startsWith('*.')) return path.endsWith(pattern.path.slice(1)) && path.length >= pattern.path.length;
  if (pattern.path.includes('*')) return matchesWildcard(pattern, module, path);
  if (path !== pattern.path && !path.endsWith(`.${pattern.path}`)) return false;
  const before = path.slice(0, path.length - pattern.path.length).replace(/\.$/, '');
  // What precedes the path can only be modules, not classes.
  if (before.split('.').some((part) => /^[A-Z]/.test(part))) return false;
  return isInModule(before === '' ? module : `${module}.${before}`, pattern.module);
}

/** `*` stands for any class of a module. */
function matchesWildcard(pattern: Pattern, module: string, path: string): boolean {
  const [before = '', after = ''] = pattern.path.split('*');
  const own = path.replace(/^(?:[a-z_]\w*\.)+(?=[A-Z])/, '');
  if (!/^[A-Z]\w*$/.test(own.slice(before.length, own.length - after.length))) return false;
  const namespace = path.slice(0, path.length - own.length).replace(/\.$/, '');
  const isNamed = own.startsWith(before) && own.endsWith(after);
  return isNamed && isInModule(namespace === '' ? module : `${module}.${namespace}`, pattern.module);
}

function isInModule(module: string, expected: string): boolean {
  return module === expected || module.startsWith(`${expected}.`) || module.startsWith(`${expected}/`);
}
