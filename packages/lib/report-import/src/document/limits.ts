/** The limits that the contract sets for scan documents, by the path of a schema. */
import { createSchemaLimits } from '@aispm/openapi';
import { CONTRACT } from '../generated/contract.ts';

export const { getSchemaAt, maxLength, maxItems, maximum, truncate } = createSchemaLimits({
  components: { schemas: CONTRACT.schemas },
});
