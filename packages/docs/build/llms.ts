import { type Contract, operationsOf, systemsOf } from './contract.ts';

/** A guide of the site. */
export interface Guide {
  text: string;
  link: string;
}

/** The start page for machine readers, in the form of llmstxt.org: what there is, and where. */
export function llmsIndex(contract: Contract, guides: Guide[]): string {
  const operations = operationsOf(contract);
  const systems = systemsOf(contract).map(({ name, tags }) =>
    [
      `## ${name}`,
      operations
        .filter(({ tag }) => tags.includes(tag))
        .map(
          ({ operationId, summary, method, path, stability }) =>
            `- [${operationId}](operations/${operationId}.md): ${summary}. \`${method.toUpperCase()} ${path}\`, ${stability}`,
        )
        .join('\n'),
    ].join('\n\n'),
  );
  return `${[
    `# ${contract.info.title} ${contract.info.version}`,
    `> ${contract.info.summary}`,
    'The contract is [openapi.json](openapi.json) or [openapi.yaml](openapi.yaml), OpenAPI 3.1. Every operation also has a page of its own, in Markdown.',
    '## Guides',
    guides.map(({ text, link }) => `- [${text}](${link.slice(1)}.html)`).join('\n'),
    ...systems,
  ].join('\n\n')}\n`;
}
