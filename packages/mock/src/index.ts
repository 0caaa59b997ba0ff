/** A mock of the AISPM API, made from its contract. */
export { ContractError, ListenError, SettingError, TokensError } from './errors.js';
export type { Handle } from './handle.js';
export type { Middleware } from './middleware.js';
export { createMock, type Mock, type RunningMock } from './mock.js';
export type { MockRequest } from './request.js';
export type { MockResponse } from './response.js';
export type { ListenOptions } from './server.js';
export type { MockOptions } from './settings.js';
export { loadTokens, type Tokens } from './tokens.js';
