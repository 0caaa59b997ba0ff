/** Holds servers of the AISPM API to its contract. */
export { loadContract } from '@aispm/mock/validation';
export { type Endpoint, type Json, type Parameter, readEndpoints, type Schema } from './endpoint.js';
export { type InvalidInput, invalidInputs, type RequestParts } from './invalid.js';
export { faultsOf } from './request.js';
