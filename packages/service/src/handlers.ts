/** All handlers. The only place that names every system. */
import { clientStorageHandlers } from './client-storage/handlers.ts';
import { dashboardHandlers } from './dashboard/handlers.ts';
import { evaluationHandlers } from './evaluations/handlers.ts';
import { findingsHandlers } from './findings/handlers.ts';
import { graphHandlers } from './graph/handlers.ts';
import type { Handlers } from './http/operation.ts';
import { inventoryHandlers } from './inventory/handlers.ts';
import { ruleHandlers } from './rules/handlers.ts';
import { runtimeHandlers } from './runtime/handlers.ts';
import { scanHandlers } from './scans/handlers.ts';
import { viewHandlers } from './views/handlers.ts';

export const handlers: Handlers = {
  ...inventoryHandlers,
  ...graphHandlers,
  ...findingsHandlers,
  ...evaluationHandlers,
  ...ruleHandlers,
  ...scanHandlers,
  ...dashboardHandlers,
  ...clientStorageHandlers,
  ...runtimeHandlers,
  ...viewHandlers,
};
