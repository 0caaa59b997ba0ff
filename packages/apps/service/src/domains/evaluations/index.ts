/** The entry of the domain `evaluations`: the catalogue, attached evaluations and their runs. */
export { agentEvaluationList } from './agent-evaluations.ts';
export { createAddressPolicy } from './agents/address-policy.ts';
export {
  createOutgoingClient,
  type OutgoingClient,
  OutgoingError,
  type OutgoingOptions,
} from './agents/outgoing-client.ts';
export { parseRetryAfter } from './agents/pausing-client.ts';
export { evaluationList } from './catalogue/items.ts';
export { seedCatalogue } from './catalogue/seed.ts';
export { evaluationHandlers } from './handlers.ts';
export { conversationRetention } from './retention.ts';
export { evaluationRunJob } from './runs/job.ts';
export { runList } from './runs/runs.ts';
export { startScheduledRuns } from './runs/scheduler.ts';
