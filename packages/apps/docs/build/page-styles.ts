/**
 * Splits the site's style sheet, so that a page renders as soon as its HTML has arrived. Each page contains the rules that it
 * needs, and loads all rules at its end, for content that scripts show later.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn, selectRules, wordsIn } from './style-rules.ts';

/** Matches the link to the site's style sheet, with its path from the base of the site. */
const STYLE = /<link rel="preload stylesheet" href="([^"]*?)(assets\/style\.[\w-]+\.css)" as="style">\s*/;

/** VitePress's style sheet for custom icons, and the link to it. */
const ICONS = 'vp-icons.css';
const ICONS_LINK = /<link rel="preload stylesheet" href="[^"]*vp-icons\.css" as="style">\s*/;

/** Pages of the same kind share their rules, so that building hundreds of pages stays fast. */
const KINDS: [pages: RegExp, kind: string][] = [
  [/^reference\b/, 'a page of the reference'],
  [/^guides\//, 'a guide'],
];

/**
 * Rewrites the style sheet and the pages of a built site.
 *
 * @param folder folder of the site
 * @throws {Error} if the site has no style sheet, or has custom icons
 */
export async function divideStyles(folder: string): Promise<void> {
  const pages = new Map(
    globSync('**/*.html', { cwd: folder })
      .toSorted()
      .map((name): [string, string] => [name, readFileSync(join(folder, name), 'utf8')])
      .filter(([, html]) => STYLE.test(html)),
  );
  const [file] = globSync('assets/style.*.css', { cwd: folder });
  if (!file || pages.size === 0) throw new Error(`${folder} has no style sheet. Check how VitePress writes it.`);
  if (statSync(join(folder, ICONS)).size > 0) throw new Error(`${ICONS} is not empty. Load it with the style sheet.`);
  rmSync(join(folder, ICONS));

  const names = new Map([...pages].map(([name, html]) => [name, namesIn(html)]));
  const scripts = globSync('assets/**/*.js', { cwd: folder }).map((name) =>
    wordsIn(readFileSync(join(folder, name), 'utf8')),
  );
  const css = compactVariables(readFileSync(join(folder, file), 'utf8'));
  const all = await selectRules(css, [...names.values(), ...scripts], { isComplete: true });
  const digest = createHash('sha256').update(all).digest('hex').slice(0, 8);
  const target = `assets/style.${digest}.css`;
  rmSync(join(folder, file));
  writeFileSync(join(folder, target), all);

  for (const kind of new Set([...pages.keys()].map(kindOf))) {
    const similar = [...pages].filter(([name]) => kindOf(name) === kind);
    const rules = await selectRules(
      all,
      similar.flatMap(([name]) => names.get(name) ?? []),
      { isComplete: false },
    );
    for (const [name, html] of similar) {
      const base = STYLE.exec(html)?.[1] ?? '/';
      const divided = html
        .replace(ICONS_LINK, '')
        .replace(
          STYLE,
          () => `<style>${rules}</style>
    `,
        )
        .replace(/<\/body>/, () => `<link rel="stylesheet" href="${base}${target}">\n  </body>`);
      writeFileSync(join(folder, name), divided);
    }
  }
}

/** Minifies the values of custom properties. Minifiers don't, because scripts could read them, but none here does. */
function compactVariables(css: string): string {
  return css.replaceAll(/(?<=[{;])(--[\w-]+):([^;{}"']+)/g, (_, name: string, value: string) => {
    const compact = value.trim().replaceAll(/,\s+/g, ',');
    return `${name}:${compact}`;
  });
}

/** Returns the kind of a page, or its name if it's the only one of its kind. */
function kindOf(name: string): string {
  return KINDS.find(([pages]) => pages.test(name))?.[1] ?? name;
}
