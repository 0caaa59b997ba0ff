import type { operations } from '@aispm/types';

/** The `operationId` of an operation that checks refer to. A revision of the contract may have others. */
export type OperationId = keyof operations;
