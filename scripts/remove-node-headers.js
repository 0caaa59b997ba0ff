/**
 * Removes the C++ headers of the installed Node.js after `npm ci`. Nothing here compiles native code, and they take 67 MB.
 * Written in JavaScript, because the Node.js of the machine runs it, which may not run TypeScript.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';

for (const folder of ['../node_modules/', '../packages/tooling/node20/node_modules/']) {
  const packages = new URL('node/node_modules/', new URL(folder, import.meta.url));
  for (const entry of existsSync(packages) ? readdirSync(packages, { withFileTypes: true }) : []) {
    if (entry.isDirectory()) rmSync(new URL(`${entry.name}/include`, packages), { recursive: true, force: true });
  }
}
