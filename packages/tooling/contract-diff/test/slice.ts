import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Document,
  findReferences,
  getNode,
  type JsonObject,
  listOperations,
  mapNodes,
  referenceKeys,
  resolve,
} from '@aispm/openapi';

const contract: Document = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@aispm/spec/strict.json')), 'utf8'),
);

/** Operations whose paths together have what a change needs: lists and records, request bodies, stable and beta operations. */
const INCLUDED = new Set([
  'createAgentEvaluation',
  'getAgent',
  'getIssue',
  'getLlmInteractionCounts',
  'getRule',
  'listAgents',
  'listRules',
]);

const RULE_NAME = '#/components/parameters/RuleName';

const slice = JSON.stringify(cutSlice());

/** Creates a copy of a part of the real contract that is small enough to be compared fast. */
export function createSlice(): Document {
  return JSON.parse(slice);
}

function cutSlice(): Document {
  const included = new Set(
    listOperations(contract)
      .filter(({ operationId }) => INCLUDED.has(operationId))
      .map(({ path }) => path),
  );
  // Links refer to operations outside of the slice. Changes of a single operation need its own copy of a shared parameter.
  const { paths, components, ...rest } = mapNodes(contract, ({ links, ...node }) =>
    node.$ref === RULE_NAME ? resolve<JsonObject>(contract, node) : node,
  );
  const selected = Object.fromEntries(Object.entries(paths ?? {}).filter(([path]) => included.has(path)));
  const used: Record<string, JsonObject> = { securitySchemes: { ...components?.securitySchemes } };
  const include = (part: object): void => {
    for (const { reference } of findReferences(part)) {
      const [, kind = '', name = ''] = referenceKeys(reference);
      if (used[kind]?.[name] !== undefined) continue;
      const component = getNode(components, [kind, name]) as object;
      used[kind] = { ...used[kind], [name]: component };
      include(component);
    }
  };
  include(selected);
  include(rest);
  return { ...rest, paths: selected, components: used } as Document;
}
