import type { Rule } from '../rule.js';

/** What generators append to the name of a component of each kind to make a type of it. */
const SUFFIXES: Record<string, string> = {
  schemas: '',
  parameters: 'Parameter',
  requestBodies: 'Body',
  responses: 'Response',
};

export default {
  id: 'component-names-unique',
  why:
    'Generators make one type or file of each component. Two names that differ only in upper and lower case are one ' +
    'file on many machines, and a schema `NotFoundResponse` is the type of a response `NotFound`. One of the two is ' +
    'then lost, or numbered.',
  fix: 'Rename one of the two components.',
  *check(contract) {
    const owners = new Map<string, string>();
    for (const [kind, suffix] of Object.entries(SUFFIXES)) {
      for (const { key, path } of contract.components(kind)) {
        const type = `${key}${suffix}`.toLowerCase();
        const owner = owners.get(type);
        if (owner) yield { path, problem: `\`${kind}/${key}\` gets the same name in generated code as \`${owner}\`` };
        else owners.set(type, `${kind}/${key}`);
      }
    }
  },
} satisfies Rule;
