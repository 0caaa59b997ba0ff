/**
 * Removes the modules of reference pages from the module list that every page loads, which makes it 8 KB smaller after
 * compression. Each page only needs its own module, because the browser navigates to these pages with a full load.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Matches the list in the file that VitePress writes with `metaChunk`: JSON in a JavaScript string. */
const LIST = /(?<=window\.__VP_HASH_MAP__=JSON\.parse\()"(?:[^"\\]|\\.)*"/;

/** Matches the name and digest of the module that a page preloads. */
const MODULE = /\/(reference_[\w-]+\.md)\.([\w-]+)\.lean\.js"/;

/** Adds the module of a reference page to the list on this page. Doesn't change other pages. */
export function addOwnModule(html: string): string {
  const [, name, digest] = MODULE.exec(html) ?? [];
  if (!name) return html;
  const script = `<script type="module">__VP_HASH_MAP__['${name.toLowerCase()}']='${digest}'</script>`;
  // Modules run in order, so this one runs after the list and before the application.
  return html.replace(/<script type="module" src="[^"]*\/app\.[^"]*">/, (app) => `${script}\n    ${app}`);
}

/**
 * Removes the modules of reference pages from the list of a built site.
 *
 * @throws {Error} if the site doesn't have the list
 */
export function removeOtherModules(folder: string): void {
  const [file] = globSync('assets/chunks/metadata.*.js', { cwd: folder });
  const text = file && readFileSync(join(folder, file), 'utf8');
  if (!text || !LIST.test(text))
    throw new Error(`${folder} has no list of modules. Check whether VitePress still writes it.`);
  const shorten = (list: string) => {
    const modules = Object.entries(JSON.parse(JSON.parse(list)) as Record<string, string>);
    const kept = modules.filter(([name]) => !name.startsWith('reference_'));
    return JSON.stringify(JSON.stringify(Object.fromEntries(kept)));
  };
  writeFileSync(join(folder, file), text.replace(LIST, shorten));
}
