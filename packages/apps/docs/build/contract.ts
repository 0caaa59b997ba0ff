/** The bundled contract, as the site uses it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Document, listOperations, type Operation as OpenApiOperation, type Schema } from '@aispm/openapi';

/** An operation with the properties that the rules of the contract require. */
export interface Operation extends OpenApiOperation {
  summary: string;
  description: string;
  tag: string;
  /** `stable` or `beta`. */
  stability: string;
}

/** A group of tags in the menu of the reference. */
export interface TagGroup {
  name: string;
  tags: string[];
}

/** A bundled contract. */
export interface Contract extends Omit<Document, 'components' | 'info'> {
  info: Document['info'] & { summary: string };
  components: Omit<NonNullable<Document['components']>, 'schemas'> & { schemas: Record<string, Schema> };
  'x-tagGroups': TagGroup[];
}

/** The files of the bundle, by their file name on the site. */
export const contractFiles = {
  'openapi.yaml': fileURLToPath(import.meta.resolve('@aispm/spec/openapi.yaml')),
  'openapi.json': fileURLToPath(import.meta.resolve('@aispm/spec/openapi.json')),
  'openapi.compat.yaml': fileURLToPath(import.meta.resolve('@aispm/spec/openapi.compat.yaml')),
  'openapi.compat-3.0.yaml': fileURLToPath(import.meta.resolve('@aispm/spec/openapi.compat-3.0.yaml')),
};

/**
 * Reads the bundle in its strict form, in which requests and responses share schemas. Each call returns a new object that
 * the caller can change.
 */
export function readContract(): Contract {
  return JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('@aispm/spec/strict.json')), 'utf8'));
}

/** Cached operations of each contract. Every page of the reference needs them, and resolving them takes milliseconds. */
const operationLists = new WeakMap<Contract, readonly Operation[]>();

/** Lists all operations in the contract's order. */
export function listContractOperations(contract: Contract): readonly Operation[] {
  const known = operationLists.get(contract);
  if (known) return known;
  const operations = listOperations(contract).map((operation) => ({
    ...operation,
    summary: operation.definition.summary ?? '',
    description: operation.definition.description ?? '',
    tag: operation.definition.tags?.[0] ?? '',
    stability: String(operation.definition['x-stability-level']),
  }));
  operationLists.set(contract, operations);
  return operations;
}

/** Lists the tag groups in the order of the menu, without tags that have no operations, which are guides. */
export function listTagGroups(contract: Contract): TagGroup[] {
  const used = new Set(listContractOperations(contract).map(({ tag }) => tag));
  return contract['x-tagGroups']
    .map(({ name, tags }) => ({ name, tags: tags.filter((tag) => used.has(tag)) }))
    .filter(({ tags }) => tags.length > 0);
}

/**
 * Returns an operation of the contract.
 *
 * @throws {Error} if the contract doesn't have the operation
 */
export function getContractOperation(contract: Contract, operationId: string): Operation {
  const operation = listContractOperations(contract).find((candidate) => candidate.operationId === operationId);
  if (!operation) throw new Error(`The contract has no operation "${operationId}". Use one of spec/resources.`);
  return operation;
}
