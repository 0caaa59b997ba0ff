import type { Document } from '@aispm/openapi';
import { Contract, type InjectedChange } from './injected-changes.ts';
import { createSlice } from './slice.ts';

/** Two contracts to compare. */
export type Pair = [base: Document, revision: Document];

/** Makes a change in a copy of the slice. */
export function createPair({ prepare, inject }: InjectedChange): Pair {
  const [base, revision] = [createSlice(), createSlice()];
  for (const document of [base, revision]) prepare?.(new Contract(document));
  inject(new Contract(revision));
  return [base, revision];
}
