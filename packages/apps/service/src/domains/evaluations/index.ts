/** The entry of the domain `evaluations`: the catalogue, attached evaluations and their runs. */
export { seedCatalogue } from './catalogue-seed.ts';
export { evaluationHandlers } from './handlers.ts';
export { evaluationRunJob } from './job.ts';
export { startScheduledRuns } from './scheduler.ts';
