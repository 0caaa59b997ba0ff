/** Validates scan documents against the contract before they are output. */
import type { ScanDocument } from '@aispm/types';
import type { ValidateFunction } from 'ajv';
import { VALIDATOR } from '../core/shipped-files.ts';

/** Returns the first violation of the contract; undefined when the document is valid. */
export async function findViolation(document: ScanDocument): Promise<string | undefined> {
  const { default: validate } = (await import(VALIDATOR.href)) as { readonly default: ValidateFunction };
  if (validate(document)) return undefined;
  const [error] = (validate.errors ?? []).toSorted((a, b) => b.instancePath.length - a.instancePath.length);
  return `${error?.instancePath ?? ''} ${error?.message ?? 'is not valid'}`.trim();
}
