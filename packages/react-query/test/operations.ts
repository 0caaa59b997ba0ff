import * as api from '@aispm/client';
import { type Document, listExamples, listOperations } from '@aispm/openapi';
import contract from '@aispm/spec/openapi.json' with { type: 'json' };
import type { Operation } from '../src/index.ts';

/** An operation of the client with the parameters of its examples in the contract. */
export interface Example {
  id: string;
  operation: Operation<Record<string, unknown>, unknown>;
  params: Record<string, unknown>;
}

const document = contract as unknown as Document;

/** Every operation of the contract, with the first example of each required parameter. */
export const examples: Example[] = listOperations(document).map(({ operationId, parameters }) => ({
  id: operationId,
  operation: (api as unknown as Record<string, Example['operation']>)[operationId] as Example['operation'],
  params: Object.fromEntries(
    parameters
      .filter(({ required, name }) => required || /^(tenant|workspace)_id$/.test(name))
      .map((parameter) => [parameter.name, listExamples(document, parameter)[0]?.value]),
  ),
}));

/** Returns the examples of the operations that read, or that change something. */
export const reading: Example[] = examples.filter(({ operation }) => operation.metadata.method === 'GET');
export const changing: Example[] = examples.filter(({ operation }) => operation.metadata.method !== 'GET');
