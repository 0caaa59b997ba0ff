import { furtherChanges } from './further-changes.ts';
import { type InjectedChange, injectedChanges } from './injected-changes.ts';
import { misjudgedChanges } from './misjudged-changes.ts';
import { rareChanges } from './rare-changes.ts';

/** Creates VERDICTS.md: the tables of changes, and which opinion is right where the second one differs. */
export function createVerdictsPage(): string {
  const rows = injectedChanges.map((change) => {
    const { title, verdict, redocly } = change;
    const opinion = redocly ? `${redocly.verdict}; ${redocly.right} is right: ${redocly.why}` : 'the same';
    return `| ${title} | ${verdict} | ${formatTypes(change)} | ${opinion} |`;
  });
  return `# Verdicts

Which version step each type of change requires. The tests make every one of these changes in the contract, and compare
the gate's verdict with the tables: on the wire, and with the TypeScript types that are generated from the contract. The
first table also has the verdict of \`redocly diff\` on the wire as a second opinion. A type of change that
[classify.ts](src/changes/classify.ts) doesn't list is major. Changes that only concern beta operations, on the wire or
in their types, are never more than minor. \`npm run verdicts\` generates this page from \`test/*-changes.ts\`; don't
edit it.

| Change | On the wire | In TypeScript | Second opinion |
|---|---|---|---|
${rows.join('\n')}

## Changes that an earlier version of the comparison misjudged

${createTable(misjudgedChanges)}

## Changes that were chosen, with their verdicts, without knowledge of the rules

${createTable(furtherChanges)}

## Changes of rarely used parts of OpenAPI and JSON Schema

${createTable(rareChanges)}
`;
}

function createTable(changes: InjectedChange[]): string {
  const rows = changes.map((change) => `| ${change.title} | ${change.verdict} | ${formatTypes(change)} |`);
  return `| Change | On the wire | In TypeScript |\n|---|---|---|\n${rows.join('\n')}`;
}

/** The verdict on the types, where it's more severe than that on the wire. */
function formatTypes({ types }: InjectedChange): string {
  return types ?? '';
}
