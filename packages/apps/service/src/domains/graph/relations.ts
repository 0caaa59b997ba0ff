/** The edges of the contract as rows of the table `edges`. Every edge has an inverse, which is the same row. */
export { findRelation, invertEdge, listRelations } from '@aispm/domain';
