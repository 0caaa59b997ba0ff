/** A step of the build: writes the types of the events of webhooks, and their kinds, as a source file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Document, jsonSchema, type RequestBody, resolve } from '@aispm/openapi';

const contract = fileURLToPath(import.meta.resolve('@aispm/spec/strict.json'));
const document: Document = JSON.parse(readFileSync(contract, 'utf8'));
const events = Object.entries(
  (document.webhooks ?? {}) as Record<string, { post?: { requestBody?: RequestBody } }>,
).map(([kind, declared]) => {
  const { post } = resolve(document, declared);
  const { $ref } = jsonSchema(post?.requestBody) ?? {};
  if ($ref === undefined) throw new Error(`The payload of the webhook ${kind} is not a schema with a name`);
  return { kind, type: $ref.slice($ref.lastIndexOf('/') + 1) };
});
if (events.length === 0) throw new Error('The contract has no webhooks, whose events the client verifies');

const types = events.map(({ type }) => type).sort();
writeFileSync(
  join(import.meta.dirname, '../src/generated/events.ts'),
  `// Generated from the contract. Do not edit.
import type {
${types.map((type) => `  ${type},\n`).join('')}} from './operations.schemas.ts';

/** An event of a kind that this version of the contract knows, as it's sent. */
export type KnownEvent =
${types.map((type) => `  | ${type}`).join('\n')};

/** The kinds of {@link KnownEvent}. */
export const eventKinds: readonly string[] = [
${events.map(({ kind }) => `  '${kind}',\n`).join('')}];
`,
);
