import { join } from 'node:path';
import { toolPath } from './tools.ts';

/** The program in the package `node`. */
const PROGRAM = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';

/** Path of Node.js 20.19.0, the oldest version that the published packages support. */
export const NODE_20 = join(import.meta.dirname, '../../node20/node_modules/node', PROGRAM);

/**
 * Returns the path of Node.js 22, for long tests.
 *
 * @throws {Error} if it isn't installed
 */
export function node22Path(): string {
  return toolPath('node22', PROGRAM);
}
