/** Build step: reads and checks the contract, and writes it into the package. Requires the compiled sources. */
import { createRequire } from 'node:module';
import { prepareContract } from '../dist/contract.js';
import { writePackagedContract } from '../dist/packaged-contract.js';

const file = createRequire(import.meta.url).resolve('@aispm/spec/openapi.json');
await writePackagedContract(await prepareContract(file));
