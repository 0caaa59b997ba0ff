/** Holds servers of the AISPM API to its contract. */
export { loadContract } from '@aispm/mock/validation';
export { CHECKS, type Check } from './checks/catalogue.js';
export { type Endpoint, type Json, type Parameter, readEndpoints, type Schema } from './endpoint.js';
export { OptionError, UnreachableError } from './errors.js';
export { type InvalidInput, invalidInputs, type RequestParts } from './invalid.js';
export { type ConformanceOptions, type KnownDifference, LIMITS, type Progress } from './options.js';
export { junitReport, textReport } from './report.js';
export { faultsOf } from './request.js';
export type { Outcome, Violation } from './results.js';
export { examine, type Report, type Result } from './run.js';
