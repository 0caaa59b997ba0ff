import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { contractFiles, listContractOperations, readContract } from './contract.ts';
import { coveragePage } from './coverage-page.ts';
import { protocolSection } from './error-tables.ts';
import { operationPage, PROTOCOL_PAGE } from './operation-page.ts';
import { schemaFiles } from './reference/schema-files.ts';
import { readReleases, releaseContractFile, releaseContractPath } from './releases.ts';
import { listTryItOperations } from './try-it.ts';

/** Names of the files that pages load, with a digest of their content. */
export interface Assets {
  /** The operations of the "Try it" page. */
  tryItOperations: string;
}

/** Creates the files of the site that aren't pages, by path, and the names of the files that pages load. */
export function createSiteFiles(): { files: Record<string, string>; assets: Assets } {
  const contract = readContract();
  const operations = JSON.stringify(listTryItOperations(contract));
  const assets = {
    tryItOperations: hashedName('try-it.json', operations),
  };
  const files: Record<string, string> = {
    'coverage.html': coveragePage(contract),
    [assets.tryItOperations]: operations,
    [`operations/${PROTOCOL_PAGE}`]: `# Protocol responses\n\n${protocolSection(contract)}\n`,
  };
  for (const [name, path] of Object.entries(contractFiles)) files[name] = readFileSync(path, 'utf8');
  for (const { version } of readReleases()) {
    const yaml = readFileSync(releaseContractFile(version), 'utf8');
    files[releaseContractPath(version)] = yaml;
    files[releaseContractPath(version).replace('.yaml', '.json')] = JSON.stringify(parse(yaml));
  }
  for (const operation of listContractOperations(contract)) {
    files[`operations/${operation.operationId}.md`] = operationPage(contract, operation);
  }
  for (const [name, text] of Object.entries(schemaFiles())) files[name] = text;
  return { files, assets };
}

/** Returns a file name that changes with the content: `try-it.json` becomes `try-it.0123456789ab.json`. */
function hashedName(name: string, content: string): string {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return name.replace(/\.[^.]+$/, (extension) => `.${digest}${extension}`);
}
