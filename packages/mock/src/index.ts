/** A mock of the AISPM API, created from its contract. */
export { type CommandLine, readCommandLine } from './command.ts';
export type { DataList, DataScope, MockData, ObjectList, RecordReference, SeedFunction } from './data/data-types.ts';
export { ConnectionDropped, ContractError, ListenError, SettingError, TokensError } from './errors.ts';
export type { Handle, MockRequest, MockResponse } from './exchange.ts';
export type { JournalEntry } from './journal.ts';
export type { Middleware } from './middleware.ts';
export { createMock, type Mock, type RunningMock } from './mock.ts';
export type { MockOptions } from './mock-options.ts';
export type { MockSnapshot } from './mock-snapshot.ts';
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
} from './override-types.ts';
export type { ListenOptions } from './server.ts';
export { loadTokens, type Tokens } from './token-access.ts';
