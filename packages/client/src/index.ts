export {
  type CallOptions,
  type Client,
  type ClientOptions,
  type ClientRequest,
  createClient,
  type Fetch,
} from './client.js';
export { ApiError, ConnectionError, DecodeError, isApiError, isConnectionError, isDecodeError } from './errors.js';
export * from './generated/operations.js';
export type * from './generated/operations.schemas.js';
export type { HeaderValues } from './runtime/headers.js';
export type { BodyKind, OperationMetadata } from './runtime/metadata.js';
export type { Answer, Reply } from './runtime/reply.js';
