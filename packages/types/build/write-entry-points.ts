/**
 * A step of the build: adds the protocol responses to the generated types, an empty module next to them, and the digest of the
 * contract.
 */
import { appendFileSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Document, listProtocolResponses, parsePointer } from '@aispm/openapi';

const dist = join(import.meta.dirname, '../dist');
const digest = fileURLToPath(import.meta.resolve('@aispm/spec/digest'));
const contract: Document = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@aispm/spec/strict.json')), 'utf8'),
);

const members = listProtocolResponses(contract).map(({ status, pointer, response, requestHeader }) => {
  const condition = requestHeader === undefined ? '' : ` Only on requests with \`${requestHeader}\`.`;
  const type = parsePointer(pointer).map((key) => `[${JSON.stringify(key)}]`);
  return `    /** ${response.description.replaceAll(/\s+/g, ' ').trim()}${condition} */
    ${status}: ${type.join('').replace('["components"]', 'components')};
`;
});
appendFileSync(
  join(dist, 'index.d.ts'),
  `/** The protocol responses by status: what any request can get in addition to the responses of its operation. */
export interface ProtocolResponses {
${members.join('')}}
`,
);
writeFileSync(join(dist, 'index.js'), 'export {};\n');
copyFileSync(digest, join(dist, 'digest.js'));
copyFileSync(digest.replace(/\.js$/, '.d.ts'), join(dist, 'digest.d.ts'));
