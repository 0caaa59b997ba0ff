/** The official schemas of the formats, from clones of the repositories that publish them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

/** Validators by format and version, such as `cyclonedx 1.6`. */
export type Schemas = ReadonlyMap<string, ValidateFunction>;

/** Loads the schemas of SARIF 2.1.0 and of all versions of CycloneDX that exist in JSON. */
export function loadSchemas(folder: string): Schemas {
  const read = (...path: readonly string[]) => JSON.parse(readFileSync(join(folder, ...path), 'utf8')) as object;
  const ajv = new Ajv({ strict: false, validateFormats: true, logger: false });
  addFormats.default(ajv);
  // Formats that the library doesn't know: every text is accepted.
  for (const format of ['iri-reference', 'idn-email']) ajv.addFormat(format, true);
  const cyclonedx = 'CycloneDX/specification/schema';
  const schemas = new Map<string, ValidateFunction>();
  const names = readdirSync(join(folder, cyclonedx)).filter((name) => name.endsWith('.schema.json'));
  for (const name of names.filter((other) => !/^bom-/.test(other))) ajv.addSchema(read(cyclonedx, name));
  for (const name of names) {
    const version = /^bom-(\d\.\d)\.schema\.json$/.exec(name)?.[1];
    if (version !== undefined) schemas.set(`cyclonedx ${version}`, ajv.compile(read(cyclonedx, name)));
  }
  const sarif = 'oasis-tcs/sarif-spec/sarif-2.1/schema/sarif-schema-2.1.0.json';
  // It is of draft 4, and uses no keyword whose meaning has changed since.
  const { $schema: _, id: __, ...schema } = read(sarif) as Record<string, unknown>;
  return schemas.set('sarif 2.1.0', ajv.compile(schema));
}
