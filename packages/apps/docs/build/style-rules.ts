/** Selects the rules of a style sheet that pages need. */
import { PurgeCSS } from 'purgecss';

/** Classes that scripts in the head add before the page is visible. */
const EARLY_CLASSES = ['dark', 'mac'];

/** The names that selectors can refer to. */
export interface Names {
  tags: string[];
  classes: string[];
  ids: string[];
  attributes: { names: string[]; values: string[] };
  /** Custom properties in attributes and scripts. */
  variables: string[];
  /** Words that could be any of the above. */
  undetermined: string[];
}

/** Lists the names in a page. */
export function namesIn(html: string): Names {
  const names = { tags: new Set<string>(), classes: new Set<string>(), ids: new Set<string>() };
  const attributes = { names: new Set<string>(), values: new Set<string>() };
  for (const [, tag = '', list = ''] of html.matchAll(/<([a-zA-Z][\w-]*)((?:\s+[^\s"'>/=]+(?:="[^"]*")?)*)/g)) {
    names.tags.add(tag);
    for (const [, name = '', value = ''] of list.matchAll(/([^\s"'>/=]+)(?:="([^"]*)")?/g)) {
      attributes.names.add(name);
      if (name === 'id') names.ids.add(value);
      if (name === 'class') for (const part of value.split(/\s+/)) names.classes.add(part);
      // Rules match the start of a URL or a part of a class, but never a long value.
      attributes.values.add(value.slice(0, 60));
    }
  }
  return {
    tags: [...names.tags],
    classes: [...names.classes],
    ids: [...names.ids],
    attributes: { names: [...attributes.names], values: [...attributes.values] },
    variables: [...new Set(html.match(/(?<=var\()--[\w-]+/g))],
    undetermined: [],
  };
}

/** Lists the words of a script, any of which could be a class name. */
export function wordsIn(script: string): Names {
  const attributes = { names: [], values: [] };
  return {
    tags: [],
    classes: [],
    ids: [],
    attributes,
    variables: [...new Set(script.match(/--[\w-]+/g))],
    undetermined: [...new Set(script.match(/[\w-]+/g))],
  };
}

/**
 * Returns the rules of a style sheet that match any of the names.
 *
 * @param isComplete whether the names include those that scripts add
 */
export async function selectRules(
  css: string,
  names: Names[],
  { isComplete }: { isComplete: boolean },
): Promise<string> {
  const merged = merge(names);
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: '', extension: 'html' }],
    css: [{ raw: css }],
    extractors: [{ extensions: ['html'], extractor: () => merged }],
    safelist: { standard: isComplete ? [] : EARLY_CLASSES, variables: merged.variables },
    // Content that scripts show later may use other animations.
    keyframes: !isComplete,
    variables: true,
  });
  if (!result) throw new Error("PurgeCSS didn't return a style sheet.");
  return result.css;
}

/** Merges names without duplicates. */
function merge(lists: Names[]): Names {
  const join = (select: (names: Names) => string[]) => [...new Set(lists.flatMap(select))];
  return {
    tags: join(({ tags }) => tags),
    classes: join(({ classes }) => classes),
    ids: join(({ ids }) => ids),
    attributes: {
      names: join(({ attributes }) => attributes.names),
      values: join(({ attributes }) => attributes.values),
    },
    variables: join(({ variables }) => variables),
    undetermined: join(({ undetermined }) => undetermined),
  };
}
