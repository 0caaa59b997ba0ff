/** The handlers of all domains. An operation without a handler doesn't compile. */
import { apiKeyHandlers } from '../domains/api-keys/index.ts';
import { auditEntryHandlers } from '../domains/audit-entries/index.ts';
import { changeHandlers } from '../domains/changes/index.ts';
import { clientStorageHandlers } from '../domains/client-storage/index.ts';
import { dashboardHandlers } from '../domains/dashboard/index.ts';
import { evaluationHandlers } from '../domains/evaluations/index.ts';
import { findingsHandlers } from '../domains/findings/index.ts';
import { graphHandlers } from '../domains/graph/index.ts';
import { interactionHandlers } from '../domains/interactions/index.ts';
import { inventoryHandlers } from '../domains/inventory/index.ts';
import { ruleHandlers } from '../domains/rules/index.ts';
import { scanHandlers } from '../domains/scans/index.ts';
import { searchHandlers } from '../domains/search/index.ts';
import { viewHandlers } from '../domains/views/index.ts';
import { webhookHandlers } from '../domains/webhooks/index.ts';
import type { Handlers } from '../platform/http/operation.ts';

export const handlers: Handlers = {
  ...inventoryHandlers,
  ...graphHandlers,
  ...findingsHandlers,
  ...evaluationHandlers,
  ...ruleHandlers,
  ...scanHandlers,
  ...dashboardHandlers,
  ...clientStorageHandlers,
  ...interactionHandlers,
  ...viewHandlers,
  ...apiKeyHandlers,
  ...webhookHandlers,
  ...auditEntryHandlers,
  ...changeHandlers,
  ...searchHandlers,
};
