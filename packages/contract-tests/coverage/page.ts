/** The books as a page that needs nothing but itself. */
import { type Entry, isProven, type Ledger, type Row, textOf } from './ledger.ts';

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
 * The page: the table, and below it for each operation what was called and what was refused.
 *
 * @param contract version and digest of the contract
 */
export function coveragePage(ledger: Ledger, contract: { version: string; digest: string }): string {
  const { rows, statuses } = ledger;
  const cells = rows.flatMap((row) => row.cells);
  const examples = cells.reduce((sum, { entries }) => sum + entries.length, 0);
  const refusals = rows.reduce((sum, row) => sum + row.refusals.length, 0);
  const proven = cells.filter(isProven).length;
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
<p>Contract ${escapeMarkup(contract.version)}, <code>${escapeMarkup(contract.digest.slice(0, 12))}</code>:
${proven} of ${cells.length} documented answers of ${rows.length} operations are proven, by ${examples} examples and
${refusals} invalid requests.</p>
<p>Each example was asked for through the generated client. What came was equal to the example, valid against the
contract with nothing that it does not name, and compiles as the generated type. Each invalid request breaks the contract in
one place, and got the documented error.</p>
<div class="wide" role="region" aria-label="Coverage by operation and status" tabindex="0">
<table>
<caption>A number counts what is proven; – is not documented.</caption>
<thead><tr><th scope="col">Operation</th>${head.join('')}</tr></thead>
<tbody>
${rows.map((row) => tableRow(row, statuses)).join('\n')}
</tbody>
</table>
</div>
<h2>What was called</h2>
${rows.map(detailsOf).join('\n')}
</main>
</body>
</html>
`;
}

function tableRow(row: Row, statuses: number[]): string {
  const byStatus = statuses.map((status) => {
    const cell = row.cells.find((one) => one.status === status);
    return cell ? tableCell(isProven(cell), textOf(cell)) : '<td class="none">–</td>';
  });
  const { requests, refusals } = row;
  const bodies =
    requests.documented.length > 0 ? tableCell(isProven(requests), textOf(requests)) : '<td class="none">–</td>';
  const refused = tableCell(
    refusals.every(({ fault }) => fault === undefined),
    String(refusals.length),
  );
  const name = `<th scope="row"><a href="#${row.operation}">${row.operation}</a></th>`;
  return `<tr>${name}${byStatus.join('')}${bodies}${refused}</tr>`;
}

function tableCell(isGood: boolean, text: string): string {
  return isGood ? `<td class="good">${text}</td>` : `<td class="bad">✗ ${text || 'empty'}</td>`;
}

function detailsOf({ operation, cells, requests, refusals }: Row): string {
  const parts: [string, Entry[]][] = [
    ...cells.map(({ status, entries }): [string, Entry[]] => [String(status), entries]),
    ['Request bodies', requests.entries],
    ['Invalid requests', refusals],
  ];
  const lists = parts
    .filter(([, entries]) => entries.length > 0)
    .map(([title, entries]) => `<h3>${title}</h3>\n<ul>${entries.map(item).join('')}</ul>`);
  return `<details id="${operation}"><summary>${operation}</summary>\n${lists.join('\n')}\n</details>`;
}

function item({ name, fault }: Entry): string {
  return fault === undefined
    ? `<li>${escapeMarkup(name)}</li>`
    : `<li class="bad">✗ ${escapeMarkup(`${name}: ${fault}`)}</li>`;
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
