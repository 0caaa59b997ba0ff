/** A step of the build: puts the contract into the package. */
import { createRequire } from 'node:module';
import { prepareContract } from './contract.js';
import { writePrepared } from './prepared.js';

const file = createRequire(import.meta.url).resolve('@aispm/spec/openapi.json');
await writePrepared(await prepareContract(file));
