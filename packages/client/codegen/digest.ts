/** A step of the build: puts the digest of the contract into the package. */
import { writeFileSync } from 'node:fs';
import { contractDigest, contractVersion } from '@aispm/spec/digest';

const [target = ''] = process.argv.slice(2);
writeFileSync(
  target,
  `// Generated from the contract. Do not edit.
/** \`info.version\` of the contract that this client was made of. */
export const contractVersion: string = '${contractVersion}';
/** SHA-256 of that contract as JSON, in 64 lower-case hexadecimal digits. */
export const contractDigest: string = '${contractDigest}';
`,
);
