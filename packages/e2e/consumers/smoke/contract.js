// Prints, as JSON, what the packages of the contract and the types say about their version.
import { createRequire } from 'node:module';
import * as spec from '@aispm/spec/digest';
import * as types from '@aispm/types';
import * as digest from '@aispm/types/digest';

const contract = createRequire(import.meta.url)('@aispm/spec/openapi.json');
console.log(JSON.stringify({ spec, digest, types: Object.keys(types), version: contract.info.version }));
