/** Validates scan documents against the contract before they leave. */
import { readFile } from 'node:fs/promises';
import type { ScanDocument } from '@aispm/types';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { SCHEMAS } from '../shipped-files.ts';

let validator: Promise<ValidateFunction> | undefined;

async function createValidator(): Promise<ValidateFunction> {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);
  return ajv.compile(JSON.parse(await readFile(SCHEMAS, 'utf8')));
}

/** Returns the first violation of the contract as text; undefined when the document is valid. */
export async function findViolation(document: ScanDocument): Promise<string | undefined> {
  validator ??= createValidator();
  const validate = await validator;
  if (validate(document)) return undefined;
  const [error] = (validate.errors ?? []).toSorted((a, b) => b.instancePath.length - a.instancePath.length);
  return `${error?.instancePath ?? ''} ${error?.message ?? 'is not valid'}`.trim();
}
