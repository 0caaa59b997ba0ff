/**
 * Provides parts of the contract as virtual modules: the filters, sort keys and columns of each list, and the values of
 * enumerations with their descriptions. Screens don't repeat any of it.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Document } from '@aispm/openapi';
import type { Plugin } from 'vite';
import { LISTS } from '../src/shared/contract/lists.ts';
import { readList, readValues } from './contract-data.ts';

const CONTRACT = fileURLToPath(import.meta.resolve('@aispm/spec/openapi.json'));
const VALUES = 'virtual:contract/values';
const LOADERS = 'virtual:contract/lists';
/** Each list is a separate module, loaded with the first screen that shows it. */
const LIST = 'virtual:contract/list/';

/** Creates the Vite plugin that serves the `virtual:contract/` modules. */
export function contractPlugin(): Plugin {
  return {
    name: 'aispm-contract',
    resolveId: (id) => (id.startsWith('virtual:contract/') ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith('\0virtual:contract/')) return;
      this.addWatchFile(CONTRACT);
      return moduleCode(id.slice(1), JSON.parse(readFileSync(CONTRACT, 'utf8')) as Document);
    },
  };
}

function moduleCode(id: string, contract: Document): string {
  if (id === VALUES) return `export default ${JSON.stringify(readValues(contract))};`;
  if (id.startsWith(LIST)) return `export default ${JSON.stringify(readList(contract, id.slice(LIST.length)))};`;
  if (id !== LOADERS) throw new Error(`No module ${id}. Import ${VALUES} or ${LOADERS}.`);
  const loaders = LISTS.map((operationId) => `${operationId}: () => import('${LIST}${operationId}')`);
  return `export default { ${loaders.join(', ')} };`;
}
