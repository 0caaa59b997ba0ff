import { planted } from './planted.ts';

/** The table of planted changes as a page; where the second opinion is another one, it says who is right. */
export function verdictsPage(): string {
  const rows = planted.map(({ change, verdict, redocly }) => {
    const opinion = redocly ? `${redocly.verdict}; ${redocly.right} is right: ${redocly.why}` : 'the same';
    return `| ${change} | ${verdict} | ${opinion} |`;
  });
  return `# Verdicts

What each kind of change asks of the version. The tests make every one of these changes to the contract and hold the gate,
and \`redocly diff\` as a second opinion, to this table. Written by \`npm run verdicts\` from \`test/planted.ts\`; not edited by
hand.

| Change | Verdict | Second opinion |
|---|---|---|
${rows.join('\n')}
`;
}
