/**
 * Keeps the modules of the pages of the reference out of the list of modules that every page of the site loads: with them
 * it is 8 KB larger, compressed. They are needed on their own page only, because the browser loads these pages anew.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Matches the list in the file that VitePress writes with `metaChunk`; its value is JSON in a JavaScript text. */
const LIST = /(?<=window\.__VP_HASH_MAP__=JSON\.parse\()"(?:[^"\\]|\\.)*"/;

/** Matches the name of the module that a page preloads, with its digest. */
const MODULE = /\/(reference_[\w-]+\.md)\.([\w-]+)\.lean\.js"/;

/** Adds the module of a page of the reference to the list, on this page. Other pages remain as they are. */
export function addOwnModule(html: string): string {
  const [, name, digest] = MODULE.exec(html) ?? [];
  if (!name) return html;
  const script = `<script type="module">__VP_HASH_MAP__['${name.toLowerCase()}']='${digest}'</script>`;
  // Modules run in their order: after the file with the list, and before the application.
  return html.replace(/<script type="module" src="[^"]*\/app\.[^"]*">/, (app) => `${script}\n    ${app}`);
}

/**
 * Removes the modules of the pages of the reference from the list of a built site.
 *
 * @throws {Error} when the site has no such list
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
