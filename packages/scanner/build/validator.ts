/** The check of scan documents as a module without dependencies: compiling the schemas would take longer than a scan of one file. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { build } from 'esbuild';
import { schemasOf } from './schemas.ts';

const require = createRequire(import.meta.url);
/** Whose code the module contains. */
const AUTHORS = ['ajv', 'ajv-formats'];

/**
 * Writes a module whose default export checks a value, as the functions of Ajv do.
 *
 * @param root the folder whose dependencies have Ajv
 */
export async function writeValidator(
  contract: Parameters<typeof schemasOf>[0],
  name: string,
  root: string,
  outfile: string,
): Promise<void> {
  const ajv = new Ajv2020({ strict: false, allErrors: false, code: { source: true, esm: true } });
  addFormats.default(ajv);
  const contents = standaloneCode.default(ajv, ajv.compile(schemasOf(contract, name)));
  const licenses = AUTHORS.map((each) => `${each}\n\n${readFileSync(licenseOf(each), 'utf8')}`);
  await build({
    banner: { js: `/*!\nContains code of other packages.\n\n${licenses.join('\n')}*/` },
    stdin: { contents, resolveDir: root, loader: 'js' },
    absWorkingDir: root,
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
  });
}

function licenseOf(name: string): string {
  return join(require.resolve(`${name}/package.json`), '../LICENSE');
}
