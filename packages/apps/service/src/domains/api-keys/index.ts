/** The entry of the domain `api-keys`: the current user, and the keys that grant access. */
export { apiKeyHandlers } from './handlers.ts';
