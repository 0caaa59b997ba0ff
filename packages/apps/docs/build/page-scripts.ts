/** Matches the modules in the head of a page: files, preload links and inline scripts. */
const MODULE = /\s*<(?:link rel="modulepreload"[^>]*>|script type="module"[^>]*>[^<]*<\/script>)/g;

/** Moves the modules of a page to its end. In its head, they would compete with the content for bandwidth. */
export function moveModulesToEnd(html: string): string {
  const modules = html.match(MODULE) ?? [];
  return html.replace(MODULE, '').replace(/\s*<\/body>/, () => `${modules.join('')}\n  </body>`);
}
