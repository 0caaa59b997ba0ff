/** Build step: reads and checks the contract, and writes it into the package. Requires the compiled sources. */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { contractDigest } from '@aispm/spec/digest';
import { prepareContract } from '../dist/contract/contract.js';
import { compactContract } from './compact-contract.ts';
import { pack } from './pack.ts';

// The mock returns only what the contract names. Its digest is that of the published form, which clients know.
const file = createRequire(import.meta.url).resolve('@aispm/spec/strict.json');
const contract = { ...(await prepareContract(file)), digest: contractDigest };
// Text, because the bytes of `v8.serialize()` depend on how the engine has optimized the code.
writeFileSync('dist/contract.json', pack(compactContract(contract)));
