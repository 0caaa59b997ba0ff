/** A mock of the AISPM API, made from its contract. */
export { ContractError, ListenError } from './errors.js';
export type { Handle } from './handle.js';
export { createMock, type Mock, type MockOptions, type RunningMock } from './mock.js';
export type { MockRequest } from './request.js';
export type { MockResponse } from './response.js';
export type { ListenOptions } from './server.js';
