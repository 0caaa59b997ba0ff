/**
 * Writes `src/generated/`: the contract without what only readers need, its routes, the sample data for the demo, the types of
 * the tables, the query parameters with a default, and the web console.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Document } from '@aispm/openapi';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import { generate, PostgresDialect } from 'kysely-codegen';
import { readSqlMigrations } from '../src/platform/database/sql-migrations.ts';
import { compact, defaultedParameters, extractSampleData, extractScanDocuments } from './contract.ts';
import { createRoutes } from './routes.ts';

const out = join(import.meta.dirname, '../src/generated');
const contract = JSON.parse(readFileSync(new URL(import.meta.resolve('@aispm/spec/strict.json')), 'utf8')) as Document;

mkdirSync(out, { recursive: true });
const compacted = compact(contract);
writeFileSync(join(out, 'contract.json'), JSON.stringify(compacted));
writeFileSync(join(out, 'routes.json'), JSON.stringify(await createRoutes(compacted)));
writeFileSync(
  join(out, 'sample-data.json'),
  JSON.stringify({ ...extractSampleData(contract), scanDocuments: extractScanDocuments(contract) }),
);
writeFileSync(join(out, 'defaults.ts'), defaultedParameters(contract));
const site = new URL('dist', import.meta.resolve('@aispm/console/package.json'));
cpSync(fileURLToPath(site), join(out, 'console'), { recursive: true });

// Migrations written in code don't change tables, so the SQL ones suffice.
const pglite = new PGlite();
for (const { sql } of readSqlMigrations()) await pglite.exec(sql);
await generate({
  db: new Kysely({ dialect: new PGliteDialect({ pglite }) }),
  dialect: new PostgresDialect(),
  outFile: join(out, 'tables.ts'),
  // Must match how `src/platform/database` reads and writes these types.
  typeMapping: { int8: 'number', timestamptz: 'string', bytea: 'Uint8Array' },
  includePattern: '*',
});
await pglite.close();
