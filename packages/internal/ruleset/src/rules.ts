import type { Rule } from './rule.ts';
import arraysBounded from './rules/arrays-bounded.ts';
import asyncReturns202 from './rules/async-returns-202.ts';
import componentNamesPascalCase from './rules/component-names-pascal-case.ts';
import componentNamesUnique from './rules/component-names-unique.ts';
import contentHasExamples from './rules/content-has-examples.ts';
import createBodyMatchesRecord from './rules/create-body-matches-record.ts';
import createReturns201 from './rules/create-returns-201.ts';
import deleteReturns204 from './rules/delete-returns-204.ts';
import enumValuesDescribed from './rules/enum-values-described.ts';
import errorBody from './rules/error-body.ts';
import errorDescriptionReason from './rules/error-description-reason.ts';
import errorExamplesHaveReason from './rules/error-examples-have-reason.ts';
import exampleNamesSnakeCase from './rules/example-names-snake-case.ts';
import exceptionsAreUsed from './rules/exceptions-are-used.ts';
import extensibleEnumsNamed from './rules/extensible-enums-named.ts';
import fieldsDescribed from './rules/fields-described.ts';
import headerExamplesValid from './rules/header-examples-valid.ts';
import listEnvelope from './rules/list-envelope.ts';
import listPageSize from './rules/list-page-size.ts';
import numbersBounded from './rules/numbers-bounded.ts';
import objectsClosedOrOpen from './rules/objects-closed-or-open.ts';
import oneDeclaredTag from './rules/one-declared-tag.ts';
import oneTypePerSchema from './rules/one-type-per-schema.ts';
import operationErrors from './rules/operation-errors.ts';
import operationIdCamelCase from './rules/operation-id-camel-case.ts';
import operationIdFromPath from './rules/operation-id-from-path.ts';
import parameterNamesSnakeCase from './rules/parameter-names-snake-case.ts';
import parametersHaveExamples from './rules/parameters-have-examples.ts';
import patchBodyMatchesRecord from './rules/patch-body-matches-record.ts';
import pathSegmentsKebabCase from './rules/path-segments-kebab-case.ts';
import postAcceptsIdempotencyKey from './rules/post-accepts-idempotency-key.ts';
import propertyNamesSnakeCase from './rules/property-names-snake-case.ts';
import requiredAccess from './rules/required-access.ts';
import protocolResponseHeaders from './rules/protocol-response-headers.ts';
import protocolResponsesComplete from './rules/protocol-responses-complete.ts';
import protocolResponsesOnce from './rules/protocol-responses-once.ts';
import responsesHaveRequestId from './rules/responses-have-request-id.ts';
import schemaNamesNotGlobal from './rules/schema-names-not-global.ts';
import schemasDescribed from './rules/schemas-described.ts';
import securityRequired from './rules/security-required.ts';
import stabilityLevel from './rules/stability-level.ts';
import stringsBounded from './rules/strings-bounded.ts';
import tenancyComplete from './rules/tenancy-complete.ts';
import tenancyParameterNames from './rules/tenancy-parameter-names.ts';
import wwwAuthenticateOn401 from './rules/www-authenticate-on-401.ts';

/** All rules of the contract, ordered by their ids. */
export const rules: readonly Rule[] = [
  arraysBounded,
  asyncReturns202,
  componentNamesPascalCase,
  componentNamesUnique,
  contentHasExamples,
  createBodyMatchesRecord,
  createReturns201,
  deleteReturns204,
  enumValuesDescribed,
  errorBody,
  errorDescriptionReason,
  errorExamplesHaveReason,
  exampleNamesSnakeCase,
  exceptionsAreUsed,
  extensibleEnumsNamed,
  fieldsDescribed,
  headerExamplesValid,
  listEnvelope,
  listPageSize,
  numbersBounded,
  objectsClosedOrOpen,
  oneDeclaredTag,
  oneTypePerSchema,
  operationErrors,
  operationIdCamelCase,
  operationIdFromPath,
  parameterNamesSnakeCase,
  parametersHaveExamples,
  patchBodyMatchesRecord,
  pathSegmentsKebabCase,
  postAcceptsIdempotencyKey,
  propertyNamesSnakeCase,
  requiredAccess,
  protocolResponseHeaders,
  protocolResponsesComplete,
  protocolResponsesOnce,
  responsesHaveRequestId,
  schemaNamesNotGlobal,
  schemasDescribed,
  securityRequired,
  stabilityLevel,
  stringsBounded,
  tenancyComplete,
  tenancyParameterNames,
  wwwAuthenticateOn401,
];
