/** The steps of a run, in their order. */

import { changeApiKeys, checkAccess, checkSelection, createApiKeys, deleteApiKeys } from '../checks/api-keys.ts';
import { checkAuditLog } from '../checks/audit-log.ts';
import { CHECKS } from '../checks/catalogue.ts';
import { createCatalogueEvaluation, deleteCatalogueEvaluation } from '../checks/catalogue-evaluations.ts';
import { createStorageEntry, deleteStorageEntry } from '../checks/client-storage.ts';
import { checkCounts } from '../checks/counts/counts.ts';
import { checkEdges } from '../checks/edges.ts';
import { createEvaluations, deleteEvaluations } from '../checks/evaluations.ts';
import { triageIssue, triageOccurrence } from '../checks/issues.ts';
import { checkFilters } from '../checks/lists/filters.ts';
import { checkOrder } from '../checks/lists/order.ts';
import { checkPaging } from '../checks/lists/paging.ts';
import { checkNeighbourhoods } from '../checks/neighbourhoods.ts';
import {
  checkMediaTypes,
  checkMethods,
  checkUnknownParameters,
  checkUnsupportedPreconditions,
} from '../checks/protocol.ts';
import { checkQuota } from '../checks/quota.ts';
import { updateObjectBatch, updateObjects } from '../checks/records/object-updates.ts';
import { ingestInteraction, stopScan, submitScan } from '../checks/records/permanent-records.ts';
import { checkRecords } from '../checks/records/records.ts';
import { createSampleData } from '../checks/records/sample-data.ts';
import {
  checkAuthentication,
  checkInvalidRequests,
  checkJobs,
  checkResponses,
  checkUnknownIds,
} from '../checks/responses.ts';
import { checkUnexpectedRequests } from '../checks/robustness.ts';
import { changeRuleSettings } from '../checks/rule-settings.ts';
import { checkSearch } from '../checks/search.ts';
import { checkTenancy } from '../checks/tenancy.ts';
import { checkValues } from '../checks/values/values.ts';
import { createViews, deleteViews } from '../checks/views.ts';
import { changeWebhooks, createWebhooks, deleteWebhooks } from '../checks/webhooks.ts';
import { checkLimits, checkWindows } from '../checks/windows-and-limits.ts';
import type { Operation } from '../contract/operation.ts';
import type { OperationId } from '../contract/operation-id.ts';
import type { Session } from '../session/session.ts';

/** A part of a run. */
export interface Step {
  /** Names of the checks whose assertions it makes. */
  checks: string[];
  execute: (session: Session, operations: readonly Operation[]) => Promise<void>;
  /** The operations that it covers, by `operationId`. Default: all. */
  operations?: readonly OperationId[];
  /** The option that it requires. */
  needs?: 'write' | 'leaveRecords';
}

/** Checks whose assertions are made only by steps that write. */
export const WRITE_CHECKS = ['response', 'preconditions', 'idempotency', 'states', 'audit', 'changes'];
/** Checks of headers in every response. */
export const HEADER_CHECKS = ['request-id', 'quota'];
/** The checks of steps that write. */
const WRITING_CHECKS = [...WRITE_CHECKS, ...HEADER_CHECKS];
/** All other checks can use a record that exists throughout the run. */
const RECORD_CHECKS = [
  ...WRITING_CHECKS,
  ...[
    'invalid',
    'unknown-id',
    'records',
    'values',
    'tenancy',
    'access',
    'selection',
    'paging',
    'filters',
    'limits',
    'authentication',
  ],
  ...['unknown-parameter', 'media-type', 'robustness'],
];
/** Operations on API keys. */
const KEYS: readonly OperationId[] = [
  'getCurrentUser',
  'listApiKeys',
  'createApiKey',
  'getApiKey',
  'updateApiKey',
  'rotateApiKey',
  'deleteApiKey',
];

/** Operations on the client storage. */
const STORAGE: readonly OperationId[] = [
  'listClientStorageNamespaces',
  'listClientStorage',
  'getClientStorageEntry',
  'putClientStorageEntry',
  'deleteClientStorageEntry',
];

/** Operations on views and their exports. */
const VIEWS: readonly OperationId[] = [
  'listViews',
  'createView',
  'getView',
  'updateView',
  'deleteView',
  'exportView',
  'listViewExports',
  'getViewExport',
  'downloadViewExport',
];

/** Operations on webhooks. */
const WEBHOOKS: readonly OperationId[] = [
  'listWebhooks',
  'createWebhook',
  'getWebhook',
  'updateWebhook',
  'rotateWebhook',
  'replayWebhook',
  'deleteWebhook',
];

/** Operations on an evaluation of the catalogue. */
const CATALOGUE: readonly OperationId[] = ['createEvaluation', 'getEvaluation', 'updateEvaluation', 'deleteEvaluation'];

/** Operations on an attached evaluation and its runs. */
const EVALUATIONS: readonly OperationId[] = [
  'createAgentEvaluation',
  'getAgentEvaluation',
  'updateAgentEvaluation',
  'deleteAgentEvaluation',
  'runAgentEvaluation',
  'getEvaluationRun',
  'listEvaluationRunResults',
  'stopEvaluationRun',
];

