import { readFileSync } from 'node:fs';
import { contractFiles, listContractOperations, readContract } from './contract.ts';
import { protocolSection } from './error-tables.ts';
import { operationPage, PROTOCOL_PAGE } from './operation-page.ts';
import { bundleRedoc, hashedName, prepareReference } from './redoc.ts';
import { listTryItOperations } from './try-it.ts';

/** The names of the files that pages load. Each name contains a digest of the content. */
export interface Assets {
  /** Redoc itself. */
  redocScript: string;
  /** What Redoc shows. */
  reference: string;
  /** The operations that the page "Try it" offers. */
  tryItOperations: string;
}

/** Creates the files of the site that are not pages, by their path in it, and the names of those that pages load. */
export async function createSiteFiles(): Promise<{ files: Record<string, string>; assets: Assets }> {
  const contract = readContract();
  const script = bundleRedoc();
  const reference = JSON.stringify(await prepareReference());
  const operations = JSON.stringify(listTryItOperations(contract));
  const assets = {
    redocScript: hashedName('redoc.js', script),
    reference: hashedName('reference.json', reference),
    tryItOperations: hashedName('try-it.json', operations),
  };
  const files: Record<string, string> = {
    [assets.redocScript]: script,
    [assets.reference]: reference,
    [assets.tryItOperations]: operations,
    [`operations/${PROTOCOL_PAGE}`]: `# Protocol responses\n\n${protocolSection(contract)}\n`,
  };
  for (const [name, path] of Object.entries(contractFiles)) files[name] = readFileSync(path, 'utf8');
  for (const operation of listContractOperations(contract)) {
    files[`operations/${operation.operationId}.md`] = operationPage(contract, operation);
  }
  return { files, assets };
}
