/** The domain `changes`: the log of what changed in a workspace. Other domains write it, in `append.ts`. */
export { appendChanges, type NewChange, type RelationChange } from './append.ts';
export { changeHandlers } from './handlers.ts';
export { changeRetention } from './retention.ts';
