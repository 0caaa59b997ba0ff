import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import type { Copy } from './copy.ts';

const spectral = createRequire(import.meta.url).resolve('@stoplight/spectral-cli/dist/index.js');

/** Runs `spectral lint spec/openapi.yaml` in a copy, as `npx` does. */
export function lint({ path }: Copy) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [spectral, 'lint', 'spec/openapi.yaml', '--format', 'text'],
    {
      cwd: path,
      encoding: 'utf8',
    },
  );
  return { status, output: `${stdout}${stderr}`.trim().replaceAll(`${path}/`, '') };
}

/** What it prints for the contract. */
export const NO_FINDINGS = { status: 0, output: "No results with a severity of 'error' found!" };
