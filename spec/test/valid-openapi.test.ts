import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { contract } from './contract.ts';

it('the bundle is a valid OpenAPI 3.1 document for an independent validator', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate({ ...structuredClone(contract) });
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(validator.version).toBe('3.1');
});
