import { readFileSync } from 'node:fs';
import { Document, Ruleset, type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { Json, Yaml } from '@stoplight/spectral-parsers';
import { Resolver } from '@stoplight/spectral-ref-resolver';
import ruleset from '../src/index.ts';
import { rules } from '../src/rules.ts';

/** The rules look at the document as it is written; copies with each `$ref` replaced would only take time. */
const resolver = new Resolver({ dereferenceInline: false, dereferenceRemote: false });

/** A finding as Spectral reports it. */
export interface Reported {
  code: string;
  path: (string | number)[];
  message: string;
}

/** Lints a document, JSON or YAML, with some of the project's own rules, in this process, as Spectral does it. */
export async function lint(text: string, ids: readonly string[] = rules.map(({ id }) => id)): Promise<Reported[]> {
  const spectral = new Spectral({ resolver });
  const chosen = Object.fromEntries(Object.entries(ruleset.rules).filter(([id]) => ids.includes(id)));
  spectral.setRuleset(new Ruleset({ rules: chosen } as RulesetDefinition, { severity: 'all' }));
  const document = text.startsWith('{') ? new Document(text, Json) : new Document(text, Yaml);
  const results = await spectral.run(document);
  return results.map(({ code, path, message }) => ({ code: String(code), path, message }));
}

/** The text of a file of this package. */
export function read(file: string): string {
  return readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
}