/** Operations that update an object of the inventory. */
const OBJECT_UPDATES: readonly OperationId[] = ['updateAgent', 'updateModel', 'updateTool', 'updateMcpServer'];

/** Operations on the status of an issue. */
const TRIAGE: readonly OperationId[] = ['updateIssue', 'updateIssues', 'listIssueHistory'];

/** Operations on the status of an occurrence. */
const OCCURRENCE_TRIAGE: readonly OperationId[] = ['updateFineGrainedIssue', 'listIssueHistory'];

/** All steps of a run. */
export const STEPS: readonly Step[] = [
  { checks: CHECKS.map(({ name }) => name), execute: createSampleData, needs: 'leaveRecords' },
  { checks: RECORD_CHECKS, execute: createApiKeys, operations: KEYS, needs: 'write' },
  { checks: ['access'], execute: createApiKeys, needs: 'write' },
  { checks: RECORD_CHECKS, execute: createStorageEntry, operations: STORAGE, needs: 'write' },
  { checks: RECORD_CHECKS, execute: createViews, operations: VIEWS, needs: 'write' },
  { checks: RECORD_CHECKS, execute: createWebhooks, operations: WEBHOOKS, needs: 'write' },
  { checks: RECORD_CHECKS, execute: createCatalogueEvaluation, operations: CATALOGUE, needs: 'write' },
  { checks: RECORD_CHECKS, execute: createEvaluations, operations: EVALUATIONS, needs: 'write' },
  { checks: WRITING_CHECKS, execute: submitScan, operations: ['submitScan'], needs: 'leaveRecords' },
  { checks: WRITING_CHECKS, execute: stopScan, operations: ['stopScan'], needs: 'leaveRecords' },
  { checks: WRITING_CHECKS, execute: ingestInteraction, operations: ['ingestLlmInteractions'], needs: 'leaveRecords' },
  { checks: WRITING_CHECKS, execute: updateObjects, operations: OBJECT_UPDATES, needs: 'leaveRecords' },
  { checks: WRITING_CHECKS, execute: updateObjectBatch, operations: ['updateObjects'], needs: 'leaveRecords' },
  { checks: [...WRITING_CHECKS, 'invalid'], execute: triageIssue, operations: TRIAGE, needs: 'leaveRecords' },
  {
    checks: [...WRITING_CHECKS, 'invalid'],
    execute: triageOccurrence,
    operations: OCCURRENCE_TRIAGE,
    needs: 'leaveRecords',
  },
  { checks: WRITING_CHECKS, execute: changeRuleSettings, operations: ['updateRule'], needs: 'leaveRecords' },
  { checks: ['response', ...HEADER_CHECKS], execute: checkResponses },
  { checks: ['quota'], execute: checkQuota },
  { checks: ['states'], execute: checkJobs },
  { checks: ['authentication'], execute: checkAuthentication },
  { checks: ['tenancy'], execute: checkTenancy },
  { checks: ['access'], execute: checkAccess },
  { checks: ['selection'], execute: checkSelection },
  { checks: ['unknown-id'], execute: checkUnknownIds },
  { checks: ['unknown-parameter'], execute: checkUnknownParameters },
  { checks: ['robustness'], execute: checkUnexpectedRequests },
  { checks: ['method'], execute: checkMethods },
  { checks: ['media-type'], execute: checkMediaTypes },
  { checks: ['records'], execute: checkRecords },
  { checks: ['values'], execute: checkValues },
  { checks: ['paging'], execute: checkPaging },
  { checks: ['filters'], execute: checkFilters },
  { checks: ['counts'], execute: checkCounts },
  { checks: ['order'], execute: checkOrder },
  { checks: ['search'], execute: checkSearch },
  { checks: ['edges'], execute: checkEdges },
  { checks: ['neighbourhood'], execute: checkNeighbourhoods },
  { checks: ['windows'], execute: checkWindows },
  { checks: ['invalid'], execute: checkInvalidRequests },
  { checks: ['limits'], execute: checkLimits },
  { checks: ['preconditions'], execute: checkUnsupportedPreconditions },
  { checks: WRITING_CHECKS, execute: deleteStorageEntry, operations: STORAGE, needs: 'write' },
  { checks: WRITING_CHECKS, execute: deleteViews, operations: VIEWS, needs: 'write' },
  { checks: WRITING_CHECKS, execute: changeWebhooks, operations: WEBHOOKS, needs: 'write' },
  { checks: WRITING_CHECKS, execute: deleteWebhooks, operations: WEBHOOKS, needs: 'write' },
  { checks: WRITING_CHECKS, execute: changeApiKeys, operations: KEYS, needs: 'write' },
  { checks: WRITING_CHECKS, execute: deleteApiKeys, operations: KEYS, needs: 'write' },
  // The catalogue may list the new evaluation first, so that it is the one that is attached. It is detached before it is deleted.
  { checks: WRITING_CHECKS, execute: deleteEvaluations, operations: EVALUATIONS, needs: 'write' },
  { checks: WRITING_CHECKS, execute: deleteCatalogueEvaluation, operations: CATALOGUE, needs: 'write' },
  { checks: ['audit'], execute: checkAuditLog, needs: 'write' },
];

/** Returns whether a step covers an operation. */
export function isAbout({ operations }: Step, operation: Operation): boolean {
  return operations?.some((id) => id === operation.id) ?? true;
}
