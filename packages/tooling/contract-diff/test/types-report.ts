/** The types that the packages generate from a contract, as an API report. */
import type { Document } from '@aispm/openapi';
import openapiTS, { astToString } from 'openapi-typescript';

/** Creates the report of the types of a contract, with the options of `packages/types`. */
export async function createTypesReport(contract: Document): Promise<string> {
  const types = await openapiTS(structuredClone(contract) as Parameters<typeof openapiTS>[0], {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
    defaultNonNullable: false,
    silent: true,
  });
  return `\`\`\`ts\n${astToString(types)}\n\`\`\``;
}
