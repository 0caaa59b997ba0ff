/** The coverage as a self-contained page. */
import { type Coverage, type Entry, formatCount, isCovered, type Row, type Section, summarize } from './coverage.ts';

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d0d7de, #3d444d); --soft: light-dark(#f6f8fa, #151b23);
  --good: light-dark(#116329, #3fb950); --bad: light-dark(#b3141d, #ff7b72); --ink: light-dark(#1f2328, #f0f6fc);
  --paper: light-dark(#ffffff, #0d1117); --quiet: light-dark(#59636e, #9198a1); }
body { margin: 0 auto; max-width: 75rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
.wide { overflow-x: auto; } .wide:focus-visible { outline: 2px solid currentcolor; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .875rem; }
caption { text-align: left; padding-bottom: .5rem; color: var(--quiet); }
th, td { border: 1px solid var(--line); padding: .25rem .5rem; text-align: right; }
thead th { background: var(--soft); } tbody th { text-align: left; font-weight: 500; }
td.good { color: var(--good); } td.bad { color: var(--bad); font-weight: 700; } td.none { color: var(--quiet); }
details { border-bottom: 1px solid var(--line); padding: .25rem 0; } summary { cursor: pointer; }
a { color: inherit; } li.bad { color: var(--bad); } code { font-size: .875rem; }`;

/**
 * Renders the page: a table, and the tests of each operation.
 *
 * @param contract version and digest of the contract
 */
export function renderPage(coverage: Coverage, contract: { version: string; digest: string }): string {
  const { rows, statuses } = coverage;
  const head = [...statuses.map(String), 'Request bodies', 'Invalid requests'].map(
    (text) => `<th scope="col">${text}</th>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Contract coverage</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Contract coverage</h1>
${renderSummary(coverage, contract)}
<div class="wide" role="region" aria-label="Coverage by operation and status" tabindex="0">
<table>
<caption>A number counts the passed examples; – means that the status is not documented.</caption>
<thead><tr><th scope="col">Operation</th>${head.join('')}</tr></thead>
<tbody>
${rows.map((row) => renderRow(row, statuses)).join('\n')}
</tbody>
</table>
</div>
<h2>Tests</h2>
${rows.map(renderDetails).join('\n')}
</main>
</body>
</html>
`;
}

function renderSummary(coverage: Coverage, { version, digest }: { version: string; digest: string }): string {
  return `<p>Contract ${escapeMarkup(version)}, <code>${escapeMarkup(digest.slice(0, 12))}</code>: ${summarize(coverage)}</p>
<p>The generated client requested each example. The response was equal to the example, valid against the contract
without additional fields, and compiles as the generated type. Each invalid request violates the contract in one location,
and got the documented error.</p>`;
}

function renderRow({ operation, cells, requests, rejections }: Row, statuses: number[]): string {
  const byStatus = statuses.map((status) => renderSection(cells.find((cell) => cell.status === status)));
  const bodies = renderSection(requests.documented.length > 0 ? requests : undefined);
  const rejected = renderCell(
    rejections.every(({ failure }) => failure === undefined),
    String(rejections.length),
  );
  const name = `<th scope="row"><a href="#${operation}">${operation}</a></th>`;
  return `<tr>${name}${byStatus.join('')}${bodies}${rejected}</tr>`;
}

function renderSection(section: Section | undefined): string {
  return section ? renderCell(isCovered(section), formatCount(section)) : '<td class="none">–</td>';
}

function renderCell(isGood: boolean, text: string): string {
  return isGood ? `<td class="good">${text}</td>` : `<td class="bad">✗ ${text || 'empty'}</td>`;
}

function renderDetails({ operation, cells, requests, rejections }: Row): string {
  const parts: [string, Entry[]][] = [
    ...cells.map(({ status, entries }): [string, Entry[]] => [String(status), entries]),
    ['Request bodies', requests.entries],
    ['Invalid requests', rejections],
  ];
  const lists = parts
    .filter(([, entries]) => entries.length > 0)
    .map(([title, entries]) => `<h3>${title}</h3>\n<ul>${entries.map(renderEntry).join('')}</ul>`);
  return `<details id="${operation}"><summary>${operation}</summary>\n${lists.join('\n')}\n</details>`;
}

function renderEntry({ name, failure }: Entry): string {
  return failure === undefined
    ? `<li>${escapeMarkup(name)}</li>`
    : `<li class="bad">✗ ${escapeMarkup(`${name}: ${failure}`)}</li>`;
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
