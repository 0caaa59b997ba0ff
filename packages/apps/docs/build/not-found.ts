/**
 * Adds the text of the page for unknown addresses to its HTML, for browsers without JavaScript: VitePress renders this page only
 * in the browser.
 *
 * @param base path of the site, which ends in a slash
 */
export function withNotFoundText(html: string, base: string): string {
  const text = `<noscript>
      <main style="max-width: 688px; margin: 96px auto; padding: 0 24px">
        <h1>Page not found</h1>
        <p>There is no page at this address. Begin at one of these pages:</p>
        <ul>
          <li><a href="${base}">Start page</a></li>
          <li><a href="${base}guides/quick-start.html">Quick start</a></li>
          <li><a href="${base}reference.html">API reference</a></li>
        </ul>
      </main>
    </noscript>`;
  return html.replace('<div id="app"></div>', `$&\n    ${text}`);
}
