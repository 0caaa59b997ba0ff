import type { operations } from '@aispm/types';

/** The `operationId` of an operation that the checks name. A revision of the contract may have others. */
export type OperationId = keyof operations;
