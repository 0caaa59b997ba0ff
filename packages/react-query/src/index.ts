export { type InfiniteQueryOptions, infiniteQueryOptions, type PageParam } from './infinite.ts';
export { changeItems } from './items.ts';
export { type Operation, type QueryKey, queryKey } from './key.ts';
export { invalidateAfter, type MutationOptions, mutationOptions } from './mutation.ts';
export type { PolledQuery, RefetchInterval } from './poll.ts';
export {
  type QueryCallOptions,
  type QueryOptions,
  queryOptions,
  type SkippableQueryOptions,
  skippableQueryOptions,
} from './query.ts';
export type { QueryKind } from './resource.ts';
