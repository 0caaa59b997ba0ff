/** Reads what a comparison needs of a contract. */
import { type Document, listOperations, type Operation } from '@aispm/openapi';

/** Returns the name of an operation in reports: its method in capital letters and its path, such as `GET /views`. */
export function operationName({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method.toUpperCase()} ${path}`;
}

/** Returns all operations of a contract by their names. */
export function operationsByName(contract: Document): Map<string, Operation> {
  return new Map(listOperations(contract).map((operation) => [operationName(operation), operation]));
}

/** Returns whether an operation may still change in a minor version. */
export function isBeta({ definition }: Pick<Operation, 'definition'>): boolean {
  return definition['x-stability-level'] !== 'stable';
}
