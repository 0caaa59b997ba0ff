import type { Rule } from './rule.js';
import arraysBounded from './rules/arrays-bounded.js';
import asyncAnswers202 from './rules/async-answers-202.js';
import componentNamesPascalCase from './rules/component-names-pascal-case.js';
import componentNamesUnique from './rules/component-names-unique.js';
import contentHasExamples from './rules/content-has-examples.js';
import createAnswers201 from './rules/create-answers-201.js';
import createBodyIsRecord from './rules/create-body-is-record.js';
import deleteAnswers204 from './rules/delete-answers-204.js';
import enumValuesDescribed from './rules/enum-values-described.js';
import errorBody from './rules/error-body.js';
import errorDescriptionReason from './rules/error-description-reason.js';
import exampleNamesSnakeCase from './rules/example-names-snake-case.js';
import exceptionsAreUsed from './rules/exceptions-are-used.js';
import fieldsDescribed from './rules/fields-described.js';
import headerExamplesFit from './rules/header-examples-fit.js';
import listEnvelope from './rules/list-envelope.js';
import listPageSize from './rules/list-page-size.js';
import numbersBounded from './rules/numbers-bounded.js';
import objectsClosedOrOpen from './rules/objects-closed-or-open.js';
import oneDeclaredTag from './rules/one-declared-tag.js';
import operationErrors from './rules/operation-errors.js';
import operationIdCamelCase from './rules/operation-id-camel-case.js';
import operationIdFromPath from './rules/operation-id-from-path.js';
import parameterNamesSnakeCase from './rules/parameter-names-snake-case.js';
import patchFieldsOfRecord from './rules/patch-fields-of-record.js';
import pathSegmentsKebabCase from './rules/path-segments-kebab-case.js';
import postTakesIdempotencyKey from './rules/post-takes-idempotency-key.js';
import propertyNamesSnakeCase from './rules/property-names-snake-case.js';
import responsesCarryRequestId from './rules/responses-carry-request-id.js';
import retryAfterOn429 from './rules/retry-after-on-429.js';
import schemaNamesShadowNothing from './rules/schema-names-shadow-nothing.js';
import schemasDescribed from './rules/schemas-described.js';
import securityAlwaysOn from './rules/security-always-on.js';
import stabilityLevel from './rules/stability-level.js';
import stringsBounded from './rules/strings-bounded.js';
import tenancyComplete from './rules/tenancy-complete.js';
import tenancyParameterNames from './rules/tenancy-parameter-names.js';
import wwwAuthenticateOn401 from './rules/www-authenticate-on-401.js';

/** All rules of the contract, by their ids. */
export const rules: readonly Rule[] = [
  arraysBounded,
  asyncAnswers202,
  componentNamesPascalCase,
  componentNamesUnique,
  contentHasExamples,
  createAnswers201,
  createBodyIsRecord,
  deleteAnswers204,
  enumValuesDescribed,
  errorBody,
  errorDescriptionReason,
  exampleNamesSnakeCase,
  exceptionsAreUsed,
  fieldsDescribed,
  headerExamplesFit,
  listEnvelope,
  listPageSize,
  numbersBounded,
  objectsClosedOrOpen,
  oneDeclaredTag,
  operationErrors,
  operationIdCamelCase,
  operationIdFromPath,
  parameterNamesSnakeCase,
  patchFieldsOfRecord,
  pathSegmentsKebabCase,
  postTakesIdempotencyKey,
  propertyNamesSnakeCase,
  responsesCarryRequestId,
  retryAfterOn429,
  schemaNamesShadowNothing,
  schemasDescribed,
  securityAlwaysOn,
  stabilityLevel,
  stringsBounded,
  tenancyComplete,
  tenancyParameterNames,
  wwwAuthenticateOn401,
];
