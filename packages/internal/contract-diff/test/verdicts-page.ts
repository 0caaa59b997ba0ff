import { injectedChanges } from './injected-changes.ts';

/** Creates VERDICTS.md: the table of injected changes, and which opinion is right where the second one differs. */
export function createVerdictsPage(): string {
  const rows = injectedChanges.map(({ title, verdict, redocly }) => {
    const opinion = redocly ? `${redocly.verdict}; ${redocly.right} is right: ${redocly.why}` : 'the same';
    return `| ${title} | ${verdict} | ${opinion} |`;
  });
  return `# Verdicts

The step of the version that each kind of change requires. The tests make every one of these changes in the contract, and
compare the verdict of the gate, and that of \`redocly diff\` as a second opinion, with this table. \`npm run verdicts\` generates
this page from \`test/injected-changes.ts\`; do not edit it.

| Change | Verdict | Second opinion |
|---|---|---|
${rows.join('\n')}
`;
}
