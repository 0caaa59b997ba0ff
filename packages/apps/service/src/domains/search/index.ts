/** The domain `search`: one search over the records of all types. */
export { searchHandlers } from './handlers.ts';
