/** Settings of Spring and Quarkus: `application.properties` and `application.yml`. */
import { parseConfiguration } from '../trees/parse.ts';
import type { ConfigurationNode } from '../trees/tree.ts';

/** Files with settings of Spring and Quarkus; the first group is the folder with `src`, empty for the root of the repository. */
export const SETTINGS_FILE =
  /^(.*?)\/?(?:src\/main\/resources|src\/main\/resources\/config)\/application\.(?:properties|ya?ml)$/;

/** A setting with its position in the text, in UTF-16 units. */
export interface Setting {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Reads settings by their keys, joined by dots. Items of lists have the keys `key[0]`, `key[1]` and so on. */
export function readJavaSettings(path: string, text: string): ReadonlyMap<string, Setting> {
  return path.endsWith('.properties') ? propertiesOf(text) : flatten(parseConfiguration(path, text).root, '');
}

/** Reads `key=value`, `key: value` and `key value`. Source: the documentation of `java.util.Properties`. */
function propertiesOf(text: string): Map<string, Setting> {
  const settings = new Map<string, Setting>();
  for (const match of text.matchAll(/^[ \t]*([\w.[\]-]+)[ \t]*[=:](.*)$/gm)) {
    const [line, key = '', value = ''] = match;
    settings.set(key, { value: defaultOf(value), start: match.index, end: match.index + line.trimEnd().length });
  }
  return settings;
}

/** How deep defaults may be in each other. */
const MAX_DEFAULTS = 5;

/** The default of `${NAME:default}`, which may have defaults itself; empty when there is none. */
function defaultOf(value: string): string {
  let result = value;
  for (let depth = 0; depth < MAX_DEFAULTS; depth += 1) {
    result = result.replaceAll(/\$\{[^:{}]*(?::([^{}]*))?\}/g, '$1');
  }
  return result.trim();
}

/** The scalars of a tree by their keys. */
function flatten(node: ConfigurationNode | undefined, path: string): Map<string, Setting> {
  const start = node?.kind === 'scalar' ? node.start : 0;
  return new Map(settingsIn(node, path, start));
}

function settingsIn(node: ConfigurationNode | undefined, path: string, start: number): readonly [string, Setting][] {
  switch (node?.kind) {
    case 'map':
      return node.entries.flatMap((entry) =>
        settingsIn(entry.value, path === '' ? entry.key : `${path}.${entry.key}`, entry.start),
      );
    case 'list':
      return node.items.flatMap((item, index) => settingsIn(item, `${path}[${index}]`, item.start));
    case 'scalar':
      return [[path, { value: defaultOf(String(node.value ?? '')), start, end: node.end }]];
    default:
      return [];
  }
}
