/** The entry of the domain `evaluations`: the catalogue, attached evaluations and their runs. */
export { agentEvaluationList } from './agent-evaluations.ts';
export { evaluationList } from './catalogue-items.ts';
export { seedCatalogue } from './catalogue-seed.ts';
export { evaluationHandlers } from './handlers.ts';
export { evaluationRunJob } from './job.ts';
export { conversationRetention } from './retention.ts';
export { runList } from './runs.ts';
export { startScheduledRuns } from './scheduler.ts';
