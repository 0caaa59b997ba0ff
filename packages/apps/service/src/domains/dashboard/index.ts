/** The entry of the domain `dashboard`: the summary of a workspace. */
export { dashboardHandlers } from './handlers.ts';
