import { type Contract, listContractOperations, listTagGroups } from './contract.ts';

/** A guide of the site. */
export interface Guide {
  text: string;
  link: string;
}

/** Writes the start page for machine readers in the format of llmstxt.org. */
export function llmsIndex(contract: Contract, guides: Guide[]): string {
  const operations = listContractOperations(contract);
  const sections = listTagGroups(contract).map(({ name, tags }) =>
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
    'The contract is [openapi.json](openapi.json) or [openapi.yaml](openapi.yaml), OpenAPI 3.1. Every guide and operation has its own page in Markdown, as do the [protocol responses](operations/protocol-responses.md) that any request can get. [llms-full.txt](llms-full.txt) contains all of them.',
    '## Guides',
    guides.map(({ text, link }) => `- [${text}](${link.slice(1)}.md)`).join('\n'),
    ...sections,
  ].join('\n\n')}\n`;
}

/**
 * Joins all pages for machine readers into one file.
 *
 * @param pages their Markdown by path, in reading order
 */
export function llmsFull(contract: Contract, pages: ReadonlyMap<string, string>): string {
  const contents = [...pages].map(([url, markdown]) => `<!-- ${url} -->\n\n${markdown.trim()}`);
  return `# ${contract.info.title} ${contract.info.version}: all guides and operations\n\n${contents.join('\n\n')}\n`;
}
