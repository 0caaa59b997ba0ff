/** A mock of the AISPM API, created from its contract. */
export { type CommandLine, readCommandLine } from './command.ts';
export { ConnectionDropped, ContractError, ListenError, SettingError, TokensError } from './core/errors.ts';
export type { Handle, MockRequest, MockResponse } from './core/exchange.ts';
export type { Middleware } from './hosts/middleware.ts';
export { createMock, type Mock, type RunningMock } from './hosts/mock.ts';
export type { InitialOverride, MockOptions } from './hosts/mock-options.ts';
export type { ListenOptions } from './hosts/server.ts';
export type {
  OperationName,
  OperationReference,
  Override,
  OverrideBody,
  OverrideFunction,
  OverrideRequest,
  OverrideResponse,
  OverrideSettings,
  OverrideStatus,
  RequestMatch,
  UncheckedResponse,
} from './operations/override-types.ts';
export type { JournalEntry } from './operations/request-log.ts';
export { loadTokens, type Tokens } from './requests/token-access.ts';
export type {
  DataList,
  DataScope,
  MockData,
  ObjectList,
  RecordReference,
  SeedFunction,
} from './sample-data/data-types.ts';
export type { EventOptions, SentEvent } from './sample-data/event-types.ts';
export type { MockSnapshot } from './state/sources/mock-snapshot.ts';
