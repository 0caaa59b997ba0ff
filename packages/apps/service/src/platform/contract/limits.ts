/** The limits that the contract sets, by the path of a schema. */
import { createSchemaLimits } from '@aispm/openapi';
import { document } from './contract.ts';

export const { getSchemaAt, maxLength, maxItems, truncate } = createSchemaLimits(document);
