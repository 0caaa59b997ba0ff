/** Shared by the tests of all packages. */
export { freePort } from './free-port.ts';
export { withLimitedAccess } from './limited-access.ts';
export { NODE_20, node22Path } from './node-versions.ts';
export { isSampled, type Part, splitByHash } from './sample.ts';
export { TAGS, TIERS, type Tier } from './tags.ts';
export { hasTools, TOOLS_FOLDER, toolPath } from './tools.ts';
