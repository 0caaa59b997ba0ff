/** Examines whether servers of the AISPM API conform to its contract. */
export { CHECKS, type Check } from './checks/catalogue.ts';
export { type Contract, type ContractResponse, type ContractViolation, loadContract } from './contract/contract.ts';
export type {
  DeclaredResponse,
  Json,
  Operation,
  Parameter,
  ParameterLocation,
  RequestBody,
  Schema,
} from './contract/operation.ts';
export type { RequestParts } from './contract/request-parts.ts';
export { ContractError, OptionError, UnreachableError } from './core/errors.ts';
export { type ConformanceOptions, type KnownDifference, LIMITS, type Limit, type Progress } from './core/options.ts';
export type { InvalidRequest } from './invalid/invalid-request.ts';
export { listInvalidRequests } from './invalid/invalid-requests.ts';
export { junitReport } from './report/junit.ts';
export { textReport } from './report/text.ts';
export { examine, type Report, type Result } from './run/examine.ts';
export {
  identifyViolation,
  type Outcome,
  type StaleDifference,
  type Violation,
  type ViolationDetails,
} from './session/results.ts';
export type { WireResponse } from './session/transport.ts';
export { checkResponse } from './session/validate-response.ts';
