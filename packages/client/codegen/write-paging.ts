/** A step of the build: writes the page size that every list accepts as a source file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Document, listOperations, resolve, type Schema } from '@aispm/openapi';

const contract = fileURLToPath(import.meta.resolve('@aispm/spec/openapi.json'));
const document: Document = JSON.parse(readFileSync(contract, 'utf8'));
const maxima = listOperations(document).flatMap(({ operationId, parameters }) =>
  parameters
    .filter(({ name }) => name === 'page_size')
    .map(({ schema = {} }) => {
      const { maximum } = resolve<Schema>(document, schema);
      if (maximum === undefined) throw new Error(`${operationId}: page_size needs a maximum, which the client sends`);
      return maximum;
    }),
);
if (maxima.length === 0)
  throw new Error('No operation has a parameter page_size, which the client needs for its pages');

writeFileSync(
  join(import.meta.dirname, '../src/generated/paging.ts'),
  `// Generated from the contract. Do not edit.
/** The largest \`page_size\` that every list accepts. */
export const maxPageSize: number = ${Math.min(...maxima)};
`,
);
