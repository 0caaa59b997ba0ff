import { formatFragment } from '@aispm/openapi';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Node } from '../node.ts';
import type { Rule } from '../rule.ts';

export default {
  id: 'header-examples-valid',
  why:
    'The mock sends the examples of headers, and readers copy them. The linter of the source validates the examples of ' +
    'bodies and parameters, but not those of headers.',
  fix: 'Correct the example or the schema of the header.',
  *check({ root, headers }) {
    const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });
    addFormats.default(ajv);
    ajv.addSchema(root.value as object, 'contract');
    for (const header of headers) {
      const schema = header.child('schema');
      if (!schema) continue;
      const $ref = `contract${formatFragment(schema.path)}`;
      for (const example of listExampleValues(header)) {
        if (ajv.validate({ $ref }, example.value)) continue;
        yield { path: example.path, problem: `This example violates the schema of its header: ${ajv.errorsText()}` };
      }
    }
  },
} satisfies Rule;

/** Lists the values of a header's `example` and `examples`, references resolved. */
function listExampleValues(header: Node): Node[] {
  const named = header.child('examples')?.children() ?? [];
  return [header.child('example'), ...named.map((example) => example.target().child('value'))].flatMap(
    (value) => value ?? [],
  );
}
