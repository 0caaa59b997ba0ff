/** @import { Rule } from './rule.js' */
import arraysBounded from './rules/arrays-bounded.js';
import asyncReturns202 from './rules/async-returns-202.js';
import componentNamesPascalCase from './rules/component-names-pascal-case.js';
import componentNamesUnique from './rules/component-names-unique.js';
import contentHasExamples from './rules/content-has-examples.js';
import createBodyMatchesRecord from './rules/create-body-matches-record.js';
import createReturns201 from './rules/create-returns-201.js';
import deleteReturns204 from './rules/delete-returns-204.js';
import enumValuesDescribed from './rules/enum-values-described.js';
import errorBody from './rules/error-body.js';
import errorDescriptionReason from './rules/error-description-reason.js';
import errorExamplesHaveReason from './rules/error-examples-have-reason.js';
import exampleNamesSnakeCase from './rules/example-names-snake-case.js';
import exceptionsAreUsed from './rules/exceptions-are-used.js';
import extensibleEnumsNamed from './rules/extensible-enums-named.js';
import fieldsDescribed from './rules/fields-described.js';
import headerExamplesValid from './rules/header-examples-valid.js';
import listEnvelope from './rules/list-envelope.js';
import listPageSize from './rules/list-page-size.js';
import numbersBounded from './rules/numbers-bounded.js';
import objectsClosedOrOpen from './rules/objects-closed-or-open.js';
import oneDeclaredTag from './rules/one-declared-tag.js';
import oneTypePerSchema from './rules/one-type-per-schema.js';
import operationErrors from './rules/operation-errors.js';
import operationIdCamelCase from './rules/operation-id-camel-case.js';
import operationIdFromPath from './rules/operation-id-from-path.js';
import parameterNamesSnakeCase from './rules/parameter-names-snake-case.js';
import parametersHaveExamples from './rules/parameters-have-examples.js';
import patchBodyMatchesRecord from './rules/patch-body-matches-record.js';
import pathSegmentsKebabCase from './rules/path-segments-kebab-case.js';
import postAcceptsIdempotencyKey from './rules/post-accepts-idempotency-key.js';
import propertyNamesSnakeCase from './rules/property-names-snake-case.js';
import protocolResponseHeaders from './rules/protocol-response-headers.js';
import protocolResponsesComplete from './rules/protocol-responses-complete.js';
import protocolResponsesOnce from './rules/protocol-responses-once.js';
import requiredAccess from './rules/required-access.js';
import responsesHaveRequestId from './rules/responses-have-request-id.js';
import schemaNamesNotGlobal from './rules/schema-names-not-global.js';
import schemasDescribed from './rules/schemas-described.js';
import securityRequired from './rules/security-required.js';
import stabilityLevel from './rules/stability-level.js';
import stringsBounded from './rules/strings-bounded.js';
import tagsInOneGroup from './rules/tags-in-one-group.js';
import tenancyComplete from './rules/tenancy-complete.js';
import tenancyParameterNames from './rules/tenancy-parameter-names.js';
import wwwAuthenticateOn401 from './rules/www-authenticate-on-401.js';

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
  wwwAuthenticateOn401,
];
