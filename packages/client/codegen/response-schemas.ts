import { readFileSync, writeFileSync } from 'node:fs';
import { isJson } from '../src/runtime/media-type.ts';

/** A JSON Schema, or a part of one. */
type Schema = { [keyword: string]: unknown };

/** The parts of the contract that matter here. */
interface Contract {
  paths: Record<string, Record<string, { operationId?: string; responses?: Record<string, Response> }>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
}

interface Response {
  $ref?: string;
  content?: Record<string, { schema: Schema }>;
}

/**
 * Keywords that take no part in a check of a response. `additionalProperties: false` and `unevaluatedProperties: false`
 * are among them since a service may add fields inside one version of the contract.
 */
const withoutEffect =
  /^(title|description|examples?|default|deprecated|readOnly|writeOnly|discriminator|externalDocs|xml|x-.*)$/;

/** Keywords whose value is a map of schemas by a name. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);

/**
 * All schemas that a success of the contract needs: `$defs` has one for each operation and status, called `getRule 200`,
 * and those that they refer to.
 */
export function responseSchemas(contract: Contract): { $defs: Record<string, Schema> } {
  const $defs: Record<string, Schema> = {};
  const slim = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(slim);
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(
      ([key, it]) => !withoutEffect.test(key) && !(/^(additional|unevaluated)Properties$/.test(key) && it === false),
    );
    return Object.fromEntries(kept.map(([key, it]) => [key, slimKeyword(key, it)]));
  };
  const slimKeyword = (key: string, value: unknown): unknown => {
    if (key === 'enum' || key === 'const') return value;
    if (key === '$ref') return define(String(value).split('/').at(-1) ?? '');
    if (!maps.has(key)) return slim(value);
    return Object.fromEntries(Object.entries(value as Schema).map(([name, schema]) => [name, slim(schema)]));
  };
  const define = (name: string): string => {
    if (!(name in $defs)) {
      $defs[name] = {};
      $defs[name] = slim(contract.components.schemas[name]) as Schema;
    }
    return `#/$defs/${name}`;
  };

  for (const item of Object.values(contract.paths)) {
    for (const { operationId, responses = {} } of Object.values(item)) {
      for (const [status, response] of Object.entries(responses)) {
        const shared = response.$ref?.split('/').at(-1);
        const { content = {} } = shared ? (contract.components.responses[shared] as Response) : response;
        const [, media] = Object.entries(content).find(([type]) => isJson(type)) ?? [];
        if (operationId && media && Number(status) < 300)
          $defs[`${operationId} ${status}`] = slim(media.schema) as Schema;
      }
    }
  }
  return { $defs };
}

if (import.meta.main) {
  const [contract = '', target = ''] = process.argv.slice(2);
  const schemas = JSON.stringify(responseSchemas(JSON.parse(readFileSync(contract, 'utf8'))));
  writeFileSync(
    target,
    `// Generated from the contract. Do not edit.
/** The schemas of all successes, as JSON; \`$defs\` has one for each operation and status, called \`getRule 200\`. */
export const responseSchemas: string = ${JSON.stringify(schemas)};
`,
  );
}
