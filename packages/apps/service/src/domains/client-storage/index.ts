/** The entry of the domain `client-storage`: values that applications store for their users. */
export { clientStorageHandlers } from './handlers.ts';
