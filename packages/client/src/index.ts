export { type Client, createClient } from './call/client.ts';
export { type DownloadOptions, download, type TextOperation } from './call/download.ts';
export {
  ApiError,
  ConnectionError,
  DecodeError,
  isApiError,
  isConnectionError,
  isDecodeError,
  isTimeoutError,
  TimeoutError,
} from './call/errors.ts';
export type { HeaderValues } from './call/headers.ts';
export type { Attempt, Hooks, ScheduledRetry } from './call/hooks.ts';
export type { BodyKind, OperationMetadata, PagingStyle } from './call/metadata.ts';
export type { OperationRequest } from './call/operation-request.ts';
export type {
  CallOptions,
  ClientOptions,
  Fetch,
  FetchOptions,
  RetryOptions,
  SharedOptions,
  Token,
} from './call/options.ts';
export type { ApiResponse, RawResponse } from './call/response.ts';
export type { Send } from './call/send.ts';
export { createTokenSource, type TokenSourceOptions } from './call/token-source.ts';
export {
  type ParamsOf,
  type Workspace,
  type WorkspaceClient,
  type WorkspaceOptional,
  withWorkspace,
} from './call/workspace.ts';
export type * from './generated/operations.schemas.ts';
export * from './generated/operations.ts';
export {
  type CancelledRun,
  type CompletedRun,
  type EndedRun,
  type FailedRun,
  runToEnd,
  waitForRun,
} from './jobs/evaluation-run.ts';
export { type EndedScan, type ScanWaitOptions, waitForScan } from './jobs/scan.ts';
export { type EndedExport, type ExportWaitOptions, waitForExport } from './jobs/view-export.ts';
export { hasEnded, type WaitOptions } from './jobs/wait.ts';
export {
  type PagedList,
  type PagedOperation,
  type PageItem,
  type PaginateOptions,
  paginate,
} from './lists/paginate.ts';
export { type Row, type Table, type TableBody, tableRows } from './lists/table.ts';
