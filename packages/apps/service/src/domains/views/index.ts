/** The entry of the domain `views`: saved views and their exports. */
export { viewExportJob } from './export-job.ts';
export { viewHandlers } from './handlers.ts';
export { purgeExpiredExports } from './purge-exports.ts';
export { exportRetention } from './retention.ts';
