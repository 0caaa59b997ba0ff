/** Build step: reads and checks the contract, and writes it into the package. Requires the compiled sources. */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { contractDigest } from '@aispm/spec/digest';
import { prepareContract } from '../dist/contract/contract.js';
import { compactContract } from './compact-contract.ts';
import { pack } from './pack.ts';

// The mock returns only what the strict contract declares. The digest is the published contract's, which clients know.
const file = createRequire(import.meta.url).resolve('@aispm/spec/strict.json');
const contract = { ...(await prepareContract(file)), digest: contractDigest };
// JSON, because the bytes of `v8.serialize()` depend on how the engine has optimized the code.
writeFileSync('dist/contract.json', pack(compactContract(contract)));
