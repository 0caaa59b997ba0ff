/** The page with the compatibility of generators. */
import type { Generator, Step } from './generators.ts';

/** The results of a generator. */
export interface Row {
  generator: Generator;
  version: string;
  /** The step that failed. */
  failed: Step | undefined;
}

const STEPS: Step[] = ['generates', 'compiles', 'works'];

/** Returns the page, Markdown. */
export function formatTable(rows: Row[]): string {
  const cells = rows.map(({ generator, version, failed }) => {
    const results = STEPS.map((step) => {
      if (step !== 'generates' && !generator.program) return '';
      if (failed === undefined || STEPS.indexOf(step) < STEPS.indexOf(failed)) return 'yes';
      return step === failed ? 'no' : '';
    });
    return `| ${[generator.name, version, ...results].join(' | ')} |`;
  });
  const faults = rows.flatMap(({ generator: { name, fault } }) => {
    if (!fault) return [];
    const document = JSON.stringify(fault.reproduction.document, null, 2);
    return [
      `### ${name}`,
      fault.cause.replaceAll(/(.{1,120})(?: |$)/g, '$1\n').trimEnd(),
      `A minimal contract with the same failure:\n\n\`\`\`json\n${document}\n\`\`\``,
    ];
  });
  return `${[
    '# Code generators',
    `How code generators handle the published contract, \`@aispm/spec/openapi.json\`. A test writes this table: it generates
each client, compiles a program that calls \`listRules\` and \`createAgentEvaluation\` under \`strict\`, and runs it against
the mock. The last tool only validates.`,
    ['| Generator | Version | Generates | Compiles | Works |', '|---|---|---|---|---|', ...cells].join('\n'),
    ...(faults.length > 0 ? ['## Faults of the tools', ...faults] : []),
  ].join('\n\n')}\n`;
}
