/** The limits of the contract, by the path of a schema. */
import { createSchemaLimits } from '@aispm/openapi';
import { document } from './contract.ts';

export const { getSchemaAt, maxLength, maxItems, truncate } = createSchemaLimits(document);
