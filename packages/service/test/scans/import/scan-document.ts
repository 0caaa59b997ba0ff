import contract from '@aispm/spec/openapi.json' with { type: 'json' };
import type { ScanDocument } from '@aispm/types';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(contract, 'contract');
const validate = ajv.compile({ $ref: 'contract#/components/schemas/ScanDocument' });

/** Holds a document to the contract's schema, and to what the schema cannot say: keys are unique and lead somewhere. */
export function expectToBeValid(document: ScanDocument): void {
  validate(document);
  expect(validate.errors ?? []).toEqual([]);
  const keys = [...document.objects, ...document.locations].map((part) => part.key);
  expect(new Set(keys).size).toBe(keys.length);
  const named = [
    ...document.edges.flatMap((edge) => [edge.from_key, edge.to_key]),
    ...document.occurrences.flatMap((found) => [found.object_key, found.location_key ?? found.object_key]),
  ];
  for (const key of named) expect(keys).toContain(key);
  const pairs = document.occurrences.map((found) => `${found.rule_id} ${found.fingerprint}`);
  expect(new Set(pairs).size).toBe(pairs.length);
}
