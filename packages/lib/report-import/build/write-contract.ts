/** Writes the part of the contract that an import needs, so that a browser doesn't load all of it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Document, findOperation, listOperations, maxBodyBytes, type Schema } from '@aispm/openapi';

/** The schemas whose limits an import keeps; those that they refer to are written as well. */
const ROOTS = [
  'ScanDocument',
  'McpPackage',
  'McpTransport',
  'ModelCard',
  'Severity',
  'StableKey',
  'Id',
  'Evidence',
  'Remediation',
];
/** Members that set no limits. */
const TEXTS = new Set(['title', 'description', 'examples', 'example']);

const file = fileURLToPath(import.meta.resolve('@aispm/spec/openapi.json'));
const contract = JSON.parse(readFileSync(file, 'utf8')) as Document;
const schemas = (contract.components?.schemas ?? {}) as Record<string, Schema>;

const reached = new Set(ROOTS);
for (const name of reached) {
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`The contract has no schema ${name}. Correct ROOTS.`);
  for (const [, target = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"/]+)"/g)) {
    reached.add(target);
  }
}
const submission = findOperation(listOperations(contract), 'submitScan');
if (submission === undefined) throw new Error('The contract has no operation submitScan.');
const part = {
  schemas: Object.fromEntries([...reached].sort().map((name) => [name, withoutTexts(schemas[name])])),
  maxBodyBytes: maxBodyBytes(contract, submission),
};

const folder = join(import.meta.dirname, '../src/generated');
mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, 'contract.ts'),
  `import type { Schema } from '@aispm/openapi';\n
/** The schemas of scan documents, and the maximum size of one in bytes. */
export const CONTRACT: { schemas: Record<string, Schema>; maxBodyBytes: number } = ${JSON.stringify(part)};\n`,
);

function withoutTexts(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutTexts(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isNames || !(TEXTS.has(key) || key.startsWith('x-')))
      .map(([key, inner]) => [key, withoutTexts(inner, key === 'properties' && !isNames)]),
  );
}
