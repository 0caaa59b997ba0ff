import { findReferences } from '@aispm/openapi';
import { type Contract, listContractOperations } from '../contract.ts';
import { referencedSchema } from './types.ts';

/** The references to a schema. */
export interface SchemaUse {
  /** Operations whose parameters, request body or successful responses refer to it directly, by `operationId`. */
  operations: string[];
  /** Other schemas that refer to it directly, by name. */
  schemas: string[];
}

/** Finds the references to each schema of a contract, by schema name. */
export function findSchemaUses(contract: Contract): Map<string, SchemaUse> {
  const { schemas } = contract.components;
  const uses = new Map(
    Object.keys(schemas).map((name): [string, SchemaUse] => [name, { operations: [], schemas: [] }]),
  );
  for (const [name, schema] of Object.entries(schemas)) {
    for (const used of namesIn(schema)) if (used !== name) uses.get(used)?.schemas.push(name);
  }
  for (const { operationId, parameters, requestBody, responses } of listContractOperations(contract)) {
    const successes = Object.entries(responses).flatMap(([status, response]) =>
      status.startsWith('2') ? [response.content] : [],
    );
    for (const used of namesIn([parameters, requestBody, successes])) uses.get(used)?.operations.push(operationId);
  }
  return uses;
}

/** Returns the names of the schemas that a part of a contract refers to. */
function namesIn(part: unknown): Set<string> {
  return new Set(
    findReferences(part as object).flatMap(({ reference }) => referencedSchema({ $ref: reference }) ?? []),
  );
}
