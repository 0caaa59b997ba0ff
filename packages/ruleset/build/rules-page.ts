import type { Rule } from '../src/rule.ts';

/** The page of rules as Markdown: each rule with its reason, its remedy and its fixtures, in the order of their ids. */
export function rulesPage(rules: readonly Pick<Rule, 'id' | 'why' | 'fix'>[]): string {
  const sections = rules.map(({ id, why, fix }) =>
    [
      `## ${id}`,
      `${why}`,
      `**To mend it:** ${fix}`,
      `[Good](fixtures/${id}/good.yaml) · [bad](fixtures/${id}/bad.yaml) · [rule](src/rules/${id}.ts)`,
    ].join('\n\n'),
  );
  return `<!-- Written by \`npm run docs\` from the files in src/rules. -->

# The rules of the contract

The build of the contract checks its bundle with these ${rules.length} rules, and any finding stops it. All of them are errors.

A node of the contract may be excepted from a rule, with a reason, right where it stands. The exception holds for the
node and for everything below it, and it has to go as soon as the rule finds nothing there any more:

\`\`\`yaml
x-lint-exceptions:
  <rule>: <why this node is different, in a sentence>
\`\`\`

${sections.join('\n\n')}
`;
}
