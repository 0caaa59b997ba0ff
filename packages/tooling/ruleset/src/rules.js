/** @import { Rule } from './document/rule.js' */

import contentHasExamples from './rules/examples/content-has-examples.js';
import errorExamplesHaveReason from './rules/examples/error-examples-have-reason.js';
import headerExamplesValid from './rules/examples/header-examples-valid.js';
import parametersHaveExamples from './rules/examples/parameters-have-examples.js';
import componentNamesPascalCase from './rules/names/component-names-pascal-case.js';
import componentNamesUnique from './rules/names/component-names-unique.js';
import exampleNamesSnakeCase from './rules/names/example-names-snake-case.js';
import extensibleEnumsNamed from './rules/names/extensible-enums-named.js';
import operationIdCamelCase from './rules/names/operation-id-camel-case.js';
import operationIdFromPath from './rules/names/operation-id-from-path.js';
import parameterNamesSnakeCase from './rules/names/parameter-names-snake-case.js';
import pathSegmentsKebabCase from './rules/names/path-segments-kebab-case.js';
import propertyNamesSnakeCase from './rules/names/property-names-snake-case.js';
import schemaNamesNotGlobal from './rules/names/schema-names-not-global.js';
import tenancyParameterNames from './rules/names/tenancy-parameter-names.js';
import timestampsNamed from './rules/names/timestamps-named.js';
import asyncReturns202 from './rules/operations/async-returns-202.js';
import createReturns201 from './rules/operations/create-returns-201.js';
import deleteReturns204 from './rules/operations/delete-returns-204.js';
import deprecationsComplete from './rules/operations/deprecations-complete.js';
import exceptionsAreUsed from './rules/operations/exceptions-are-used.js';
import listCommonFilters from './rules/operations/list-common-filters.js';
import listEnvelope from './rules/operations/list-envelope.js';
import listPageSize from './rules/operations/list-page-size.js';
import listSelectionDeclared from './rules/operations/list-selection-declared.js';
import oneDeclaredTag from './rules/operations/one-declared-tag.js';
import postAcceptsIdempotencyKey from './rules/operations/post-accepts-idempotency-key.js';
import requiredAccess from './rules/operations/required-access.js';
import securityRequired from './rules/operations/security-required.js';
import stabilityLevel from './rules/operations/stability-level.js';
import tagsInOneGroup from './rules/operations/tags-in-one-group.js';
import tenancyComplete from './rules/operations/tenancy-complete.js';
import webhooksFollowStandard from './rules/operations/webhooks-follow-standard.js';
import errorBody from './rules/responses/error-body.js';
import errorDescriptionReason from './rules/responses/error-description-reason.js';
import operationErrors from './rules/responses/operation-errors.js';
import protocolResponseHeaders from './rules/responses/protocol-response-headers.js';
import protocolResponsesComplete from './rules/responses/protocol-responses-complete.js';
import protocolResponsesOnce from './rules/responses/protocol-responses-once.js';
import responsesHaveRequestId from './rules/responses/responses-have-request-id.js';
import wwwAuthenticateOn401 from './rules/responses/www-authenticate-on-401.js';
import arraysBounded from './rules/schemas/arrays-bounded.js';
import createBodyMatchesRecord from './rules/schemas/create-body-matches-record.js';
import enumValuesDescribed from './rules/schemas/enum-values-described.js';
import fieldsDescribed from './rules/schemas/fields-described.js';
import numbersBounded from './rules/schemas/numbers-bounded.js';
import objectsClosedOrOpen from './rules/schemas/objects-closed-or-open.js';
import oneTypePerSchema from './rules/schemas/one-type-per-schema.js';
import patchBodyMatchesRecord from './rules/schemas/patch-body-matches-record.js';
import schemasDescribed from './rules/schemas/schemas-described.js';
import stringsBounded from './rules/schemas/strings-bounded.js';

/**
 * All rules of the contract, ordered by their ids.
 *
 * @type {readonly Rule[]}
 */
export const rules = [
  arraysBounded,
  asyncReturns202,
  componentNamesPascalCase,
  componentNamesUnique,
  contentHasExamples,
  createBodyMatchesRecord,
  createReturns201,
  deleteReturns204,
  deprecationsComplete,
  enumValuesDescribed,
  errorBody,
  errorDescriptionReason,
  errorExamplesHaveReason,
  exampleNamesSnakeCase,
  exceptionsAreUsed,
  extensibleEnumsNamed,
  fieldsDescribed,
  headerExamplesValid,
  listCommonFilters,
  listEnvelope,
  listPageSize,
  listSelectionDeclared,
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
  protocolResponseHeaders,
  protocolResponsesComplete,
  protocolResponsesOnce,
  requiredAccess,
  responsesHaveRequestId,
  schemaNamesNotGlobal,
  schemasDescribed,
  securityRequired,
  stabilityLevel,
  stringsBounded,
  tagsInOneGroup,
  tenancyComplete,
  tenancyParameterNames,
  timestampsNamed,
  webhooksFollowStandard,
  wwwAuthenticateOn401,
];
