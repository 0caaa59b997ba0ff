/** A step of the build: writes the version of the package as a source file. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

writeFileSync(
  join(import.meta.dirname, '../src/generated/version.ts'),
  `// Generated from package.json. Do not edit.
/** The version of this package. */
export const version: string = '${manifest.version}';
`,
);
