/** Matches a module that VitePress loads from the head of a page: a file, its announcement, or a script in the HTML. */
const MODULE = /\s*<(?:link rel="modulepreload"[^>]*>|script type="module"[^>]*>[^<]*<\/script>)/g;

/** Moves the modules of a page to its end. From its head they would be loaded beside its text, and delay it. */
export function moveModulesToEnd(html: string): string {
  const modules = html.match(MODULE) ?? [];
  return html.replace(MODULE, '').replace(/\s*<\/body>/, () => `${modules.join('')}\n  </body>`);
}
