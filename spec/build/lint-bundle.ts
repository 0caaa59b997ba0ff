import fs, { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { formatPointer } from '@aispm/openapi';
import core from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import { migrateRuleset } from '@stoplight/spectral-ruleset-migrator';
import { createSourceLocator } from './source-location.ts';

const spec = join(import.meta.dirname, '..');
const root = join(spec, '..');

/**
 * Loads Spectral with the rules of `.spectral.yaml`.
 *
 * @param folder for a temporary file: Spectral converts the ruleset to a module, which Node then loads
 * @returns a function that lints the text of a bundle (JSON) and returns the findings with their locations in the source. A
 * schema that the bundle contains several times is reported once. If `.spectral.yaml` is invalid, the findings are its errors.
 */
export async function createBundleLinter(folder: string): Promise<(bundle: string) => Promise<string[]>> {
  const spectral = new core.Spectral();
  try {
    const module = join(folder, 'ruleset.mjs');
    writeFileSync(module, await migrateRuleset(join(root, '.spectral.yaml'), { format: 'esm', fs }));
    spectral.setRuleset((await import(module)).default);
  } catch (error) {
    const errors: { message: string; path?: string[] }[] = (error as AggregateError).errors ?? [error];
    return async () => errors.map(({ message, path = [] }) => `.spectral.yaml  ${[...path, message].join('  ')}`);
  }

  return async (bundle) => {
    const locate = createSourceLocator(join(spec, 'openapi.yaml'));
    const findings = new Map<string, string>();
    for (const { code, message, path } of await spectral.run(new core.Document(bundle, parsers.Json))) {
      const { file, line, column } = locate(path);
      const finding = `${relative(root, file)}:${line}:${column}  ${code}  ${message}`;
      if (!findings.has(finding)) findings.set(finding, `${finding}  (#${formatPointer(path)})`);
    }
    return [...findings.values()];
  };
}
