/** A step of the build: writes the version and the digest of the contract as a source file. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractDigest, contractVersion } from '@aispm/spec/digest';

writeFileSync(
  join(import.meta.dirname, '../src/generated/digest.ts'),
  `// Generated from the contract. Do not edit.
/** \`info.version\` of the contract that this client was generated from. */
export const contractVersion: string = '${contractVersion}';
/** SHA-256 of that contract as JSON, in 64 lowercase hexadecimal digits. */
export const contractDigest: string = '${contractDigest}';
`,
);
