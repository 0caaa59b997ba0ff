/** Finds the catalogue entry of a symbol. */
import type { Entry, Framework, SymbolIndex } from '../frameworks/framework.ts';

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
        const name = lastName(path);
        byName.set(name, [...(byName.get(name) ?? []), { module, path, entry: { framework, component } }]);
      }
    }
  }
  const findOne = (symbol: string): Entry | undefined => {
    const [module, path] = splitSymbol(symbol);
    return byName
      .get(lastName(path))
      ?.filter((pattern) => matches(pattern, module, path))
      .sort((a, b) => b.module.length - a.module.length)[0]?.entry;
  };
  return {
    find: (symbols) => symbols.map(findOne).find((entry) => entry !== undefined),
    hasName: (name) => byName.has(name),
  };
}

/** Splits `module:path`. The colon of `node:fs` belongs to the module. */
function splitSymbol(symbol: string): readonly [string, string] {
  const colon = symbol.lastIndexOf(':');
  return [symbol.slice(0, colon), symbol.slice(colon + 1)];
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** `agents:Agent` matches `agents:Agent`, `agents.agent:Agent`, and `agents:agent.Agent`, which is the same through the module. */
function matches(pattern: Pattern, module: string, path: string): boolean {
  if (path !== pattern.path && !path.endsWith(`.${pattern.path}`)) return false;
  const before = path.slice(0, path.length - pattern.path.length).replace(/\.$/, '');
  // What precedes the path can only be modules, not classes.
  if (before.split('.').some((part) => /^[A-Z]/.test(part))) return false;
  const whole = before === '' ? module : `${module}.${before}`;
  return whole === pattern.module || whole.startsWith(`${pattern.module}.`) || whole.startsWith(`${pattern.module}/`);
}
