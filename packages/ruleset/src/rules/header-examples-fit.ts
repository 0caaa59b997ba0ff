import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Node } from '../contract.js';
import type { Rule } from '../rule.js';

export default {
  id: 'header-examples-fit',
  why: 'The mock sends the examples of headers, and readers copy them. The linter of the source checks the examples of bodies and parameters, but not these.',
  fix: 'Mend the example, or the schema of the header.',
  *check({ root, headers }) {
    const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });
    addFormats.default(ajv);
    ajv.addSchema(root.value as object, 'contract');
    for (const header of headers) {
      const schema = header.child('schema');
      if (!schema) continue;
      const $ref = `contract#${schema.path.map((key) => `/${pointerPart(key)}`).join('')}`;
      for (const example of examplesOf(header)) {
        if (ajv.validate({ $ref }, example.value)) continue;
        yield { path: example.path, problem: `This example breaks the schema of its header: ${ajv.errorsText()}` };
      }
    }
  },
} satisfies Rule;

/** The values of a header's `example` or `examples`, where they stand. */
function examplesOf(header: Node): Node[] {
  const named = header.child('examples')?.children() ?? [];
  return [header.child('example'), ...named.map((example) => example.target()?.child('value'))].flatMap(
    (value) => value ?? [],
  );
}

/** A key as a part of a JSON Pointer in the fragment of a URI. */
function pointerPart(key: string | number): string {
  return encodeURIComponent(String(key).replaceAll('~', '~0').replaceAll('/', '~1'));
}
