// For runtimes with a command line: `<runtime> process.js <base URL of a mock>` prints the outcome as JSON.
import * as api from '@aispm/client';
import * as validation from '@aispm/client/validate';
import { smoke } from './smoke.js';

console.log(JSON.stringify(await smoke(api, validation, process.argv[2] ?? '')));
