/** Graph: the edges between objects of the inventory. */
export { graphHandlers } from './handlers.ts';
export { findRelation } from './relations.ts';
