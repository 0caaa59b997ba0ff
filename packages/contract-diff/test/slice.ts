import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isObject, type Json } from '../src/document.ts';

const contract: Json = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('@aispm/spec/openapi.json')), 'utf8'));

/** Operations that, with the others of their paths, have what can be changed: lists and records, bodies, stable and beta. */
const TAKEN = new Set([
  'createAgentEvaluation',
  'getAgent',
  'getIssue',
  'getLlmInteractionCounts',
  'getRule',
  'listAgents',
  'listRules',
]);

/** A part of the real contract that the tools can compare in a moment. A new copy each time. */
export const slice = (): Json => structuredClone(cut);

const cut = cutSlice();

function cutSlice(): Json {
  const { paths, components, ...rest } = structuredClone(contract);
  const taken = Object.entries(paths as { [path: string]: Json }).filter(([, item]) =>
    Object.values(item).some((it) => isObject(it) && TAKEN.has(String(it.operationId))),
  );
  const document: Json = { ...rest, paths: Object.fromEntries(taken), components: {} };
  const wanted = new Set<string>();
  const collect = (node: unknown): void => {
    if (Array.isArray(node)) for (const item of node) collect(item);
    if (!isObject(node)) return;
    if (typeof node.$ref === 'string' && !wanted.has(node.$ref)) {
      wanted.add(node.$ref);
      const [, , kind, name] = node.$ref.split('/') as [string, string, string, string];
      const found = ((components as Json)[kind] as Json)[name];
      document.components = {
        ...(document.components as Json),
        [kind]: { ...((document.components as Json)[kind] as Json | undefined), [name]: found },
      };
      collect(found);
    }
    for (const value of Object.values(node)) collect(value);
  };
  dropLinks(document);
  collect(document.paths);
  (document.components as Json).securitySchemes = (components as Json).securitySchemes;
  return document;
}

/** Links lead to operations outside of the slice. */
function dropLinks(node: unknown): void {
  if (Array.isArray(node)) for (const item of node) dropLinks(item);
  if (!isObject(node)) return;
  delete node.links;
  for (const value of Object.values(node)) dropLinks(value);
}
