/**
 * Adds the content of the 404 page to its HTML for browsers without JavaScript, because VitePress only renders this page in
 * the browser.
 *
 * @param base path of the site, with a trailing slash
 */
export function withNotFoundText(html: string, base: string): string {
  const text = `<noscript>
      <main style="max-width: 688px; margin: 96px auto; padding: 0 24px">
        <h1>Page not found</h1>
        <p>This page doesn't exist. Try one of these:</p>
        <ul>
          <li><a href="${base}">Start page</a></li>
          <li><a href="${base}guides/quick-start.html">Quick start</a></li>
          <li><a href="${base}reference.html">API reference</a></li>
        </ul>
      </main>
    </noscript>`;
  return html.replace('<div id="app"></div>', `$&\n    ${text}`);
}
