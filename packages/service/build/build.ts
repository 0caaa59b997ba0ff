/**
 * Writes `src/generated/`: the contract without the prose that only readers need, its routes, the example story that the demo tenant is
 * seeded with, the types of the tables, and which parameters have a default.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import { generate, PostgresDialect } from 'kysely-codegen';
import { readMigrations } from '../src/database/migrations.ts';
import { compact, type Document, defaultedParameters, scanDocumentsOf, storyOf } from './contract.ts';
import { routesOf } from './routes.ts';

const out = join(import.meta.dirname, '../src/generated');
const contract = JSON.parse(readFileSync(new URL(import.meta.resolve('@aispm/spec/openapi.json')), 'utf8')) as Document;

mkdirSync(out, { recursive: true });
const compacted = compact(contract);
writeFileSync(join(out, 'contract.json'), JSON.stringify(compacted));
writeFileSync(join(out, 'routes.json'), JSON.stringify(await routesOf(compacted)));
writeFileSync(
  join(out, 'story.json'),
  JSON.stringify({ ...storyOf(contract), scanDocuments: scanDocumentsOf(contract) }),
);
writeFileSync(join(out, 'defaults.ts'), defaultedParameters(contract));

const pglite = new PGlite();
for (const { sql } of readMigrations()) await pglite.exec(sql);
await generate({
  db: new Kysely({ dialect: new PGliteDialect({ pglite }) }),
  dialect: new PostgresDialect(),
  outFile: join(out, 'tables.ts'),
  // How `src/database` reads and writes these types.
  typeMapping: { int8: 'number', timestamptz: 'string', bytea: 'Uint8Array' },
  includePattern: '*',
});
await pglite.close();
