import contract from '@aispm/spec/strict.json' with { type: 'json' };
import type { ScanDocument } from '@aispm/types';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { ImportError } from '../../../src/domains/scans/index.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(contract, 'contract');
const validate = ajv.compile({ $ref: 'contract#/components/schemas/ScanDocument' });

/** Expects a document to match the schema of the contract, to have unique keys and no unknown references. */
export function expectValidDocument(document: ScanDocument): void {
  validate(document);
  expect(validate.errors ?? []).toEqual([]);
  const keys = [...document.objects, ...document.locations].map((part) => part.key);
  expect(new Set(keys).size).toBe(keys.length);
  const references = [
    ...document.edges.flatMap((edge) => [edge.from_key, edge.to_key]),
    ...document.occurrences.flatMap(({ object_key, location_key }) => [object_key, location_key ?? object_key]),
  ];
  for (const key of references) expect(keys).toContain(key);
  const signatures = document.occurrences.map(({ rule_id, fingerprint }) => `${rule_id} ${fingerprint}`);
  expect(new Set(signatures).size).toBe(signatures.length);
}

/** Returns the error of an import that must fail. */
export function catchImportError(convert: () => unknown): ImportError {
  try {
    convert();
  } catch (error) {
    expect(error).toBeInstanceOf(ImportError);
    return error as ImportError;
  }
  throw new Error('The import did not fail.');
}
