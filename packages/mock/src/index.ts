/** A mock of the AISPM API, made from its contract. */
export { ConnectionDropped, ContractError, ListenError, SettingError, TokensError } from './errors.js';
export type { Handle, MockRequest, MockResponse } from './exchange.js';
export type { Middleware } from './middleware.js';
export { createMock, type Mock, type RunningMock } from './mock.js';
export type { MockOptions } from './options.js';
export type { ListenOptions } from './server.js';
export { loadTokens, type Tokens } from './tokens.js';
