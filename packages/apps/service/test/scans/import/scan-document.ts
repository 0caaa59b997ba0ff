import { findUnsupportedValues } from '@aispm/openapi';
import contract from '@aispm/spec/strict.json' with { type: 'json' };
import type { ScanDocument } from '@aispm/types';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { findViolations } from '../../../src/domains/scans/documents/validate-document.ts';
import { ImportError } from '../../../src/domains/scans/index.ts';
import { runAtOnce } from './run-at-once.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(contract, 'contract');
const validate = ajv.compile({ $ref: 'contract#/components/schemas/ScanDocument' });

/** Expects a document that the service accepts: it matches the schema of the contract, and doesn't contradict itself. */
export function expectValidDocument(document: ScanDocument): void {
  validate(document);
  expect(validate.errors ?? []).toEqual([]);
  const known = { hasAsset: true, ruleSources: new Map(), interactions: new Set<string>() };
  expect(runAtOnce(findViolations(document, known))).toBeUndefined();
  expect(findUnsupportedValues(document, 'body')).toEqual({});
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
