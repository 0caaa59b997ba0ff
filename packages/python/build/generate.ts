/** Generates the types and methods of the Python client from the contract. Doesn't need Python. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Document } from '@aispm/openapi';
import { parse } from 'yaml';
import { writeOperations } from './write-operations.ts';
import { writeTypes } from './write-types.ts';

const contract = fileURLToPath(import.meta.resolve('@aispm/spec/openapi.compat.yaml'));
const document: Document = parse(readFileSync(contract, 'utf8'), { maxAliasCount: 0 });
const folder = join(import.meta.dirname, '../src/aispm/generated');
const header = (text: string) => `"""${text} Generated from the contract. Do not edit."""\n\n`;

mkdirSync(folder, { recursive: true });
const files = {
  '__init__.py': header('Types and methods of the API.').trimEnd(),
  'types.py': header("Types of the contract's schemas.") + writeTypes(document),
  'operations.py': header("Methods of the contract's operations.") + writeOperations(document),
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), `${text.trimEnd()}\n`);
