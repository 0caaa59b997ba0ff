/** Finds the runtimes that only `npm run test:long` uses. No other file resolves them. */
import { toolPath } from '@aispm/testing';

/** The packages that contain the runtimes, and the programs in them. */
const PROGRAMS = {
  bun: { package: 'bun', program: 'bin/bun.exe' },
  /** A script for Node.js. */
  deno: { package: 'deno', program: 'bin.cjs' },
  workerd: { package: 'workerd', program: 'bin/workerd' },
};

/** A runtime other than the Node.js that executes the tests. */
export type RuntimeName = keyof typeof PROGRAMS;

/**
 * Returns the absolute path of the program of a runtime.
 *
 * @throws Error when the runtime is not installed.
 */
export function runtimePath(name: RuntimeName): string {
  const { package: packageName, program } = PROGRAMS[name];
  return toolPath(packageName, program);
}
