/** Build step: reads and checks the contract, and writes it into the package. Requires the compiled sources. */
import { createRequire } from 'node:module';
import { contractDigest } from '@aispm/spec/digest';
import { prepareContract } from '../dist/contract.js';
import { writePackagedContract } from '../dist/packaged-contract.js';

// The mock returns only what the contract names. Its digest is that of the published form, which clients know.
const file = createRequire(import.meta.url).resolve('@aispm/spec/strict.json');
await writePackagedContract({ ...(await prepareContract(file)), digest: contractDigest });
