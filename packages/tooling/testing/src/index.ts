/** Shared by the tests of all packages. */
export { freePort } from './free-port.ts';
export { withLimitedAccess } from './limited-access.ts';
export { NODE_20, node22Path } from './node-versions.ts';
export { once, type Started } from './once.ts';
export { isSampled, type Part, sampleByHash, splitByHash } from './sample.ts';
export { TAGS } from './tags.ts';
export { currentTier, findShare, GROUPS, type Group, groupOf, TIERS, type Tier, tagsFilter } from './tiers.ts';
export { measureTimeoutScale, TIMEOUT_SCALE } from './timeout-scale.ts';
export { hasTools, TOOLS_FOLDER, toolPath } from './tools.ts';
