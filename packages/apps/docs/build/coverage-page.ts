import { listExamples, type MediaType, type Response } from '@aispm/openapi';
import { type Contract, listContractOperations, type Operation } from './contract.ts';
import { escapeHtml } from './reference/markdown.ts';

const STYLE = `
      :root { color-scheme: light dark; --ink: light-dark(#3c3c43, #dfdfd6); --paper: light-dark(#fff, #1b1b1f);
        --link: light-dark(#3451b2, #a8b1ff); --line: light-dark(#e2e2e3, #2e2e32); --soft: light-dark(#f6f6f7, #202127); }
      body { max-width: 1152px; margin: 0 auto; padding: 32px 24px; background: var(--paper); color: var(--ink);
        font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
      h1 { font-size: 32px; line-height: 1.25; }
      p { max-width: 688px; }
      a { color: var(--link); }
      code { overflow-wrap: anywhere; font-size: 0.875em; }
      .wide { overflow-x: auto; }
      table { border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; }
      caption { padding-bottom: 8px; text-align: left; }
      th, td { padding: 4px 10px; border: 1px solid var(--line); text-align: right; }
      td a { display: block; padding: 2px 6px; }
      thead th { background: var(--soft); }
      th:first-child { text-align: left; }
      tbody th { font-weight: 500; }`;

/**
 * Writes the page about the coverage of the contract, with the responses that it documents.
 * `npm run docs:publish -w @aispm/scripts` replaces it with a page that also has the test results.
 */
export function coveragePage(contract: Contract): string {
  const operations = listContractOperations(contract);
  const statuses = [...new Set(operations.flatMap(({ responses }) => Object.keys(responses)))].toSorted();
  const total = operations.reduce((sum, { responses }) => sum + Object.keys(responses).length, 0);
  const head = statuses.map((status) => `<th scope="col">${status}</th>`).join('');
  const rows = operations.map((operation) => writeRow(contract, operation, statuses));
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Contract coverage | ${escapeHtml(contract.info.title)}</title>
    <meta name="description" content="The responses that the contract documents, and that its tests request.">
    <link rel="icon" type="image/svg+xml" href="icon.svg">
    <style>${STYLE}
    </style>
  </head>
  <body>
    <main>
      <p><a href="index.html">Start page</a> · <a href="reference.html">API reference</a></p>
      <h1>Contract coverage</h1>
      <p>The contract documents ${total} responses of ${operations.length} operations, each with examples. The contract tests request all of them
        through the client, over HTTP, and compare the responses.</p>
      <p>This copy of the site was built without running the tests, so the table has no results. <code>npm run docs:publish -w @aispm/scripts</code> runs
        them, and writes a site with their results, like the published one, to <code>reports/site</code>.</p>
      <div class="wide" role="region" aria-label="Documented responses by operation and status" tabindex="0">
      <table>
        <caption>The number of examples of each documented response.</caption>
        <thead><tr><th scope="col">Operation</th>${head}</tr></thead>
        <tbody>
${rows.join('\n')}
        </tbody>
      </table>
      </div>
    </main>
  </body>
</html>
`;
}

function writeRow(contract: Contract, { operationId, responses }: Operation, statuses: string[]): string {
  const page = `reference/${operationId}.html`;
  const cells = statuses.map((status) => {
    const response = responses[status];
    if (!response) return '<td></td>';
    const count = countExamples(contract, response);
    const label = `${count} of ${operationId} ${status}`;
    return `<td><a href="${page}#${operationId}-${status}" aria-label="${label}">${count}</a></td>`;
  });
  return `<tr><th scope="row"><a href="${page}">${operationId}</a></th>${cells.join('')}</tr>`;
}

/** Counts the named examples of a response; a response without a body is its own example. */
function countExamples(contract: Contract, { content = {} }: Response): number {
  const bodies: MediaType[] = Object.values(content);
  return bodies.length === 0 ? 1 : bodies.reduce((sum, body) => sum + listExamples(contract, body).length, 0);
}
