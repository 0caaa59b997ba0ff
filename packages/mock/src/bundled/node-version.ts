/** The part of the private package `@aispm/openapi` that the command loads first. The build bundles it. */
export { describeOldNode } from '@aispm/openapi/node-version';
