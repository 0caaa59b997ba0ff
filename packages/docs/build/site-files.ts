import { readFileSync } from 'node:fs';
import { contractFiles, operationsOf, readContract } from './contract.ts';
import { type Guide, llmsIndex } from './llms.ts';
import { operationPage } from './operation-page.ts';
import { hashedName, prepareReference, redocScript } from './redoc.ts';
import { tryItOperations } from './try-it.ts';

/** What the pages load by name: each name carries a digest of the content. */
export interface Assets {
  /** Redoc itself. */
  redocScript: string;
  /** What Redoc shows. */
  reference: string;
  /** The operations that the page "Try it" offers. */
  tryItOperations: string;
}

/** The files of the site that are not pages, by their path in it, and the names of those that pages load. */
export async function siteFiles(guides: Guide[]): Promise<{ files: Record<string, string>; assets: Assets }> {
  const contract = readContract();
  const script = redocScript();
  const reference = JSON.stringify(await prepareReference());
  const operations = JSON.stringify(tryItOperations(contract));
  const assets = {
    redocScript: hashedName('redoc.js', script),
    reference: hashedName('reference.json', reference),
    tryItOperations: hashedName('try-it.json', operations),
  };
  const files: Record<string, string> = {
    [assets.redocScript]: script,
    [assets.reference]: reference,
    [assets.tryItOperations]: operations,
    'llms.txt': llmsIndex(contract, guides),
  };
  for (const [name, path] of Object.entries(contractFiles)) files[name] = readFileSync(path, 'utf8');
  for (const operation of operationsOf(contract))
    files[`operations/${operation.operationId}.md`] = operationPage(contract, operation);
  return { files, assets };
}
