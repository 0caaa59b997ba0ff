import { readFileSync } from 'node:fs';
import { Document, Ruleset, type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { Json, Yaml } from '@stoplight/spectral-parsers';
import { Resolver } from '@stoplight/spectral-ref-resolver';
import ruleset from '../src/index.js';
import { rules } from '../src/rules.js';

/** The rules resolve references themselves, so resolving them here would only take time. */
const resolver = new Resolver({ dereferenceInline: false, dereferenceRemote: false });

/** A finding as Spectral reports it. */
export interface ReportedFinding {
  code: string;
  path: (string | number)[];
  message: string;
}

/** Lints a JSON or YAML document with Spectral in this process, by default with all rules of the package. */
export async function lint(
  text: string,
  ids: readonly string[] = rules.map(({ id }) => id),
): Promise<ReportedFinding[]> {
  const spectral = new Spectral({ resolver });
  const selected = Object.fromEntries(Object.entries(ruleset.rules).filter(([id]) => ids.includes(id)));
  spectral.setRuleset(new Ruleset({ rules: selected } as RulesetDefinition, { severity: 'all' }));
  const document = text.startsWith('{') ? new Document(text, Json) : new Document(text, Yaml);
  const results = await spectral.run(document);
  return results.map(({ code, path, message }) => ({ code: String(code), path, message }));
}

/** Reads a text file of this package. */
export function readPackageFile(file: string): string {
  return readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
}
