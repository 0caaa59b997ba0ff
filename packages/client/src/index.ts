export { type CallOptions, type Client, type ClientOptions, createClient, type SharedOptions } from './client.js';
export {
  ApiError,
  ConnectionError,
  DecodeError,
  isApiError,
  isConnectionError,
  isDecodeError,
  isTimeoutError,
  TimeoutError,
} from './errors.js';
export {
  type CancelledRun,
  type CompletedRun,
  type EndedRun,
  type FailedRun,
  runToEnd,
  type WaitOptions,
  waitForRun,
} from './evaluation-run.js';
export * from './generated/operations.js';
export type * from './generated/operations.schemas.js';
export type { Attempt, Hooks, RetryReason } from './hooks.js';
export { type ItemOf, type PagedOperation, type Pages, type PaginateOptions, paginate } from './paginate.js';
export type { HeaderValues } from './runtime/headers.js';
export type { BodyKind, OperationMetadata, PagingStyle } from './runtime/metadata.js';
export type { Answer, Reply } from './runtime/reply.js';
export type { RetryOptions } from './runtime/retry.js';
export type { Encode, EncodedRequest, Fetch, KeySeries, Send, Token } from './runtime/send.js';
export { type Row, type Table, type TableBody, tableRows } from './table.js';
