export { type Client, createClient } from './client.ts';
export { download, type TextOperation } from './download.ts';
export {
  ApiError,
  ConnectionError,
  DecodeError,
  isApiError,
  isConnectionError,
  isDecodeError,
  isTimeoutError,
  TimeoutError,
} from './errors.ts';
export {
  type CancelledRun,
  type CompletedRun,
  type EndedRun,
  type FailedRun,
  runToEnd,
  waitForRun,
} from './evaluation-run.ts';
export type * from './generated/operations.schemas.ts';
export * from './generated/operations.ts';
export type { Attempt, Hooks, ScheduledRetry } from './hooks.ts';
export type { CallOptions, ClientOptions, Fetch, FetchOptions, RetryOptions, SharedOptions, Token } from './options.ts';
export { type PagedList, type PagedOperation, type PageItem, type PaginateOptions, paginate } from './paginate.ts';
export type { HeaderValues } from './request/headers.ts';
export type { BodyKind, OperationMetadata, PagingStyle } from './request/metadata.ts';
export type { OperationRequest } from './request/operation-request.ts';
export type { ApiResponse, RawResponse } from './request/response.ts';
export type { Send } from './request/send.ts';
export { type EndedScan, type ScanWaitOptions, waitForScan } from './scan.ts';
export { type Row, type Table, type TableBody, tableRows } from './table.ts';
export { createTokenSource, type TokenSourceOptions } from './token-source.ts';
export { type EndedExport, type ExportWaitOptions, waitForExport } from './view-export.ts';
export { hasEnded, type WaitOptions } from './wait.ts';
export { type Workspace, type WorkspaceClient, type WorkspaceOptional, withWorkspace } from './workspace.ts';
